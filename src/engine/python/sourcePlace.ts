/** Both 1-based, in the given source; columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mistake in a source; the message is one clause without a full stop. */
export interface SourceProblem extends Place {
  readonly message: string;
  /** For a part outside of the language: the title of the example with more on it, '' for the beginning of the page. */
  readonly help?: string;
}
