/** Forms of a report: one HTML page, or Markdown. */
export const FINDINGS_FORMS = ['html', 'md'] as const;
/** One of `FINDINGS_FORMS`. */
export type FindingsForm = (typeof FINDINGS_FORMS)[number];

/** Choices about the content of a report. */
export interface FindingsChoices {
  /** The rule that it is about, by its id; null for the recommended one. */
  readonly rule: string | null;
  /** Threshold of that rule, if it is another than its own; absent or null: its own. */
  readonly threshold?: number | null;
  /** Calls that it does not count, by regular expressions; absent: it counts all. */
  readonly exempt?: readonly { readonly tool: string; readonly args: string | null }[];
  /** True if rules are also chosen on one half of the tasks and shown on the other. */
  readonly hasHoldOut: boolean;
  /** True if it quotes arguments of loops from the recordings. */
  readonly hasTexts: boolean;
}

/** A report as it is asked for. */
export interface FindingsOrder extends FindingsChoices {
  readonly form: FindingsForm;
  /** Day of the report; absent: it names none. */
  readonly date?: string;
}

/** Hash of a run, and the round after which it has that hash. */
export interface RunMark {
  readonly hash: string;
  readonly round: number;
}

/** A run with its mark. */
export interface MarkedRun<State> {
  readonly state: State;
  readonly mark: RunMark;
}
