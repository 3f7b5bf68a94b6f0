/** A chart's data as rows; the first column names the row. */
export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
