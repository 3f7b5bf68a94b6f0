import { numberOf } from './values.ts';

const ISO =
  /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?\s*$/i;

/**
 * Milliseconds since 1970, to the microsecond, of a date as files write it: ISO 8601, where UTC is meant if no zone is
 * given, or a number of seconds, milliseconds, microseconds or nanoseconds, told apart by their size. Else null.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'string') {
    const parts = ISO.exec(value);
    if (parts !== null) return ofParts(parts);
    if (/^\d{17,}$/.test(value)) return ofNanoseconds(value);
  }
  const number = numberOf(value);
  if (number === null || number <= 0) return null;
  if (number >= 1e17) return micros(number / 1e6);
  if (number >= 1e14) return micros(number / 1e3);
  return micros(number >= 1e11 ? number : number * 1e3);
}

/** Milliseconds since 1970 of nanoseconds, decimal digits or a number; null for 0 and for what is none. */
export function ofNanoseconds(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{7,20}$/.test(value))
    return micros(Number(value.slice(0, -6)) + Number(value.slice(-6, -3)) / 1e3);
  const number = numberOf(value);
  return number === null || number <= 0 ? null : micros(number / 1e6);
}

const micros = (ms: number): number => Math.round(ms * 1e3) / 1e3;

function ofParts(parts: RegExpExecArray): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  const whole = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  if (+month < 1 || +month > 12 || +day < 1 || +day > 31 || +hour > 24 || +minute > 59) return null;
  return micros(whole - offsetOf(zone) + Number(`0.${fraction || '0'}`) * 1e3);
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (found === null) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000;
}
