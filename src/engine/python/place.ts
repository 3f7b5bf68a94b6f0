/** Both 1-based, in the given source; columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mistake in a source; the message is one clause without a full stop. */
export interface Problem extends Place {
  readonly message: string;
  /**
   * Where something is not part of the language: the title of the example that says more, '' for the beginning of
   * the page.
   */
  readonly help?: string;
}
