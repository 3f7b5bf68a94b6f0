import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { parseEdgeWeight } from './networkNumbers.ts';

const MATRIX_MARKET_HEAD = /^\s*%%MatrixMarket\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/i;

/** Matrix Market, dense or by coordinates; also by coordinates without its first line, as some collections have it. */
export const MATRIX_MARKET: NetworkFormat = {
  name: 'Matrix Market',
  fits: file => /^\s*%%MatrixMarket\b/i.test(file.text) || isHeadlessMatrixMarket(file),
  read: readMatrixMarket,
};

interface MatrixEntry {
  readonly row: number;
  readonly column: number;
  readonly value: string | null;
  readonly line: number;
}

interface MatrixSize {
  readonly rows: number;
  readonly columns: number;
}

function readMatrixMarket(file: NetworkFile): NetworkRecord {
  const head = MATRIX_MARKET_HEAD.exec(file.text);
  if (head === null && !isHeadlessMatrixMarket(file))
    file.fail(1, '%%MatrixMarket is followed by four words, such as matrix coordinate real general');
  const [, object, layout, field, symmetry] = (head ?? ['', 'matrix', 'coordinate', '', '']).map(word =>
    word.toLowerCase(),
  );
  if (object !== 'matrix') file.fail(1, `Matrix Market's "${object}" is not a matrix`);
  const numbers = parseMatrixMarketLines(file);
  const [first] = numbers;
  if (first === undefined) file.fail(null, 'Matrix Market has no line with its size');
  const [rows, columns] = first.cells.map(Number);
  if (![rows, columns].every(size => Number.isSafeInteger(size) && size > 0))
    file.fail(first.line, `${JSON.stringify(first.cells.join(' '))} is not a size`);
  const size = { rows, columns };
  const isSquare = rows === columns;
  const draft = new RecordDraft(file);
  if (isSquare) draft.numbered(rows);
  else {
    draft.numbered(rows, row => `row ${row}`);
    draft.numbered(columns, column => `column ${column}`);
    draft.remark('rows and columns are nodes of two kinds');
  }
  const entries =
    layout === 'array'
      ? readDenseEntries(file, numbers, size, symmetry)
      : readSparseEntries(file, numbers, size);
  const isWeighted =
    field !== 'pattern' && field !== 'complex' && entries.some(({ value }) => value !== null);
  if (field === 'complex') draft.remark('complex entries cannot be weights');
  const isTurned = symmetry === 'skew-symmetric';
  if (isTurned) draft.remark('an entry of a skew-symmetric matrix leads the way in which it is above 0');
  let zeros = 0;
  for (const { row, column, value, line } of entries) {
    if (value !== null && parseEdgeWeight(value.replace(/^-/, '')) === 0) {
      zeros++;
      continue;
    }
    const isBack = isTurned && value?.startsWith('-') === true;
    const [from, to] = isBack ? [column, row] : [row, column];
    const name = (index: number, isRow: boolean) =>
      isSquare ? String(index) : `${isRow ? 'row' : 'column'} ${index}`;
    const weight = isBack ? value.slice(1) : value;
    draft.edge({
      source: name(from, true),
      target: name(to, false),
      weight: isWeighted ? weight : null,
      place: line,
    });
  }
  if (zeros > 0) draft.remark(`${zeros} ${zeros === 1 ? 'entry' : 'entries'} of 0 left out`);
  const isMutual = symmetry === 'symmetric' || symmetry === 'hermitian' || !isSquare;
  return draft.end({
    declared: isMutual ? 'undirected' : symmetry === '' ? null : 'directed',
    weightName: isWeighted ? 'the entries' : null,
    remarks:
      head === null ? [`the first line, ${first.cells.join(' ')}, is the size of a matrix and no edge`] : [],
  });
}

interface NumberLine {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Lines without comments, as cells. */
const parseMatrixMarketLines = ({ lines }: NetworkFile): readonly NumberLine[] =>
  lines.flatMap((text, at) => {
    const bare = text.trim();
    return bare === '' || bare.startsWith('%') ? [] : [{ cells: bare.split(/\s+/), line: at + 1 }];
  });

function readSparseEntries(
  file: NetworkFile,
  [first, ...lines]: readonly NumberLine[],
  { rows, columns }: MatrixSize,
): readonly MatrixEntry[] {
  if (first.cells.length < 3) file.fail(first.line, 'a size by coordinates has rows, columns and entries');
  if (Number(first.cells[2]) !== lines.length)
    file.fail(first.line, `${first.cells[2]} entries are announced, and ${lines.length} are there`);
  return lines.map(({ cells, line }) => {
    const [row, column] = cells.slice(0, 2).map(Number);
    const isIn = (index: number, most: number) => Number.isInteger(index) && index >= 1 && index <= most;
    if (!isIn(row, rows) || !isIn(column, columns))
      file.fail(
        line,
        `${JSON.stringify(cells.slice(0, 2).join(' '))} is not a place in ${rows} rows and ${columns} columns`,
      );
    return { row, column, value: cells[2] ?? null, line };
  });
}

/** Entries of a matrix that is written whole, column by column; of a symmetric one below its diagonal. */
function readDenseEntries(
  file: NetworkFile,
  [first, ...lines]: readonly NumberLine[],
  { rows, columns }: MatrixSize,
  symmetry: string,
): readonly MatrixEntry[] {
  const values = lines.flatMap(({ cells, line }) => cells.map(value => ({ value, line })));
  const isHalf = symmetry !== 'general';
  const skip = symmetry === 'skew-symmetric' ? 1 : 0;
  const expected = isHalf ? (rows * (rows + 1 - 2 * skip)) / 2 : rows * columns;
  if (values.length !== expected)
    file.fail(first.line, `${expected} entries are announced, and ${values.length} are there`);
  const entries: MatrixEntry[] = [];
  let at = 0;
  for (let column = 1; column <= columns; column++)
    for (let row = isHalf ? column + skip : 1; row <= rows; row++)
      entries.push({ row, column, ...values[at++] });
  return entries;
}

/** True if the first line of three numbers is the size of the rest: a square, and as many lines. */
function isHeadlessMatrixMarket(file: NetworkFile): boolean {
  if (!/^\s*(%.*\r?\n\s*)*(\d+)[ \t]+\2[ \t]+\d+[ \t]*\r?\n/.test(file.text)) return false;
  const [first, ...lines] = parseMatrixMarketLines(file);
  const [size, , count] = first.cells.map(Number);
  return (
    count === lines.length &&
    lines.every(
      ({ cells }) =>
        (cells.length === 3 || cells.length === 2) &&
        cells.slice(0, 2).every(cell => /^\d+$/.test(cell) && Number(cell) >= 1 && Number(cell) <= size),
    )
  );
}
