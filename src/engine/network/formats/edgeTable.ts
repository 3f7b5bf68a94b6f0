import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { inferDirectionFromNames } from '../reading/direction.ts';
import { isNodeTableHeader, isUnrelatedTable } from '../reading/otherTable.ts';
import { findEndpointColumns, findWeightColumn, getColumnRoleByName } from './columns.ts';
import { findDeclaredDirection } from './comments.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { createNumberNormalizer, isNumericText, isWholeNumberText } from './numbers.ts';
import { computeCommonRowWidth, type Row } from './rows.ts';
import {
  type Columns,
  EXPECTED,
  FEW,
  type Head,
  inferColumnsByContent,
  mapColumnsByName,
} from './tableColumns.ts';

/** Example of a line, with and without a weight. */
export const EXAMPLE = 'anna,ben or, with a weight, anna,ben,0.5';
/**
 * Two accounts a line, and whatever else stands there: a list as NetworkX, igraph and KONECT's readers save it, or a
 * table by its head as Gephi, pandas, R, Neo4j and spreadsheets do. It is what any text is taken for that is nothing else.
 */
export const EDGE_TABLE: NetworkFormat = {
  name: 'an edge list',
  fits: () => true,
  read: readEdgeTable,
};

/** Reads two accounts a line. @throws InputError that names the line and what stands there */
export function readEdgeTable(file: NetworkFile): NetworkRecord {
  const { rows: all, comments } = file.rows;
  const above = findTableHeader(file, all);
  const rows = above === null ? all : all.slice(1);
  const head = above ?? findHeaderInComments(file, all);
  if (rows.length === 0) return throwNoEdgesError(file);
  const columns = head === null ? inferColumnsByContent(file, rows) : mapColumnsByName(rows, head);
  const told = columns.names && inferDirectionFromNames(...columns.names);
  const draft = new RecordDraft(file);
  const weightIn = ({ cells, attributes }: Row) =>
    columns.weight === null ? parseNetworkXWeight(attributes) : (cells[columns.weight] ?? '');
  const asNumber = createNumberNormalizer(rows.map(row => weightIn(row) ?? ''));
  const kinds = new Set<string>();
  for (const row of rows) {
    checkEdgeRow(file, row, columns);
    const kind = columns.type === null ? '' : (row.cells[columns.type] ?? '').toLowerCase();
    kinds.add(kind);
    draft.edge({
      source: normalizeNumericId(row.cells[columns.source]),
      target: normalizeNumericId(row.cells[columns.target]),
      weight: asNumber(weightIn(row) ?? '') || null,
      isUndirected: /^(undirected|mutual)$/.test(kind) || (columns.isFlag && /^(false|0|no)$/.test(kind)),
      place: row.line,
    });
  }
  const isEachDirected =
    kinds.size === 1 && (kinds.has('directed') || (columns.isFlag && /^(true|1|yes)$/.test([...kinds][0])));
  const ids = rows.slice(0, 1000).flatMap(({ cells }) => [cells[columns.source], cells[columns.target]]);
  if (ids.some(id => /^\d\.\d+E\+1\d$/.test(id)))
    draft.remark(
      'ids such as 1.23457E+17 were rounded by a spreadsheet, so different accounts may have become one',
    );
  return draft.end({
    declared: findDeclaredDirection(comments) ?? (isEachDirected ? 'directed' : null),
    columns: columns.names,
    told,
    weightName: columns.weightName ?? (rows[0].attributes !== null ? 'weight' : null),
    leftOut: columns.leftOut,
    comments: comments.length,
    remarks: columns.remarks,
    isPlain: true,
  });
}

/** `007` and `7` are one id. */
const normalizeNumericId = (id: string): string => (isWholeNumberText(id) ? id.replace(/^0+(?=\d)/, '') : id);

