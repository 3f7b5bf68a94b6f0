import { sha256OfText } from '#sha256';
import { InputError } from '../core/errors.ts';
import { MAX_JSON_DEPTH, measureJsonDepth } from '../core/json/jsonDepth.ts';
import {
  createTextDecoder,
  describeUnexpectedKind,
  detectFileKind,
  type FileForm,
} from './detectFileKind.ts';

/** UTF-16 units of a file's name as it is shown and kept. */
export const MAX_FILE_NAME_LENGTH = 200;

/** Forms that a reader takes. */
export interface Reads {
  readonly forms: readonly FileForm[];
  /** With an example: "an edge list, two accounts a line, such as anna,ben". */
  readonly words: string;
}

/** The text of a user's file, without its byte order mark. @throws InputError that says what else it is, and what is read. */
export function decodeTextFile(name: string, bytes: Uint8Array, { forms, words }: Reads): string {
  const kind = detectFileKind(name, bytes);
  if (!forms.includes(kind.form))
    throw new InputError(`${describeUnexpectedKind(name, kind)}. What is read here: ${words}`);
  try {
    const text = createTextDecoder(bytes, true).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    throw new InputError(`${describeUndecodableText(name, bytes)}; save the file as Unicode text`);
  }
  throw new InputError(`${name} is not text throughout. What is read here: ${words}`);
}

/**
 * Place of letters that are not Unicode, most likely Windows's: "friends.csv, line 3: the letters of "Müller" cannot be
 * read".
 */
function describeUndecodableText(name: string, bytes: Uint8Array): string {
  const linesBy = (decoder: Pick<TextDecoder, 'decode'>) => decoder.decode(bytes).split(/\r\n?|\n/);
  const at = linesBy(createTextDecoder(bytes)).findIndex(line => line.includes('\ufffd'));
  const line = linesBy(new TextDecoder('windows-1252'))[at] ?? '';
  const word = /[^\s,;]*[^\s -~][^\s,;]*/.exec(line)?.[0] ?? line;
  return `${name}, line ${at + 1}: the letters of "${word.slice(0, 60)}" cannot be read`;
}

/**
 * @returns the value of a JSON file.
 * @throws InputError that names it, the place of the error, and the expected content.
 */
export function parseJsonFile(name: string, text: string, expected: string): unknown {
  if (measureJsonDepth(text) > MAX_JSON_DEPTH)
    throw new InputError(`${name} has brackets more than ${MAX_JSON_DEPTH} deep`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name} is not JSON${describeJsonErrorPlace(error, text)}; expected ${expected}`);
  }
}

/**
 * Place in a parser's message: V8 gives a position, Firefox a line and a column. At the end, because the
 * message may quote the text before it.
 */
const POSITION = /at position (\d+)(?: \(line \d+ column \d+\))?$/;
const JSON_ERROR_PLACE = /at line (\d+) column (\d+) of the JSON data$/;

/** " at line 3, column 14", both from 1; empty if the parser does not say. */
export function describeJsonErrorPlace(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = POSITION.exec(message);
  if (position !== null) {
    const lines = text.slice(0, Number(position[1])).split(/\r\n|\r|\n/);
    return ` at line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
  }
  const line = JSON_ERROR_PLACE.exec(message);
  return line === null ? '' : ` at line ${line[1]}, column ${line[2]}`;
}

/** Canonical JSON of a value, with keys in alphabetical order. */
export const canonicalizeJson = (canonical: unknown): string => sha256OfText(JSON.stringify(canonical));

/** The same value with its objects' keys in alphabetical order. */
export function sortObjectKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortObjectKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, part]) => [key, sortObjectKeys(part)]));
}

/** Comparison by code unit. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `5.2 MB`. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
