/** A chart's data as rows; the first column names the row. */
export interface TableData {
  readonly head: readonly string[];
  /** What its first rows are, where it is long: "most followed"; absent: the newest. */
  readonly first?: string;
  readonly rows: readonly (readonly (string | number)[])[];
}
