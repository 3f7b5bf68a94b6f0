/** A chart's data as rows; the first column names the row. */
export interface TableData {
  readonly head: readonly string[];
  /** Order of its first rows, if it is long: "most followed"; absent: the newest. */
  readonly first?: string;
  readonly rows: readonly (readonly (string | number)[])[];
}
