import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isNumeric, typeName, type Value } from '../value.ts';
import { floatText, writeIn } from '../write.ts';
import { parts, plainNumber, powerOf, roundedQuotient, toFloat } from './number.ts';
import { lengthOf } from './text.ts';

/** The formats of f-strings that are read: fill, alignment, sign, 0, width, grouping, precision, type. */
export const FORMAT =
  /^(?:(?<fill>[^{}])?(?<align>[<>=^]))?(?<sign>[+\- ])?(?<zero>0)?(?<width>[1-9]\d{0,4})?(?<group>[,_])?(?:\.(?<precision>\d{1,2}))?(?<type>[dfs%])?$/u;

type Fields = Readonly<Partial<Record<string, string>>>;

/** A value as an f-string writes it with a format that FORMAT reads. @throws Raised ValueError, TypeError, LimitError */
export function formattedValue(value: Value, format: string, meter: Meter): string {
  if (format === '') return writeIn(meter, value);
  const fields: Fields = FORMAT.exec(format)?.groups ?? {};
  if (typeof value === 'string') return ofString(value, fields, meter);
  if (!isNumeric(value)) return raise('TypeError', `a ${typeName(value)} takes no format`);
  return ofNumber(plainNumber(value), fields, meter);
}

function ofString(text: string, fields: Fields, meter: Meter): string {
  const { sign, group, precision, type } = fields;
  if (sign !== undefined || group !== undefined || (type !== undefined && type !== 's'))
    raise('ValueError', 'this format is none of a str');
  if (fields.align === '=') raise('ValueError', '= is no alignment of a str');
  meter.work(text.length);
  const kept = precision === undefined ? text : [...text].slice(0, Number(precision)).join('');
  return padded('', kept, fields, '<', meter);
}

function ofNumber(value: bigint | number, fields: Fields, meter: Meter): string {
  const { type, precision, group } = fields;
  if (type === 's') raise('ValueError', `this format is none of a ${typeName(value)}`);
  if (typeof value === 'bigint' && (type === undefined || type === 'd')) {
    if (precision !== undefined) raise('ValueError', 'an int takes no precision');
    const digits = (value < 0n ? -value : value).toString();
    meter.work(digits.length);
    return signed(value < 0n, digits, fields, meter);
  }
  const float = toFloat(value);
  if (type === 'd') raise('ValueError', 'the format d is none of a float');
  if (type === undefined && precision !== undefined)
    raise('LimitError', 'write f after the number of digits, as in .2f');
  if (type === undefined && group !== undefined && Math.abs(float) >= 1e16)
    raise('LimitError', 'a float of this size is not grouped without f');
  const isNegative = float < 0 || Object.is(float, -0);
  if (type === undefined) return signed(isNegative, floatText(Math.abs(float)), fields, meter);
  const scaled = type === '%' ? float * 100 : float;
  const digits = fixed(Math.abs(scaled), Number(precision ?? 6), meter);
  return signed(isNegative, type === '%' ? `${digits}%` : digits, fields, meter);
}

/** The exact decimal digits of a float, rounded half to even. */
function fixed(value: number, digits: number, meter: Meter): string {
  if (!Number.isFinite(value)) return floatText(value);
  const { significand, exponent } = parts(value);
  const top = significand * powerOf(10n, BigInt(digits)) * (exponent > 0 ? 1n << BigInt(exponent) : 1n);
  const amount = roundedQuotient(top, exponent < 0 ? 1n << BigInt(-exponent) : 1n);
  const text = amount.toString().padStart(digits + 1, '0');
  meter.work(text.length);
  const whole = text.slice(0, text.length - digits);
  return digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`;
}

function signed(isNegative: boolean, digits: string, fields: Fields, meter: Meter): string {
  const sign = isNegative ? '-' : fields.sign === undefined || fields.sign === '-' ? '' : fields.sign;
  const isPadded = fields.zero !== undefined || fields.fill === '0';
  if (fields.group === undefined) return padded(sign, digits, fields, '>', meter);
  if (isPadded) raise('LimitError', 'a number is not both filled with zeros and grouped here');
  return padded(
    sign,
    digits.replace(/^\d+/, whole => grouped(whole, fields.group ?? '')),
    fields,
    '>',
    meter,
  );
}

const grouped = (digits: string, sign: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, sign);

function padded(sign: string, text: string, fields: Fields, usual: '<' | '>', meter: Meter): string {
  const { zero } = fields;
  const align = fields.align ?? (zero !== undefined && usual === '>' ? '=' : usual);
  const fill = fields.fill ?? (zero === undefined ? ' ' : '0');
  const length = lengthOf(sign + text);
  const width = Number(fields.width ?? 0);
  if (length + width > meter.limits.characters)
    raise('LimitError', `a string of more than ${meter.limits.characters} characters`);
  const missing = Math.max(0, width - length);
  meter.work(length + missing);
  if (align === '=') return sign + fill.repeat(missing) + text;
  const before = align === '>' ? missing : align === '^' ? Math.floor(missing / 2) : 0;
  return fill.repeat(before) + sign + text + fill.repeat(missing - before);
}
