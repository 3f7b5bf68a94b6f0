import { InputError } from '../../core/errors.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import type { TextReader, TracePlace } from '../traceReading.ts';
import { isFieldsObject } from '../values.ts';

/** Characters of a line, or of a row, that are read; a longer one is passed over. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/** Cuts text that comes in pieces into lines, at LF or CRLF. */
export class LineCutter {
  private kept: string[] = [];
  private length = 0;
  /** From 1. */
  private number = 1;

  /** @param take gets each line and its number, or null for one that is too long */
  constructor(
    private readonly take: (line: string | null, number: number) => void,
    private readonly longest = MAX_LINE_LENGTH,
  ) {}

  write(text: string): void {
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.keep(text.slice(from, to));
      this.close();
      from = to + 1;
    }
    this.keep(text.slice(from));
  }

  end(): void {
    if (this.length > 0) this.close();
  }

  private keep(part: string): void {
    this.length += part.length;
    if (this.length > this.longest) this.kept = [];
    else if (part !== '') this.kept.push(part);
  }

  private close(): void {
    const line = this.length > this.longest ? null : this.kept.join('').replace(/\r$/, '');
    this.kept = [];
    this.length = 0;
    this.take(line, this.number++);
  }
}

/** Characters within which the first line must end for a file to be read by lines. */
const MAX_FIRST_LINE_LENGTH = 1024 * 1024;

/** Receives the values of a JSON file, one by one. */
interface ValueSink {
  value(value: unknown, place: TracePlace): void;
  skip(place: TracePlace, reason: string): void;
}

/**
 * Reads JSON in any layout: a value in each line, one after the other, or one whole whose list is read element by
 * element. What is broken is passed over, line by line or part by part.
 */
export class JsonInput implements TextReader {
  private head = '';
  private into: LineCutter | JsonParts | null = null;

  constructor(
    private readonly file: string,
    private readonly sink: ValueSink,
  ) {}

  write(text: string): void {
    if (this.into !== null) {
      this.into.write(text);
      return;
    }
    this.head += text;
    if (this.head.length > MAX_FIRST_LINE_LENGTH || /^\s*\S.*\n\s*\S.*\n\s*\S/.test(this.head)) this.begin();
  }

  end(): void {
    if (this.into === null) this.begin();
    this.into?.end();
  }

  private begin(): void {
    this.into = isJsonLines(this.head)
      ? new LineCutter((line, number) => this.line(line, number))
      : this.parts();
    this.into.write(this.head);
    this.head = '';
  }

  private parts(): JsonParts {
    return new JsonParts(part => this.part(part));
  }

  private line(text: string | null, line: number): void {
    const place = { file: this.file, line };
    if (text === null) {
      this.sink.skip(place, `a line of more than ${MAX_LINE_LENGTH / 1024 / 1024} MB`);
      return;
    }
    if (text.trim() === '') return;
    const value = tryParseJsonValue(text);
    if (value instanceof InputError) this.sink.skip(place, value.message);
    else if (Array.isArray(value) && !value.every(hasRoleField))
      for (const one of value) this.sink.value(one, place);
    else this.sink.value(value, place);
  }

  private part({ text, line, key, cut }: JsonPart): void {
    const place = { file: this.file, line };
    if (text === null) {
      this.sink.skip(place, `a JSON value of more than ${MAX_JSON_VALUE_LENGTH / 1024 / 1024} MB`);
      return;
    }
    const value = tryParseJsonValue(text);
    if (value instanceof InputError)
      this.sink.skip(place, cut === null ? value.message : describeTruncatedJson(text, cut));
    else this.sink.value(key === null ? value : { [key]: [value] }, place);
  }
}

const hasRoleField = (value: unknown): boolean => isFieldsObject(value) && Object.hasOwn(value, 'role');

