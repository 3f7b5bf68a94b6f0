import { THOUSANDS } from '../../core/formatNounCount.ts';
import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { formatPyFloat, writeValueMetered } from '../toPyRepr.ts';
import { getPyTypeName, isNumericValue, type PyValue } from '../value.ts';
import {
  computeBigIntPower,
  computeRoundedQuotient,
  convertIntToFloat,
  splitFloat,
  toPlainNumber,
} from './number.ts';
import { countCodePoints } from './pythonText.ts';

/** The formats of f-strings that are read: fill, alignment, sign, 0, width, grouping, precision, type. */
export const FORMAT_SPEC =
  /^(?:(?<fill>[^{}])?(?<align>[<>=^]))?(?<sign>[+\- ])?(?<zero>0)?(?<width>[1-9]\d{0,4})?(?<group>[,_])?(?:\.(?<precision>\d{1,2}))?(?<type>[dfs%])?$/u;

type FormatFields = Readonly<Partial<Record<string, string>>>;

/** A value as an f-string writes it with a format that FORMAT reads. @throws Raised ValueError, TypeError, LimitError */
export function formatPyValue(value: PyValue, format: string, meter: Meter): string {
  if (format === '') return writeValueMetered(meter, value);
  const fields: FormatFields = FORMAT_SPEC.exec(format)?.groups ?? {};
  if (typeof value === 'string') return formatPyStringField(value, fields, meter);
  if (!isNumericValue(value)) return raiseError('TypeError', `a ${getPyTypeName(value)} takes no format`);
  return formatPyNumberField(toPlainNumber(value), fields, meter);
}

function formatPyStringField(text: string, fields: FormatFields, meter: Meter): string {
  const { sign, group, precision, type } = fields;
  if (sign !== undefined || group !== undefined || (type !== undefined && type !== 's'))
    raiseError('ValueError', 'this format is none of a str');
  if (fields.align === '=') raiseError('ValueError', '= is no alignment of a str');
  meter.work(text.length);
  const kept = precision === undefined ? text : [...text].slice(0, Number(precision)).join('');
  return padFormattedText('', kept, fields, '<', meter);
}

function formatPyNumberField(value: bigint | number, fields: FormatFields, meter: Meter): string {
  const { type, precision, group } = fields;
  if (type === 's') raiseError('ValueError', `this format is none of a ${getPyTypeName(value)}`);
  if (typeof value === 'bigint' && (type === undefined || type === 'd')) {
    if (precision !== undefined) raiseError('ValueError', 'an int takes no precision');
    const digits = (value < 0n ? -value : value).toString();
    meter.work(digits.length);
    return addNumberSign(value < 0n, digits, fields, meter);
  }
  const float = convertIntToFloat(value);
  if (type === 'd') raiseError('ValueError', 'the format d is none of a float');
  if (type === undefined && precision !== undefined)
    raiseError('LimitError', 'write f after the number of digits, as in .2f');
  if (type === undefined && group !== undefined && Math.abs(float) >= 1e16)
    raiseError('LimitError', 'a float of this size is not grouped without f');
  const isNegative = float < 0 || Object.is(float, -0);
  if (type === undefined) return addNumberSign(isNegative, formatPyFloat(Math.abs(float)), fields, meter);
  const scaled = type === '%' ? float * 100 : float;
  const digits = formatFixedPoint(Math.abs(scaled), Number(precision ?? 6), meter);
  return addNumberSign(isNegative, type === '%' ? `${digits}%` : digits, fields, meter);
}

/** The exact decimal digits of a float, rounded half to even. */
function formatFixedPoint(value: number, digits: number, meter: Meter): string {
  if (!Number.isFinite(value)) return formatPyFloat(value);
  const { significand, exponent } = splitFloat(value);
  const top =
    significand * computeBigIntPower(10n, BigInt(digits)) * (exponent > 0 ? 1n << BigInt(exponent) : 1n);
  const amount = computeRoundedQuotient(top, exponent < 0 ? 1n << BigInt(-exponent) : 1n);
  const text = amount.toString().padStart(digits + 1, '0');
  meter.work(text.length);
  const whole = text.slice(0, text.length - digits);
  return digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`;
}

function addNumberSign(isNegative: boolean, digits: string, fields: FormatFields, meter: Meter): string {
  const sign = isNegative ? '-' : fields.sign === undefined || fields.sign === '-' ? '' : fields.sign;
  const isPadded = fields.zero !== undefined || fields.fill === '0';
  if (fields.group === undefined) return padFormattedText(sign, digits, fields, '>', meter);
  if (isPadded) raiseError('LimitError', 'a number is not both filled with zeros and grouped here');
  return padFormattedText(
    sign,
    digits.replace(/^\d+/, whole => insertGroupSeparators(whole, fields.group ?? '')),
    fields,
    '>',
    meter,
  );
}

const insertGroupSeparators = (digits: string, sign: string): string => digits.replace(THOUSANDS, sign);

function padFormattedText(
  sign: string,
  text: string,
  fields: FormatFields,
  usual: '<' | '>',
  meter: Meter,
): string {
  const { zero } = fields;
  const align = fields.align ?? (zero !== undefined && usual === '>' ? '=' : usual);
  const fill = fields.fill ?? (zero === undefined ? ' ' : '0');
  const length = countCodePoints(sign + text);
  const width = Number(fields.width ?? 0);
  if (length + width > meter.limits.characters)
    raiseError('LimitError', `a string of more than ${meter.limits.characters} characters`);
  const missing = Math.max(0, width - length);
  meter.work(length + missing);
  if (align === '=') return sign + fill.repeat(missing) + text;
  const before = align === '>' ? missing : align === '^' ? Math.floor(missing / 2) : 0;
  return fill.repeat(before) + sign + text + fill.repeat(missing - before);
}
