import type { Place, SourceProblem } from '../sourcePlace.ts';
import { NOT_PART } from './pythonWords.ts';

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

  problem(refusal: Refusal): SourceProblem {
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

/** Titles of examples by what a message says that is not in the language; the first that fits. */
export const EXAMPLE_FOR: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:a star|two stars) before a parameter|^the function|^a call of|^a decorator|^global/,
    'Functions as values',
  ],
  [/^the error|after raise/, 'Errors: handled, raised, and what comes in any case'],
  [/slice|^the method (?:append|pop|sort|remove|insert|update)/, 'Setting and deleting items'],
  [/^the method/, 'Methods of strings'],
  [/^a generator/, 'Generators in any, all, sum, min, max, sorted, list, tuple and join'],
  [/with %|f-string|^the format/, 'Text with values in it'],
  [/^a star before a value/, 'Several names at once'],
  [/^a walrus/, 'A while loop; a run ends with an error after 10,000 steps'],
  [/^a set /, 'Comprehensions'],
];

/**
 * Title of the example that fits a message best, '' for the beginning of the page; null if the problem is another one.
 */
function findHelpForMessage(message: string): string | null {
  if (!message.includes(NOT_PART)) return null;
  return EXAMPLE_FOR.find(([pattern]) => pattern.test(message))?.[1] ?? '';
}
