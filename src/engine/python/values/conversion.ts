import { echo } from '../echo.ts';
import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isNumeric, typeName, type Value } from '../value.ts';
import { writeIn } from '../write.ts';
import { bounded, parts, plainNumber, powerOf, ratio, roundedQuotient, toFloat } from './number.ts';
import { AROUND_NUMBERS, stripped } from './text.ts';

const INTEGER = /^[+-]?\d(?:_?\d)*$/;
const DIGITS = String.raw`\d(?:_?\d)*`;
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`);
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;

/** Characters of the repr() of a text that Python repeats when it makes no int of it. */
const REPEATED = 200;
/** Length of a text from which on some versions of Python may find too many digits in it first. */
const MANY = 4_300;

/** Python's int() of one value. */
export function toInt(value: Value, meter: Meter): bigint {
  if (typeof value === 'string') return intOf(value, meter);
  if (!isNumeric(value)) return raise('TypeError', `no int can be made of a ${typeName(value)}`);
  const number = plainNumber(value);
  return typeof number === 'bigint' ? number : bounded(BigInt(Math.trunc(finite(number))), meter);
}

/** @throws Raised Python's errors for what cannot be an int */
function finite(value: number): number {
  if (Number.isNaN(value)) raise('ValueError', 'no int can be made of nan');
  if (!Number.isFinite(value)) raise('OverflowError', 'no int can be made of an infinite float');
  return value;
}

function intOf(text: string, meter: Meter): bigint {
  const digits = numeralOf(text, meter);
  if (!INTEGER.test(digits)) {
    const written = () => [...writeIn(meter, text, true)].slice(0, REPEATED).join('');
    const said = () => `invalid literal for int() with base 10: ${written()}`;
    raise('ValueError', `no int can be made of '${echo(text)}'`, text.length > MANY ? undefined : said);
  }
  // Slightly more than the digits of the largest int.
  if (digits.length > meter.limits.bits / 3)
    raise('LimitError', `an int of more than ${meter.limits.bits} bits`);
  const value = BigInt(digits.replaceAll('_', '').replace(/^[+-]/, ''));
  return bounded(digits.startsWith('-') ? -value : value, meter);
}

/**
 * A numeral without the white space around it. @throws Raised a LimitError for digits of other scripts, which
 * Python reads
 */
function numeralOf(text: string, meter: Meter): string {
  meter.work(text.length);
  const numeral = stripped(text, 'both', AROUND_NUMBERS);
  if (/[^\0-\x7f]/.test(numeral)) raise('LimitError', 'only the digits 0 to 9 are read in numbers');
  return numeral;
}

/** Python's float() of one value. */
export function toFloatValue(value: Value, meter: Meter): number {
  if (typeof value === 'string') return floatOf(value, meter);
  if (!isNumeric(value)) return raise('TypeError', `no float can be made of a ${typeName(value)}`);
  return toFloat(plainNumber(value));
}

function floatOf(text: string, meter: Meter): number {
  const numeral = numeralOf(text, meter);
  const special = SPECIAL.exec(numeral);
  if (special !== null) {
    if (special[2].toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!FLOAT.test(numeral))
    raise(
      'ValueError',
      `no float can be made of '${echo(text)}'`,
      () => `could not convert string to float: ${writeIn(meter, text, true)}`,
    );
  return Number(numeral.replaceAll('_', ''));
}

/** Python's round(): half to even; an int where no digits are given. */
export function rounded(value: Value, digits: Value | undefined, meter: Meter): Value {
  if (!isNumeric(value)) return raise('TypeError', `a ${typeName(value)} cannot be rounded`);
  const number = plainNumber(value);
  const isWhole = digits === undefined || digits === null;
  if (!isWhole && typeof digits !== 'bigint' && typeof digits !== 'boolean')
    return raise('TypeError', `digits are an int, not a ${typeName(digits)}`);
  if (typeof number === 'number')
    return isWhole ? roundedToInt(number, meter) : roundedTo(number, Number(digits));
  return isWhole ? number : bounded(roundedInt(number, BigInt(digits), meter), meter);
}

function roundedInt(value: bigint, digits: bigint, meter: Meter): bigint {
  if (digits >= 0n) return value;
  const magnitude = value < 0n ? -value : value;
  const { length } = magnitude.toString();
  meter.work(length);
  if (-digits > BigInt(length)) return 0n;
  const unit = powerOf(10n, -digits);
  const amount = roundedQuotient(magnitude, unit) * unit;
  return value < 0n ? -amount : amount;
}

function roundedToInt(value: number, meter: Meter): bigint {
  const below = Math.floor(finite(value));
  const rest = value - below;
  const isUp = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return bounded(BigInt(isUp ? below + 1 : below), meter);
}

/** Most digits that matter: more after the point change no float, and fewer leave nothing of any. */
const MOST_DIGITS = 323;
const FEWEST_DIGITS = -308;

/** Rounds the exact decimal digits of the float. */
function roundedTo(value: number, digits: number): number {
  if (!Number.isFinite(value) || value === 0 || digits > MOST_DIGITS) return value;
  if (digits < FEWEST_DIGITS) return value < 0 ? -0 : 0;
  const { significand, exponent } = parts(value);
  const top =
    significand *
    (exponent > 0 ? 1n << BigInt(exponent) : 1n) *
    (digits > 0 ? powerOf(10n, BigInt(digits)) : 1n);
  const bottom =
    (exponent < 0 ? 1n << BigInt(-exponent) : 1n) * (digits < 0 ? powerOf(10n, BigInt(-digits)) : 1n);
  const amount = roundedQuotient(top, bottom);
  const magnitude =
    digits > 0
      ? ratio(amount, powerOf(10n, BigInt(digits)))
      : ratio(amount * powerOf(10n, BigInt(-digits)), 1n);
  return value < 0 ? -magnitude : magnitude;
}

/** Python's str() of one value, in a program. */
export const toStr = (value: Value, meter: Meter): string => writeIn(meter, value);
