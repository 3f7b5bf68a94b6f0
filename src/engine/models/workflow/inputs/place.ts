import type { Place } from '../../../python/place.ts';

/** Where a value begins, for places inside it. */
export interface Anchor extends Place {
  /** Each line of the value stands on a line of the text, as it is; else only its beginning is known. */
  readonly isExact: boolean;
}

/** The place of something inside a value that begins at another place. */
export const placeWithin = (at: Anchor, inside: Place): Place =>
  at.isExact
    ? { line: at.line + inside.line - 1, column: at.column + inside.column - 1 }
    : { line: at.line, column: at.column };
