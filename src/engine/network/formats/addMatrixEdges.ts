import type { NetworkRecord, RecordDraft } from './networkFormat.ts';

/** A matrix of which the entry in row i and column j is the edge from i to j. */
interface Matrix {
  readonly size: number;
  /** The entry as it is written; empty for none. */
  at(row: number, column: number): string;
  id(node: number): string;
  /** Place of a row's edge. */
  place(row: number): number;
}

const isEmptyMatrixEntry = (entry: string): boolean =>
  /^([+-]?0*\.?0*(e[+-]?\d+)?|na|nan|null|none|-|\.)$/i.test(entry);

/**
 * Adds the edges of a matrix: of a symmetric one each pair once, both ways; of another one each entry, from its row to
 * its column. Entries that are all 0 or 1 do not count as weights.
 */
export function addMatrixEdges(
  draft: RecordDraft,
  { size, at, id, place }: Matrix,
): Pick<NetworkRecord, 'declared'> {
  let isSymmetric = true;
  let isWeighted = false;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const entry = at(row, column);
      isWeighted ||= !isEmptyMatrixEntry(entry) && Number(entry) !== 1;
      if (column > row)
        isSymmetric &&= entry === at(column, row) || Number(entry) === Number(at(column, row));
    }
  }
  for (let row = 0; row < size; row++) draft.node(id(row));
  for (let row = 0; row < size; row++) {
    for (let column = isSymmetric ? row : 0; column < size; column++) {
      const entry = at(row, column);
      if (isEmptyMatrixEntry(entry)) continue;
      draft.edge({
        source: id(row),
        target: id(column),
        weight: isWeighted ? entry : null,
        place: place(row),
      });
    }
  }
  return { declared: isSymmetric ? 'undirected' : 'directed' };
}
