/**
 * A model's own comparison of two of its runs, in addition to the general one: plain data that generic code passes on.
 */
export interface ComparisonReport {
  readonly kind: string;
}

/** A model's own comparison of two of its runs. */
export interface ComparisonSummary {
  readonly report: ComparisonReport;
  /** The same for people, line by line. */
  lines(): readonly string[];
}
