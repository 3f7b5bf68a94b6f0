/** A value of a document that is not what follows from its answers. */
export interface Difference {
  /** JSON path: `agents[4].current_state`. */
  readonly where: string;
  /** The document's value and the value it would have, as JSON; null if there is none. */
  readonly said: string | null;
  readonly is: string | null;
}

/** A part of documents that nothing can check. */
export interface UncheckedPart {
  /** JSON path, with [] for each row: `decisions[].raw`. */
  readonly path: string;
  readonly words: string;
}

/** Result of a verification: if the whole document follows from its set-up, seed and answers. */
export interface Verdict {
  readonly verdict: 'verified' | 'differs';
  /** The recorded hash. */
  readonly hash: string;
  /** The first place that differs; null if none does. */
  readonly difference: Difference | null;
  /** Reason of the difference, if it is not a value of the document; null else. */
  readonly reason: string | null;
  /** Parts of the document that nothing can check, in words. */
  readonly unchecked: string;
  /** The same as JSON paths, with [] for each row; a path stands for all below it. */
  readonly uncheckedPaths: readonly string[];
}
