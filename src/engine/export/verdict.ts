/** A value of a document that is not what follows from its answers. */
export interface Difference {
  /** JSON path: `agents[4].current_state`. */
  readonly where: string;
  /** The document's value and the value it would have, as JSON; null if there is none. */
  readonly said: string | null;
  readonly is: string | null;
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
  /** Of what the document holds, what nothing can check. */
  readonly unchecked: string;
}
