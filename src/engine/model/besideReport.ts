/**
 * A model's own comparison of two of its runs, in addition to the general one: plain data that generic code passes on.
 */
export interface BesideReport {
  readonly kind: string;
}

/** A model's own comparison of two of its runs. */
export interface BesideTold {
  readonly report: BesideReport;
  /** The same for people, line by line. */
  lines(): readonly string[];
}
