import { addMatrixEdges } from './addMatrixEdges.ts';
import { findEndpointColumns } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, RecordDraft } from './networkFormat.ts';
import { createNumberNormalizer, isNumericText } from './networkNumbers.ts';
import type { TableRow } from './parseNetworkRows.ts';

/** As many lines as columns, with or without names over and before them. */
export const ADJACENCY_MATRIX: NetworkFormat = {
  name: 'an adjacency matrix',
  fits: file => findAdjacencySquare(file) !== null,
  read(file) {
    const { names, rows, first } = findAdjacencySquare(file) ?? { names: null, rows: [], first: 0 };
    const draft = new RecordDraft(file);
    const asNumber = createNumberNormalizer(rows.flatMap(({ cells }) => cells.slice(first)));
    const { declared } = addMatrixEdges(draft, {
      size: rows.length,
      at: (row, column) => asNumber(rows[row].cells[first + column] ?? ''),
      id: node => names?.[node] ?? String(node),
      place: row => rows[row].line,
    });
    return draft.end({
      declared,
      comments: file.rows.comments.length,
      remarks: [`a matrix of ${rows.length} by ${rows.length}: an entry leads from its row to its column`],
    });
  },
};

interface Square {
  readonly names: readonly string[] | null;
  readonly rows: readonly TableRow[];
  /** Column of the first number in a line. */
  readonly first: number;
}

/** Lines of which no table has as many columns by chance. */
const LARGE = 10;

const areMatrixEntries = (cells: readonly string[]): boolean =>
  cells.every(
    cell =>
      cell === '' ||
      cell === '.' ||
      /^na$/i.test(cell) ||
      isNumericText(cell) ||
      /^-?\d+([.,]\d+)?$/.test(cell),
  );

function findAdjacencySquare({ rows: { rows } }: NetworkFile): Square | null {
  return parseHeadedSquare(rows) ?? (isBareSquare(rows) ? { names: null, rows, first: 0 } : null);
}

/** Names over the columns, and most likely the same before the lines. */
function parseHeadedSquare([head, ...rows]: readonly TableRow[]): Square | null {
  const size = rows.length;
  if (head === undefined || size < 2) return null;
  const hasCorner = head.cells.length === size + 1 && !isNumericText(head.cells[0]);
  if (!hasCorner && head.cells.length !== size) return null;
  const names = hasCorner ? head.cells.slice(1) : head.cells;
  if (new Set(names).size !== size || names.includes('')) return null;
  const isNamed = rows.every(({ cells }, row) => cells[0] === names[row] && cells.length === size + 1);
  if (isNamed && rows.every(({ cells }) => areMatrixEntries(cells.slice(1))))
    return { names, rows, first: 1 };
  const isUnnamed =
    !hasCorner && findEndpointColumns(names) === null && names.every(name => !isNumericText(name));
  return isUnnamed && isBareSquare(rows) ? { names, rows, first: 0 } : null;
}

/** Numbers alone; three lines of three could be edges with weights, unless all are 0 or 1. */
function isBareSquare(rows: readonly TableRow[]): boolean {
  const size = rows.length;
  if (size < 3 || rows.some(({ cells }) => cells.length !== size || !areMatrixEntries(cells))) return false;
  if (rows.every(({ cells }) => cells.every(cell => /^[01](\.0*)?(e\+0+)?$/i.test(cell)))) return true;
  // A few edges with a weight and a time are as many lines as columns by chance, but have no zeros from corner to corner.
  return (
    size >= LARGE || (size > 3 && rows.every(({ cells }, row) => Number(cells[row].replace(',', '.')) === 0))
  );
}
