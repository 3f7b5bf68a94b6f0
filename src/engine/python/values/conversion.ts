import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import { writeValueMetered } from '../toPyRepr.ts';
import { getPyTypeName, isNumericValue, type PyValue } from '../value.ts';
import {
  checkIntBits,
  computeBigIntPower,
  computeRoundedQuotient,
  convertIntToFloat,
  divideToNearestFloat,
  splitFloat,
  toPlainNumber,
} from './number.ts';
import { AROUND_NUMBERS, stripText } from './pythonText.ts';

const INTEGER = /^[+-]?\d(?:_?\d)*$/;
const NUMBER_DIGITS = String.raw`\d(?:_?\d)*`;
const FLOAT = new RegExp(
  `^[+-]?(?:${NUMBER_DIGITS}(?:\\.(?:${NUMBER_DIGITS})?)?|\\.${NUMBER_DIGITS})(?:[eE][+-]?${NUMBER_DIGITS})?$`,
);
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;

/** Characters of the repr() of a text that Python repeats when it makes no int of it. */
const REPEATED = 200;
/** Length of a text from which on some versions of Python may find too many digits in it first. */
const MAX_INT_DIGITS = 4_300;

/** Python's int() of one value. */
export function convertToPyInt(value: PyValue, meter: Meter): bigint {
  if (typeof value === 'string') return parsePyInt(value, meter);
  if (!isNumericValue(value))
    return raiseError('TypeError', `no int can be made of a ${getPyTypeName(value)}`);
  const number = toPlainNumber(value);
  return typeof number === 'bigint'
    ? number
    : checkIntBits(BigInt(Math.trunc(checkFiniteNumber(number))), meter);
}

/** @throws Raised Python's errors for what cannot be an int */
function checkFiniteNumber(value: number): number {
  if (Number.isNaN(value)) raiseError('ValueError', 'no int can be made of nan');
  if (!Number.isFinite(value)) raiseError('OverflowError', 'no int can be made of an infinite float');
  return value;
}

function parsePyInt(text: string, meter: Meter): bigint {
  const digits = stripNumeral(text, meter);
  if (!INTEGER.test(digits)) {
    const written = () => [...writeValueMetered(meter, text, true)].slice(0, REPEATED).join('');
    const formatMessage = () => `invalid literal for int() with base 10: ${written()}`;
    raiseError(
      'ValueError',
      `no int can be made of '${formatSourceExcerpt(text)}'`,
      text.length > MAX_INT_DIGITS ? undefined : formatMessage,
    );
  }
  // Slightly more than the digits of the largest int.
  if (digits.length > meter.limits.bits / 3)
    raiseError('LimitError', `an int of more than ${meter.limits.bits} bits`);
  const value = BigInt(digits.replaceAll('_', '').replace(/^[+-]/, ''));
  return checkIntBits(digits.startsWith('-') ? -value : value, meter);
}

/**
 * A numeral without the white space around it.
 * @throws Raised a LimitError for digits of other scripts, which Python reads
 */
function stripNumeral(text: string, meter: Meter): string {
  meter.work(text.length);
  const numeral = stripText(text, 'both', AROUND_NUMBERS);
  if (/[^\0-\x7f]/.test(numeral)) raiseError('LimitError', 'only the digits 0 to 9 are read in numbers');
  return numeral;
}

/** Python's float() of one value. */
export function convertToPyFloat(value: PyValue, meter: Meter): number {
  if (typeof value === 'string') return parsePyFloat(value, meter);
  if (!isNumericValue(value))
    return raiseError('TypeError', `no float can be made of a ${getPyTypeName(value)}`);
  return convertIntToFloat(toPlainNumber(value));
}

function parsePyFloat(text: string, meter: Meter): number {
  const numeral = stripNumeral(text, meter);
  const special = SPECIAL.exec(numeral);
  if (special !== null) {
    if (special[2].toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!FLOAT.test(numeral))
    raiseError(
      'ValueError',
      `no float can be made of '${formatSourceExcerpt(text)}'`,
      () => `could not convert string to float: ${writeValueMetered(meter, text, true)}`,
    );
  return Number(numeral.replaceAll('_', ''));
}

/** Python's round(): half to even; an int without given digits. */
export function roundPyValue(value: PyValue, digits: PyValue | undefined, meter: Meter): PyValue {
  if (!isNumericValue(value)) return raiseError('TypeError', `a ${getPyTypeName(value)} cannot be rounded`);
  const number = toPlainNumber(value);
  const isWhole = digits === undefined || digits === null;
  if (!isWhole && typeof digits !== 'bigint' && typeof digits !== 'boolean')
    return raiseError('TypeError', `digits are an int, not a ${getPyTypeName(digits)}`);
  if (typeof number === 'number')
    return isWhole ? roundFloatToInt(number, meter) : roundFloatToDigits(number, Number(digits));
  return isWhole ? number : checkIntBits(roundIntToDigits(number, BigInt(digits), meter), meter);
}

function roundIntToDigits(value: bigint, digits: bigint, meter: Meter): bigint {
  if (digits >= 0n) return value;
  const magnitude = value < 0n ? -value : value;
  const { length } = magnitude.toString();
  meter.work(length);
  if (-digits > BigInt(length)) return 0n;
  const unit = computeBigIntPower(10n, -digits);
  const amount = computeRoundedQuotient(magnitude, unit) * unit;
  return value < 0n ? -amount : amount;
}

function roundFloatToInt(value: number, meter: Meter): bigint {
  const below = Math.floor(checkFiniteNumber(value));
  const rest = value - below;
  const isUp = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return checkIntBits(BigInt(isUp ? below + 1 : below), meter);
}

/** Most digits that matter: more after the point change no float, and fewer leave nothing of any. */
const MAX_DIGITS = 323;
const MIN_DIGITS = -308;

/** Rounds the exact decimal digits of the float. */
function roundFloatToDigits(value: number, digits: number): number {
  if (!Number.isFinite(value) || value === 0 || digits > MAX_DIGITS) return value;
  if (digits < MIN_DIGITS) return value < 0 ? -0 : 0;
  const { significand, exponent } = splitFloat(value);
  const top =
    significand *
    (exponent > 0 ? 1n << BigInt(exponent) : 1n) *
    (digits > 0 ? computeBigIntPower(10n, BigInt(digits)) : 1n);
  const bottom =
    (exponent < 0 ? 1n << BigInt(-exponent) : 1n) *
    (digits < 0 ? computeBigIntPower(10n, BigInt(-digits)) : 1n);
  const amount = computeRoundedQuotient(top, bottom);
  const magnitude =
    digits > 0
      ? divideToNearestFloat(amount, computeBigIntPower(10n, BigInt(digits)))
      : divideToNearestFloat(amount * computeBigIntPower(10n, BigInt(-digits)), 1n);
  return value < 0 ? -magnitude : magnitude;
}

/** Python's str() of one value, in a program. */
export const convertToPyStr = (value: PyValue, meter: Meter): string => writeValueMetered(meter, value);
