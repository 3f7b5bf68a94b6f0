import { parseDigitsAt, toFiniteNumber } from './values.ts';

const ISO =
  /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\[[\w/+-]+\]|(?<=[+-]\d{2}:?\d{2}) [A-Z]{3,4}(?: m=[+-][\d.]+)?)?\s*$/i;

/** ISO 8601 without its signs between numbers. */
const BASIC =
  /^\s*(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?\s*$/i;

/**
 * Milliseconds since 1970, to the microsecond, of a date as files write it: ISO 8601 or with the name of a month in
 * English, in UTC without a zone, or a number of seconds, milliseconds, microseconds or nanoseconds, distinguished by
 * their size. Else null.
 */
export function parseTraceTime(value: unknown): number | null {
  if (typeof value === 'string') {
    const usual = parseIsoTimeFast(value) ?? parseDigitTime(value);
    if (usual !== null) return usual;
    if (/^\d{16}$/.test(value)) return parseNumericTime(Number(value));
    const parts = ISO.exec(value) ?? BASIC.exec(value);
    if (parts !== null) return computeTimeFromParts(parts);
    if (/^\d{17,}$/.test(value)) return parseNanoseconds(value);
    const named = /[a-z]{3}/i.test(value) ? parseNamedMonthTime(value) : null;
    if (named !== null) return named;
  }
  const number = toFiniteNumber(value);
  return number === null ? null : parseNumericTime(number);
}

/** Of up to 15 digits. */
function parseDigitTime(text: string): number | null {
  const digits = parseDigitsAt(text, 0, text.length);
  return Number.isNaN(digits) ? null : parseNumericTime(digits);
}

function parseNumericTime(number: number): number | null {
  if (number <= 0) return null;
  if (number >= 1e17) return roundToMicroseconds(number / 1e6);
  if (number >= 1e14) return roundToMicroseconds(number / 1e3);
  return roundToMicroseconds(number >= 1e11 ? number : number * 1e3);
}

/**
 * Milliseconds of "2026-01-31T23:59:59.123+02:00", the form of nearly all logs, without the work of an expression; null
 * for all others, and for days and hours that may not exist.
 */
function parseIsoTimeFast(text: string): number | null {
  const { length } = text;
  if (length < 20 || text.charCodeAt(10) !== 84 || text.charCodeAt(19) !== 46) return null;
  const zone =
    length === 24 && text.charCodeAt(23) === 90 ? 0 : length === 29 ? parseZoneOffset(text, 23) : null;
  if (zone === null || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null;
  const [year, month, day] = [
    parseDigitsAt(text, 0, 4),
    parseDigitsAt(text, 5, 2),
    parseDigitsAt(text, 8, 2),
  ];
  const [hour, minute, second] = [
    parseDigitsAt(text, 11, 2),
    parseDigitsAt(text, 14, 2),
    parseDigitsAt(text, 17, 2),
  ];
  const milliseconds = parseDigitsAt(text, 20, 3);
  const isSound = month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60;
  if (!isSound || !(year >= 100) || !(second < 60) || !(milliseconds >= 0)) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - zone;
}

/** Milliseconds of a zone such as "+02:00"; null for another text. */
function parseZoneOffset(text: string, from: number): number | null {
  const sign = text.charCodeAt(from);
  if ((sign !== 43 && sign !== 45) || text.charCodeAt(from + 3) !== 58) return null;
  const minutes = parseDigitsAt(text, from + 1, 2) * 60 + parseDigitsAt(text, from + 4, 2);
  return Number.isNaN(minutes) || minutes >= 24 * 60 ? null : (sign === 45 ? -minutes : minutes) * 60_000;
}

/** Milliseconds since 1970 of nanoseconds, decimal digits or a number; null for 0 and for what is none. */
export function parseNanoseconds(value: unknown): number | null {
  if (typeof value === 'string' && value.length >= 7 && value.length <= 20) {
    const { length } = value;
    const [ms, us] = [parseDigitsAt(value, 0, length - 6), parseDigitsAt(value, length - 6, 3)];
    if (!Number.isNaN(ms + us + parseDigitsAt(value, length - 3, 3)))
      return roundToMicroseconds(ms + us / 1e3);
  }
  const number = toFiniteNumber(value);
  return number === null || number <= 0 ? null : roundToMicroseconds(number / 1e6);
}

/** A time to the microsecond. */
export const roundToMicroseconds = (ms: number): number => Math.round(ms * 1e3) / 1e3;

function computeTimeFromParts(parts: readonly (string | undefined)[]): number | null {
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    zone = 'Z',
  ] = parts;
  if (!isValidDate(+year, +month, +day) || +hour > 24 || +minute > 59 || +second > 60) return null;
  const whole = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  return roundToMicroseconds(whole - getZoneOffset(zone) + Number(`0.${fraction || '0'}`) * 1e3);
}

const isValidDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The clock after a date: hours, minutes, seconds, fraction, half of the day, zone. */
const CLOCK =
  '(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*([AP]M)?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?';
const NUMERIC_DATE = new RegExp(`^\\s*(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${CLOCK}\\s*$`, 'i');
const DAY_MONTH = new RegExp(
  `^\\s*(?:[a-z]{3},?\\s+)?(\\d{1,2})[- ]([a-z]{3})[a-z]*\\.?[- ,]+(\\d{4})${CLOCK}\\s*$`,
  'i',
);
const MONTH_DAY = new RegExp(`^\\s*([a-z]{3})[a-z]*\\.? (\\d{1,2}),? (\\d{4})${CLOCK}\\s*$`, 'i');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function parseNamedMonthTime(text: string): number | null {
  const [dayFirst, monthFirst] = [DAY_MONTH.exec(text), MONTH_DAY.exec(text)];
  const parts = dayFirst ?? monthFirst;
  if (parts === null) return null;
  const [day, month] = dayFirst === null ? [parts[2], parts[1]] : [parts[1], parts[2]];
  return computeTimeFromClock(+parts[3], MONTHS.indexOf(month.toLowerCase()) + 1, +day, parts.slice(4));
}

/** @param clock hours, minutes, seconds, fraction, half of the day, zone */
function computeTimeFromClock(
  year: number,
  month: number,
  day: number,
  clock: readonly (string | undefined)[],
): number | null {
  const [hour = '0', minute, second, fraction, half, zone] = clock;
  if (half !== undefined && (+hour < 1 || +hour > 12)) return null;
  const hours = half === undefined ? +hour : (+hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const date = [String(year), String(month), String(day), String(hours), minute, second, fraction, zone];
  return computeTimeFromParts(['', ...date]);
}

/** Which of a date's first two numbers is the day. */
export type DateOrder = 'day-first' | 'month-first';

/** A date in numbers with its year last: its time in each of the two orders, null if it cannot be in that one. */
export interface NumericDate {
  readonly times: Readonly<Record<DateOrder, number | null>>;
  /** The order that its signs are usual with: dots stand after a day, and halves of a day after a month. */
  readonly usual: DateOrder | null;
}

/** Years of two digits from here on are of the last century. */
const LAST_CENTURY = 70;

/** A date such as 01/02/2024, whose order its column decides; null for any other text. */
export function parseNumericDate(text: string): NumericDate | null {
  const parts = NUMERIC_DATE.exec(text);
  if (parts === null) return null;
  const [, first, sign, second, written] = parts;
  const century = written.length > 2 ? 0 : +written < LAST_CENTURY ? 2000 : 1900;
  const inOrder = (month: string, day: string) =>
    computeTimeFromClock(+written + century, +month, +day, parts.slice(5));
  const times = { 'day-first': inOrder(second, first), 'month-first': inOrder(first, second) };
  if (times['day-first'] === null && times['month-first'] === null) return null;
  return { times, usual: sign === '.' ? 'day-first' : parts[9] === undefined ? null : 'month-first' };
}

/** Milliseconds that a zone is ahead of UTC. */
function getZoneOffset(zone: string): number {
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (found === null) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0)) * 60_000;
}
