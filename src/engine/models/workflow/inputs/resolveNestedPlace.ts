import type { Place } from '../../../python/sourcePlace.ts';

/** Start of a value, from which places inside it are computed. */
export interface Anchor extends Place {
  /** True if each line of the value is a line of the text as it is; if not, only its beginning is known. */
  readonly isExact: boolean;
}

/** The place of something inside a value that begins at another place. */
export const resolveNestedPlace = (at: Anchor, inside: Place): Place =>
  at.isExact
    ? { line: at.line + inside.line - 1, column: at.column + inside.column - 1 }
    : { line: at.line, column: at.column };
