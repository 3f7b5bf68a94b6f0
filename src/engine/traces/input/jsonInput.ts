import { InputError } from '../../core/errors.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import type { TextReader, TracePlace } from '../reading.ts';
import { isFieldsObject } from '../values.ts';
import { type JsonPart, JsonParts, LONGEST_VALUE } from './jsonParts.ts';
import { LineCutter, LONGEST_LINE } from './lines.ts';

/** Characters within which the first line must end for a file to be read by lines. */
const LONGEST_FIRST = 1024 * 1024;

/** What a JSON file holds goes here, value by value. */
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
    if (this.head.length > LONGEST_FIRST || /^\s*\S.*\n\s*\S.*\n/.test(this.head)) this.begin();
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
      this.sink.skip(place, `a line of more than ${LONGEST_LINE / 1024 / 1024} MB`);
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
      this.sink.skip(place, `a JSON value of more than ${LONGEST_VALUE / 1024 / 1024} MB`);
      return;
    }
    const value = tryParseJsonValue(text);
    if (value instanceof InputError)
      this.sink.skip(place, cut === null ? value.message : describeTruncatedJson(text, cut));
    else this.sink.value(key === null ? value : { [key]: [value] }, place);
  }
}

const hasRoleField = (value: unknown): boolean => isFieldsObject(value) && Object.hasOwn(value, 'role');

/** Whether the first lines are JSON each, or at least look so. */
function isJsonLines(head: string): boolean {
  const lines = head.split('\n', 8).filter(line => line.trim() !== '');
  // A list, or an object, that the first line only opens.
  if (/^\s*[[{]\s*$/.test(lines[0] ?? '') || /^\s*\{\s*"[^"]*"\s*:\s*[[{]?\s*$/.test(lines[0] ?? ''))
    return false;
  if (lines.length > 0 && !(tryParseJsonValue(lines[0]) instanceof InputError)) return true;
  return lines
    .slice(1, -1)
    .some(line => /^\s*\{.*\}\s*$/.test(line) && !(tryParseJsonValue(line) instanceof InputError));
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
