import type { Place, Problem } from '../place.ts';
import { findHelpForMessage } from './findHelpForMessage.ts';

/** Reason why a source is refused; thrown inside the reader only. */
export class Refusal extends Error {
  readonly offset: number;

  /** @param offset in the source, UTF-16 units from 0 */
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Refuses a source at an offset (UTF-16 units). @throws Refusal always */
export function refuseSource(offset: number, message: string): never {
  throw new Refusal(offset, message);
}

/** A source with the offsets of its lines. */
export class Source {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  place(offset: number): Place {
    const line = this.#lineOf(offset);
    return { line: line + 1, column: offset - this.#starts[line] + 1 };
  }

  problem(refusal: Refusal): Problem {
    const help = findHelpForMessage(refusal.message);
    return { ...this.place(refusal.offset), message: refusal.message, ...(help === null ? {} : { help }) };
  }

  /** The part of the line before an offset. */
  before(offset: number): string {
    return this.text.slice(this.#starts[this.#lineOf(offset)], offset);
  }

  /** The last line that begins at or before the offset, from 0. */
  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
