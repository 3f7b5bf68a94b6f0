import { LineCounter, type Scalar } from 'yaml';
import type { TextProblem } from '../../../core/textProblem.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import { findWholeWord } from '../turn/findWholeWord.ts';
import type { Anchor } from './promptTemplate.ts';

/** Most problems reported; further ones are mostly consequences. */
export const MAX_PROBLEMS = 100;

/** Collects the problems of a text, by place. */
export class Problems {
  #found: TextProblem[] = [];
  readonly lines = new LineCounter();

  constructor(readonly text: string) {}

  /** True if no more problems will be reported. */
  get isFull(): boolean {
    return this.#found.length >= 2 * MAX_PROBLEMS;
  }

  /** Number of errors so far. */
  get errors(): number {
    return this.#found.filter(({ severity }) => severity === 'error').length;
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  /** The problems in the order of the text; errors take precedence if not all fit. */
  get all(): readonly TextProblem[] {
    const kept = [...this.#found].sort(
      (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
    );
    return kept.slice(0, MAX_PROBLEMS).sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** @param offset UTF-16 units from the start of the text */
  at(offset: number): Place {
    const { line, col } = this.lines.linePos(Math.min(Math.max(0, offset), this.text.length));
    // In an empty text no line has been counted.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  error(offset: number, length: number, message: string, meant: string | null = null): void {
    this.put({ severity: 'error', ...this.at(offset), length, message, meant });
  }

  warn(place: Place, length: number, message: string, meant: string | null = null): void {
    this.put({ severity: 'warning', line: place.line, column: place.column, length, message, meant });
  }

  /**
   * The first place from another one on where a word stands on its own: of a value whose lines are not those of the
   * text, only the beginning is known. The other place, with no length, if there is none.
   */
  findWord(from: Place, word: string): Place & { readonly length: number } {
    const start = (this.lines.lineStarts[from.line - 1] ?? 0) + from.column - 1;
    const rest = this.text.slice(start);
    // Braces end a word by themselves.
    const at = word === '' ? -1 : word.startsWith('{') ? rest.indexOf(word) : findWholeWord(rest, word);
    if (at < 0) return { line: from.line, column: from.column, length: 0 };
    return { ...this.at(start + at), length: word.length };
  }

  /** Warns at the first place from another one on where a word stands. */
  warnAtWord(from: Place, word: string, message: string, meant: string | null = null): void {
    const { length, ...place } = this.findWord(from, word);
    this.warn(place, length, message, length > 0 ? meant : null);
  }

  /** Takes the errors at a place back. */
  takeBack(offset: number): void {
    const { line, column } = this.at(offset);
    this.#found = this.#found.filter(
      one => one.severity !== 'error' || one.line !== line || one.column !== column,
    );
  }

  put(problem: TextProblem): void {
    if (this.isFull) return;
    const isKnown = this.#found.some(
      ({ line, column, message }) =>
        line === problem.line && column === problem.column && message === problem.message,
    );
    if (!isKnown) this.#found.push(problem);
  }

  /** Start of a scalar's value: exact for block literals, and for single lines without escapes. */
  anchorOf(scalar: Scalar): Anchor {
    const from = scalar.range?.[0] ?? 0;
    const start = this.at(from);
    const value = String(scalar.value);
    if (scalar.type === 'BLOCK_LITERAL') {
      const lines = value.split('\n');
      const firstLine = Math.max(
        0,
        lines.findIndex(line => line.trim() !== ''),
      );
      const [first, written] = [lines[firstLine], this.#line(start.line + 1 + firstLine)];
      const isExact = written.endsWith(first);
      return { line: start.line + 1, column: isExact ? written.length - first.length + 1 : 1, isExact };
    }
    const quote = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE' ? 1 : 0;
    const isExact =
      scalar.type !== 'BLOCK_FOLDED' && !value.includes('\n') && this.text.startsWith(value, from + quote);
    return { line: start.line, column: start.column + (isExact ? quote : 0), isExact };
  }

  #line(line: number): string {
    const from = this.lines.lineStarts[line - 1];
    if (from === undefined) return '';
    const to = this.lines.lineStarts[line] ?? this.text.length + 1;
    return this.text.slice(from, to).replace(/\r?\n?$/, '');
  }
}