/** True if the first lines are JSON each, or at least look so. */
function isJsonLines(head: string): boolean {
  const lines = head.split('\n', 8).filter(line => line.trim() !== '');
  // A list, or an object, that the first line only opens.
  if (/^\s*[[{]\s*$/.test(lines[0] ?? '') || /^\s*\{\s*"[^"]*"\s*:\s*[[{]?\s*$/.test(lines[0] ?? ''))
    return false;
  if (lines.length > 0 && !(tryParseJsonValue(lines[0]) instanceof InputError)) return true;
  // One value whose elements stand in a line each: after a line that was cut off no other begins with a bracket's end, or ends with a comma.
  if (isOpenJson(lines[0] ?? '') && lines.slice(1).some(line => /^\s*[\]}]|,\s*$/.test(line))) return false;
  return lines
    .slice(1, -1)
    .some(line => /^\s*\{.*\}\s*$/.test(line) && !(tryParseJsonValue(line) instanceof InputError));
}

/** True if a text ends within brackets, and not within a text. */
function isOpenJson(text: string): boolean {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  const count = (sign: RegExp) => outside.match(sign)?.length ?? 0;
  return !outside.includes('"') && count(/[[{]/g) > count(/[\]}]/g);
}

/** Why a value whose end is missing is none. @param line in which the file ends */
const describeTruncatedJson = (text: string, line: number): string =>
  `not JSON: the file ends in line ${line}, after "${formatQuotedText(text.slice(-24))}", before this value does; it may be cut off`;

function tryParseJsonValue(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return new InputError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Characters of one JSON value that are read; a longer one is passed over. */
const MAX_JSON_VALUE_LENGTH = 200 * 1024 * 1024;

/** A part of a JSON text that stands for itself. */
export interface JsonPart {
  /** Null for one that is too long. */
  readonly text: string | null;
  /** Its first line, from 1. */
  readonly line: number;
  /** Key of the list that it is an element of; null for a value at the top, or an element of a list there. */
  readonly key: string | null;
  /** The line in which the text ended within it; null for one that is whole. */
  readonly cut: number | null;
}

/** Lists under these keys of an object at the top are read element by element. */
const STREAMED = new Set(['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs']);

/**
 * Cuts JSON that comes in pieces, and may be laid out over lines, into parts small enough to hold: the elements of a
 * list at the top, those of some lists right under an object there, and other values whole.
 */
export class JsonParts {
  private readonly kept: string[] = [];
  private length = 0;
  private depth = 0;
  /** Depth at which parts stand: 0, or within the list that is read element by element. */
  private base = 0;
  private key: string | null = null;
  private inText = false;
  private escaped = false;
  private line = 1;
  private begun = 1;
  private blank = true;
  /** True once a list of the top-level object was read: the rest of the object has no values. */
  private spent = false;

  constructor(
    private readonly take: (part: JsonPart) => void,
    private readonly longest = MAX_JSON_VALUE_LENGTH,
  ) {}

  write(text: string): void {
    const stop = /["\\{}[\],\n]/g;
    let from = 0;
    if (this.escaped && text.length > 0) {
      stop.lastIndex = 1;
      this.escaped = false;
    }
    for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
      const { index } = found;
      const sign = found[0];
      if (sign === '\n') this.line++;
      else if (this.inText) {
        if (sign === '"') this.inText = false;
        else if (sign === '\\') {
          if (index + 1 >= text.length) this.escaped = true;
          stop.lastIndex = index + 2;
        }
      } else from = this.structural(text, from, index, sign);
    }
    this.keep(text.slice(from));
  }

  end(): void {
    this.close(this.depth > this.base || this.inText ? this.line : null);
  }

  /** Handles a character outside of texts; returns the beginning of the unsaved part. */
  private structural(text: string, from: number, index: number, sign: string): number {
    switch (sign) {
      case '"':
        this.inText = true;
        return from;
      case '{':
      case '[':
        return this.opened(text, from, index, sign);
      case ',':
        if (this.depth !== this.base || this.base === 0) return from;
        this.keep(text.slice(from, index));
        this.close();
        return index + 1;
      default:
        return this.closed(text, from, index);
    }
  }

  private opened(text: string, from: number, index: number, sign: string): number {
    this.depth++;
    if (sign !== '[' || this.base > 0 || this.depth > 2) return from;
    if (this.depth === 2) {
      const before = `${this.kept.slice(-64).join('').slice(-64)}${text.slice(Math.max(from, index - 64), index)}`;
      const key = /"(\w+)"\s*:\s*$/.exec(before)?.[1];
      if (key === undefined || !STREAMED.has(key)) return from;
      this.key = key;
      this.spent = true;
    }
    this.base = this.depth;
    this.forget();
    return index + 1;
  }

  private closed(text: string, from: number, index: number): number {
    this.depth = Math.max(0, this.depth - 1);
    if (this.base > 0 && this.depth < this.base) {
      this.keep(text.slice(from, index));
      this.close();
      this.base = 0;
      this.key = null;
      return index + 1;
    }
    if (this.base > 0 || this.depth > 0) return from;
    this.keep(text.slice(from, index + 1));
    this.close();
    return index + 1;
  }

  private keep(part: string): void {
    if (part === '') return;
    if (this.blank) {
      const start = part.search(/\S/);
      if (start < 0) return;
      this.blank = false;
      this.begun = this.line - (part.slice(start).match(/\n/g)?.length ?? 0);
    }
    this.length += part.length;
    if (this.length > this.longest) this.kept.length = 0;
    else this.kept.push(part);
  }

  private forget(): void {
    this.kept.length = 0;
    this.length = 0;
    this.blank = true;
  }

  private close(cut: number | null = null): void {
    const text = this.length > this.longest ? null : this.kept.join('').trim();
    const rest = text !== null && /^[\s,\]}]*$/.test(text);
    const spent = this.spent && this.base === 0;
    if (spent && this.depth === 0) this.spent = false;
    if (!rest && !spent) this.take({ text, line: this.begun, key: this.key, cut });
    this.forget();
  }
}
