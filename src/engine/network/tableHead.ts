/** Positions of what is read of a table's columns, as those of Gephi or of a spreadsheet. */
export interface TableHead {
  readonly source: number;
  readonly target: number;
  readonly weight: number | null;
  /** Says of each line whether it is directed; null for a table that does not. */
  readonly type: number | null;
  readonly columns: number;
}

/** Most columns of a line that is two accounts and perhaps a weight. */
const FEW = 3;

/**
 * The columns of a table by their names, which it needs where there are more of them than an edge list has: `Source`
 * and `Target`, and if they are there `Weight` and `Type`. Null for a line that is no such head.
 */
export function tableHead(columns: readonly string[]): TableHead | null {
  if (columns.length <= FEW) return null;
  const names = columns.map(column => column.trim().toLowerCase());
  const place = (name: string) => {
    const at = names.indexOf(name);
    return at < 0 ? null : at;
  };
  const [source, target] = [place('source'), place('target')];
  if (source === null || target === null) return null;
  return { source, target, weight: place('weight'), type: place('type'), columns: columns.length };
}
