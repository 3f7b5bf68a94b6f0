import { InputError } from './errors.ts';
import { findNearestWord } from './findNearestWord.ts';

/** A value of a program without types, in a few characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (isBytes(value)) return 'bytes (new TextDecoder().decode(bytes) gives their text)';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise (await it)';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** True for bytes, of another realm as well: programs that run in a context of their own, as tests in jsdom do, have another Uint8Array. */
export const isBytes = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && 'BYTES_PER_ELEMENT' in value && value.BYTES_PER_ELEMENT === 1;

/** The end of a sentence on a name that is not one of some: a name like it, or all of them. */
export function describeUnknownName(name: string, names: readonly string[]): string {
  const near = findNearestWord(name, names);
  return near === null ? `it has ${names.join(', ')}` : `did you mean "${near}"?`;
}

/**
 * Checks the options of a call, of which a program without types may hand over anything.
 * @param place what takes them, for messages: `readTraces`
 * @param names of all options
 * @throws InputError for a value that is not an object, and for an option that is not known
 */
export function checkOptions(value: unknown, place: string, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Promise)
    throw new InputError(`${place} takes its options as an object, not ${describeValue(value)}`);
  const unknown = Object.keys(value).find(name => !names.includes(name));
  if (unknown !== undefined)
    throw new InputError(`${place} has no option "${unknown}"; ${describeUnknownName(unknown, names)}`);
}

/** @throws InputError for an option that is there and is not a function */
export function checkFunctions(options: object, place: string, names: readonly string[]): void {
  for (const name of names) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && typeof value !== 'function')
      throw new InputError(`${name} of ${place} is ${describeValue(value)}, needs a function`);
  }
}

/** @param where it is wanted: "first" @throws InputError for anything but a text */
export function checkText(text: unknown, place: string, where: string): void {
  if (typeof text !== 'string')
    throw new InputError(`${place} takes a text ${where}, not ${describeValue(text)}`);
}
