import { isWholeNumberText } from '../formats/networkNumbers.ts';
import type { TableRow } from '../formats/parseNetworkRows.ts';

/** Greater numbers are taken for ids. */
const SMALL = 1_000_000;
/** Names of columns that say something of one account. */
const MEASURE_COLUMN =
  /^(age|years?|count|number|amount|score|value|size|points|grade|price|height|posts|followers|gender|sex|city|country|date|group)$/i;

const isSmallNumberText = (text: string): boolean =>
  (isWholeNumberText(text) || /^\d+\.\d+$/.test(text)) && Number(text) < SMALL;

/** True if a line is the head of a table of nodes, which Gephi has in addition to that of edges. */
export const isNodeTableHeader = ({ cells }: Pick<TableRow, 'cells'>): boolean =>
  /^(node)?_?id$/i.test(cells[0]) && /^(label|name)$/i.test(cells[1] ?? '');

/**
 * Detects a table that is not an edge list, such as `name;age` and `anna;3`: a header row above one column of names and
 * one of small numbers.
 */
export function isUnrelatedTable([head, ...rows]: readonly Pick<TableRow, 'cells'>[]): boolean {
  if (head === undefined || rows.length === 0) return false;
  if (isNodeTableHeader(head)) return true;
  if (isSmallNumberText(head.cells[0]) || isSmallNumberText(head.cells[1])) return false;
  const isSmallAt = ({ cells }: Pick<TableRow, 'cells'>, at: number) => isSmallNumberText(cells[at] ?? '');
  const isMeasured = (name: number, number: number) =>
    !rows.some(row => isSmallAt(row, name)) &&
    (MEASURE_COLUMN.test(head.cells[number])
      ? rows.some(row => isSmallAt(row, number))
      : rows.every(row => isSmallAt(row, number)));
  if (!isMeasured(0, 1) && !isMeasured(1, 0)) return false;
  const named = new Set(head.cells.slice(0, 2));
  return !rows.some(({ cells }) => named.has(cells[0]) || named.has(cells[1]));
}
