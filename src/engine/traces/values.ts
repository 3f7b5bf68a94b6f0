/** An object of a file. Only its own properties are data. */
export type TraceFields = Readonly<Record<string, unknown>>;

/** True if a value is an object with fields, and not a list. */
export const isFieldsObject = (value: unknown): value is TraceFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at the end of a path of own properties; undefined if it breaks off. */
export function getPathValue(
  value: unknown,
  key: string | number,
  ...further: readonly (string | number)[]
): unknown {
  let found = getOwnField(value, key);
  for (const next of further) found = getOwnField(found, next);
  return found;
}

function getOwnField(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

/** The list under a key; empty if there is none. */
export function getListField(value: unknown, key: string, further?: string): readonly unknown[] {
  const found =
    further === undefined ? getOwnField(value, key) : getOwnField(getOwnField(value, key), further);
  return Array.isArray(found) ? found : [];
}

/** First text, not empty, that is under one of the keys. Numbers count as texts. */
export function getTextField(value: unknown, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = toWordText(getOwnField(value, key));
    if (found !== null) return found;
  }
  return null;
}

/** A value as a word: a text that is not empty, or a number. */
export function toWordText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

/** True if a value is this flag, as such or as its word. */
export const matchesFlag = (value: unknown, flag: boolean): boolean =>
  value === flag || value === String(flag);

/** First finite number that is under one of the keys, as a number or as a text. */
export function getNumberField(value: unknown, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const found = toFiniteNumber(getOwnField(value, key));
    if (found !== null) return found;
  }
  return null;
}

/** A finite number, also if it is a text; else null. */
export function toFiniteNumber(value: unknown): number | null {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string') {
    const digits = parseDigitsAt(value, 0, value.length);
    if (!Number.isNaN(digits)) return digits;
    if (value.trim() === '') return null;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Digits of a number that is exact. */
const MAX_EXACT_DIGITS = 15;

/** The number in a run of digits from a place on; NaN for none, for too many, and for other characters. */
export function parseDigitsAt(text: string, from: number, count: number): number {
  if (count === 0 || count > MAX_EXACT_DIGITS) return Number.NaN;
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Value of a text that is JSON, else the text; other values as they are. */
export function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
