/** A value of a document that is not what follows from its answers. */
export interface Difference {
  /** JSON path: `agents[4].current_state`. */
  readonly where: string;
  /** What the document says there, and what it would be, as JSON; null where there is nothing. */
  readonly said: string | null;
  readonly is: string | null;
}

/** What a run document is worth: whether all that it says follows from its set-up, seed and answers. */
export interface Verdict {
  readonly verdict: 'verified' | 'differs';
  /** The recorded hash. */
  readonly hash: string;
  /** The first place that differs; null where none does. */
  readonly difference: Difference | null;
  /** Why it differs, where that is no value of the document; null else. */
  readonly reason: string | null;
  /** Of what the document holds, what nothing can check. */
  readonly unchecked: string;
}
