/** A problem of a text that its author can mend, at its place. */
export interface TextProblem {
  /** `error`: no run can be made of it; `warning`: one can. */
  readonly severity: 'error' | 'warning';
  /** Line and column from 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** UTF-16 units concerned, on that line; 0 for a place between two. */
  readonly length: number;
  /** One sentence without a full stop: `no state is called “shiping”`. */
  readonly message: string;
  /** The suggested replacement for those units; null if nothing is similar. */
  readonly meant: string | null;
  /** Title of the example in Help with more on it, '' for its beginning; absent if Help has nothing. */
  readonly help?: string;
}