/** The weight among NetworkX's attributes of an edge. */
const parseNetworkXWeight = (attributes: string | null): string | null =>
  attributes === null ? null : (/['"]weight['"]\s*:\s*([^,\s}]+)/.exec(attributes)?.[1] ?? null);

function throwNoEdgesError(file: NetworkFile): never {
  throw new InputError(
    `${file.name} has no edges. What is read here: two accounts a line, such as ${EXAMPLE}`,
  );
}

function checkEdgeRow(file: NetworkFile, row: Row, { source, target, names, width }: Columns): void {
  const { cells, line, text } = row;
  const where = `${file.name}, line ${line}`;
  const [first, second] = [cells[source] ?? '', cells[target] ?? ''];
  if (cells.length >= FEW && findEndpointColumns(cells) !== null && cells.every(cell => !/\d/.test(cell)))
    throw new InputError(`${where}: the names of columns must come first`);
  if (names === null || width <= FEW) {
    if (cells.length < 2)
      throw new InputError(`${where}: only one account in ${quoteUserValue(text)}; ${EXPECTED}`);
    if (cells.length > width)
      throw new InputError(`${where}: ${cells.length} columns in ${quoteUserValue(text)}; ${EXPECTED}`);
    if (first === '' || second === '')
      throw new InputError(`${where}: an empty column in ${quoteUserValue(text)}; ${EXPECTED}`);
    return;
  }
  if (cells.length > width)
    throw new InputError(
      `${where}: ${quoteUserValue(text)} has ${cells.length} columns, but the first line ${width}`,
    );
  if (first === '' || second === '')
    throw new InputError(`${where}: ${quoteUserValue(text)} has no source or no target`);
}

/** The first line where it names columns; null where it is an edge. @throws InputError for the head of another table */
function findTableHeader(file: NetworkFile, rows: readonly Row[]): Head | null {
  const [first, second] = rows;
  if (first === undefined) return null;
  const names = first.cells;
  const ends = names.length >= 2 ? findHeaderEndpoints(names, rows) : null;
  if (ends !== null) return { names, ends };
  const isLong = names.length > FEW && !isNodeTableHeader(first);
  if (names.length < 2 || isLong) {
    if (names.length > FEW && names.every(name => /^[a-z]/i.test(name)) && second?.cells.some(isNumericText))
      file.fail(first.line, `${names.length} columns in ${quoteUserValue(first.text)}; ${EXPECTED}`);
    return null;
  }
  if (isUnrelatedTable(rows)) {
    const [columns, values] = [first, second].map(({ cells }) =>
      cells.slice(0, 2).map(quoteUserValue).join(' and '),
    );
    throw new InputError(
      `${file.name} looks like a table of ${columns} (line ${second.line}: ${values}). What is read here: two accounts a line, such as ${EXAMPLE}`,
    );
  }
  if (isWholeNumberText(names[0]) || isWholeNumberText(names[1])) return null;
  const isNumbered = second?.cells.slice(0, 2).every(isWholeNumberText) ?? false;
  const thirds = rows.slice(1, 100).map(({ cells }) => cells[2] ?? '');
  const isOverNumbers =
    names[2] !== undefined && !/\d/.test(names[2]) && thirds.length > 0 && thirds.every(isNumericText);
  return isNumbered || isOverNumbers ? { names, ends: [0, 1] } : null;
}

/** The two columns of accounts of a line that is a head; null for one that is none. */
function findHeaderEndpoints(names: readonly string[], rows: readonly Row[]): Head['ends'] | null {
  const ends = findEndpointColumns(names);
  if (ends !== null) return names.length === 2 ? [0, 1] : ends;
  const others = names.slice(2);
  const isKnown = (name: string, at: number) =>
    getColumnRoleByName(name) !== null ||
    findWeightColumn([name]) !== null ||
    (others.length === 1 && at === 0);
  if (isSourceTargetHeader(names) && others.every(isKnown)) return [0, 1];
  const second = rows[1];
  const isIndex =
    names.length >= FEW && /^(|unnamed: 0|index|rownames)$/i.test(names[0]) && second !== undefined;
  if (isIndex && (names[0] === '' ? !isMatrixHeader(names, rows) : isWholeNumberText(second.cells[0])))
    return [1, 2];
  const areNumbered = second?.cells.slice(0, 2).every(isWholeNumberText) ?? false;
  const areWords = names.every(name => name !== '' && !isNumericText(name));
  return names.length > FEW && areNumbered && areWords && others.every(isKnown) ? [0, 1] : null;
}

/** Whether the names over the columns are those before the lines. */
const isMatrixHeader = (names: readonly string[], rows: readonly Row[]): boolean =>
  names.length === rows.length && names.slice(1).every(name => rows.some(({ cells }) => cells[0] === name));

/** Names of columns that tell no direction. */
const COLUMN_NAMES = /^((node|id|user|account)(_?(1|2|a|b|id))?|[uv])$/i;

/** Whether a line says source and target, in one of the usual words. */
function isSourceTargetHeader([source, target]: readonly string[]): boolean {
  const isName = (column: string) =>
    COLUMN_NAMES.test(column) || inferDirectionFromNames(column, '') !== null;
  return isName(source) && isName(target);
}

/** Names that stand in a comment, as SNAP writes them: `# FromNodeId ToNodeId`. */
function findHeaderInComments(
  { rows: { comments, separator } }: NetworkFile,
  rows: readonly Row[],
): Head | null {
  const width = computeCommonRowWidth(rows.slice(0, 100));
  for (const comment of comments.slice(0, 20)) {
    const names = (separator === ' ' ? comment.trim().split(/\s+/) : comment.split(separator)).map(name =>
      name.trim(),
    );
    const ends = names.length === width ? findEndpointColumns(names) : null;
    if (ends !== null) return { names, ends };
  }
  return null;
}
