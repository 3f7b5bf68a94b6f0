/** Characters of one JSON value that are read; a longer one is passed over. */
export const LONGEST_VALUE = 200 * 1024 * 1024;

/** A part of a JSON text that stands for itself. */
export interface JsonPart {
  /** Null for one that is too long. */
  readonly text: string | null;
  /** Where it begins, from 1. */
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
  /** Whether a list of the object at the top was read: the rest of it is none that is. */
  private spent = false;

  constructor(
    private readonly take: (part: JsonPart) => void,
    private readonly longest = LONGEST_VALUE,
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

  /** Handles a sign outside of texts; returns where what is not yet kept begins. */
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
