import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { inferDirectionFromNames, stripColumnType } from '../reading/direction.ts';
import { isNodeTableHeader, isUnrelatedTable } from '../reading/otherTable.ts';
import { EndGroupReader, type EndGroups, findEndGroups } from './endGroups.ts';
import { findEndpointColumns, findWeightColumn, getColumnRoleByName } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { canBeTimes, createNumberNormalizer, isNumericText, isWholeNumberText } from './networkNumbers.ts';
import { computeCommonRowWidth, type TableRow } from './parseNetworkRows.ts';

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

/** Reads two accounts per line. @throws InputError that names the line and the text there */
export function readEdgeTable(file: NetworkFile): NetworkRecord {
  const { rows: all, comments } = file.rows;
  const above = findTableHeader(file, all);
  const rows = above === null ? all : all.slice(1);
  const head = above ?? findHeaderInComments(file, all);
  if (rows.length === 0) return throwNoEdgesError(file);
  const columns = head === null ? inferColumnsByContent(file, rows) : mapColumnsByName(rows, head);
  const report = columns.names && inferDirectionFromNames(...columns.names);
  const draft = new RecordDraft(file);
  const weightIn = ({ cells, attributes }: TableRow) =>
    columns.weight === null ? parseNetworkXWeight(attributes) : (cells[columns.weight] ?? '');
  const asNumber = createNumberNormalizer(rows.map(row => weightIn(row) ?? ''));
  const kinds = new Set<string>();
  const groups = new EndGroupReader(file.name, columns.groups);
  for (const row of rows) {
    checkEdgeRow(file, row, columns);
    const kind = columns.type === null ? '' : (row.cells[columns.type] ?? '').toLowerCase();
    kinds.add(kind);
    const source = normalizeNumericId(row.cells[columns.source]);
    const target = normalizeNumericId(row.cells[columns.target]);
    if (columns.groups.length > 0) {
      draft.node(source, null, groups.read(source, row, 'source'));
      draft.node(target, null, groups.read(target, row, 'target'));
    }
    draft.edge({
      source,
      target,
      weight: asNumber(weightIn(row) ?? '') || null,
      isUndirected: /^(undirected|mutual)$/.test(kind) || (columns.isFlag && /^(false|0|no)$/.test(kind)),
      place: row.line,
    });
  }
  const merged = describeMergedIds(rows, columns);
  if (merged !== null) draft.remark(merged);
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
    stated: report,
    weightName: columns.weightName ?? (rows[0].attributes !== null ? 'weight' : null),
    leftOut: columns.leftOut,
    comments: comments.length,
    remarks: columns.remarks,
    isPlain: true,
  });
}

/** `007` and `7` are one id. */
const normalizeNumericId = (id: string): string => (isWholeNumberText(id) ? id.replace(/^0+(?=\d)/, '') : id);

/** Which numbers are written in several ways and so became one account, by the first of them; null for none. */
function describeMergedIds(rows: readonly TableRow[], { source, target }: Columns): string | null {
  const ids = (): readonly string[] => rows.flatMap(({ cells }) => [cells[source], cells[target]]);
  const spellings = new Map<string, Set<string>>();
  for (const id of ids())
    if (/^0\d+$/.test(id)) {
      const known = spellings.get(normalizeNumericId(id)) ?? new Set();
      spellings.set(normalizeNumericId(id), known.add(id));
    }
  if (spellings.size === 0) return null;
  for (const id of ids()) spellings.get(id)?.add(id);
  const several = [...spellings.values()].filter(({ size }) => size > 1);
  if (several.length === 0) return null;
  const names = [...several[0]].slice(0, MAX_SPELLINGS).map(quoteUserValue);
  const others = several.length - 1;
  const more = others === 0 ? '' : `, as ${others === 1 ? 'is 1 more number' : `are ${others} more numbers`}`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are one account${more}`;
}

/** Ways of writing a number that a notice names. */
const MAX_SPELLINGS = 4;

/** The weight among NetworkX's attributes of an edge. */
const parseNetworkXWeight = (attributes: string | null): string | null =>
  attributes === null ? null : (/['"]weight['"]\s*:\s*([^,\s}]+)/.exec(attributes)?.[1] ?? null);

function throwNoEdgesError(file: NetworkFile): never {
  throw new InputError(
    `${file.name} has no edges. What is read here: two accounts a line, such as ${EXAMPLE}`,
  );
}

function checkEdgeRow(file: NetworkFile, row: TableRow, { source, target, names, width }: Columns): void {
  const { cells, line, text } = row;
  const where = `${file.name}, line ${line}`;
  const [first, second] = [cells[source] ?? '', cells[target] ?? ''];
  if (
    cells.length >= MAX_EDGE_COLUMNS &&
    findEndpointColumns(cells) !== null &&
    cells.every(cell => !/\d/.test(cell))
  )
    throw new InputError(`${where}: the names of columns must come first`);
  if (names === null || width <= MAX_EDGE_COLUMNS) {
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

/** The first line if it names columns; null if it is an edge. @throws InputError for the head of another table */
function findTableHeader(file: NetworkFile, rows: readonly TableRow[]): Head | null {
  const [first, second] = rows;
  if (first === undefined) return null;
  const names = first.cells;
  const ends = names.length >= 2 ? findHeaderEndpoints(names, rows) : null;
  if (ends !== null) return { names, ends };
  const isLong = names.length > MAX_EDGE_COLUMNS && !isNodeTableHeader(first);
  if (names.length < 2 || isLong) {
    if (
      names.length > MAX_EDGE_COLUMNS &&
      names.every(name => /^[a-z]/i.test(name)) &&
      second?.cells.some(isNumericText)
    )
      file.fail(first.line, `${names.length} columns in ${quoteUserValue(first.text)}; ${EXPECTED}`);
    return null;
  }
  if (isUnrelatedTable(rows)) {
    const [columns, values] = [first, second].map(({ cells }) =>
      cells.slice(0, 2).map(quoteUserValue).join(' and '),
    );
    const joined = isNodeTableHeader(first)
      ? '. Groups of nodes are read from two further columns of the edges, source_group and target_group, or from GraphML'
      : '';
    throw new InputError(
      `${file.name} looks like a table of ${columns} (line ${second.line}: ${values}). What is read here: two accounts a line, such as ${EXAMPLE}${joined}`,
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
function findHeaderEndpoints(names: readonly string[], rows: readonly TableRow[]): Head['ends'] | null {
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
    names.length >= MAX_EDGE_COLUMNS &&
    /^(|unnamed: 0|index|rownames)$/i.test(names[0]) &&
    second !== undefined;
  if (isIndex && (names[0] === '' ? !isMatrixHeader(names, rows) : isWholeNumberText(second.cells[0])))
    return [1, 2];
  const areNumbered = second?.cells.slice(0, 2).every(isWholeNumberText) ?? false;
  const areWords = names.every(name => name !== '' && !isNumericText(name));
  return names.length > MAX_EDGE_COLUMNS && areNumbered && areWords && others.every(isKnown) ? [0, 1] : null;
}

/** True if the names over the columns are those before the lines. */
const isMatrixHeader = (names: readonly string[], rows: readonly TableRow[]): boolean =>
  names.length === rows.length && names.slice(1).every(name => rows.some(({ cells }) => cells[0] === name));

/** Column names without a direction. */
const COLUMN_NAMES = /^((node|id|user|account)(_?(1|2|a|b|id))?|[uv])$/i;

/** True if a line says source and target, in one of the usual words. */
function isSourceTargetHeader([source, target]: readonly string[]): boolean {
  const isName = (column: string) =>
    COLUMN_NAMES.test(column) || inferDirectionFromNames(column, '') !== null;
  return isName(source) && isName(target);
}

/** Names that stand in a comment, as SNAP writes them: `# FromNodeId ToNodeId`. */
function findHeaderInComments(
  { rows: { comments, separator } }: NetworkFile,
  rows: readonly TableRow[],
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

/** Comments at the top that may say what a file is. */
const MAX_HEADER_COMMENTS = 20;

/** Direction in the comments, such as SNAP's "Undirected graph"; null if they say nothing, or both. */
function findDeclaredDirection(comments: readonly string[]): NetworkRecord['declared'] {
  const text = comments.slice(0, MAX_HEADER_COMMENTS).join('\n');
  const isUndirected = /\bundirected\b/i.test(text);
  const isDirected = /\bdirected\b/i.test(text);
  if (isUndirected === isDirected) return null;
  return isUndirected ? 'undirected' : 'directed';
}

/** Expected form of a line if nothing names its columns. */
const EXPECTED = 'a line has two accounts, such as anna,ben, and at most a weight, such as anna,ben,0.5';
/** Most columns of a line that is two accounts and perhaps a weight. */
const MAX_EDGE_COLUMNS = 3;

/** Places of what is read of a table's columns. */
interface Columns {
  readonly source: number;
  readonly target: number;
  /** Names of these two columns; null if nothing names them. */
  readonly names: readonly [source: string, target: string] | null;
  readonly weight: number | null;
  readonly weightName: string | null;
  /** Says of each line whether it is directed; null for a table that does not. */
  readonly type: number | null;
  /** True if it marks directed lines by true and false, instead of by words. */
  readonly isFlag: boolean;
  /** Columns of the groups of both. */
  readonly groups: readonly EndGroups[];
  readonly leftOut: readonly string[];
  readonly remarks: readonly string[];
  /** Most cells of a line. */
  readonly width: number;
}

/** Names of columns, and which of them are the accounts. */
interface Head {
  readonly names: readonly string[];
  readonly ends: readonly [source: number, target: number];
}

/** Columns by their names. */
function mapColumnsByName(rows: readonly TableRow[], { names, ends }: Head): Columns {
  // R writes the numbers of lines without a name over them.
  const shift = hasShiftedColumns(rows, names.length) ? 1 : 0;
  const [source, target] = ends;
  const others = names.flatMap((_, at) => (at === source || at === target ? [] : [at]));
  const weighing = others.filter(
    at => getColumnRoleByName(names[at]) === null || getColumnRoleByName(names[at]) === 'index',
  );
  const found = findWeightColumn(weighing.map(at => names[at]));
  const named = found === null ? null : weighing[found];
  const weight =
    named !== null && rows.some(({ cells }) => (cells[named + shift] ?? '') !== '') ? named : null;
  const flag = others.find(
    at => /^(is_?)?directed$/i.test(stripColumnType(names[at])) && !isEdgeTypeColumn(rows, at + shift),
  );
  const type = others.find(at => isEdgeTypeColumn(rows, at + shift)) ?? flag ?? null;
  const rest = others.filter(at => at !== weight && at !== type && names[at] !== '');
  const groups = findEndGroups(names, ends, rest);
  const isRead = (at: number) => groups.some(one => one.source === at || one.target === at);
  const leftOut = rest.filter(at => !isRead(at)).map(at => names[at]);
  return {
    source: source + shift,
    target: target + shift,
    names: [names[source], names[target]],
    weight: weight === null ? null : weight + shift,
    weightName: weight === null ? null : names[weight],
    type: type === null ? null : type + shift,
    isFlag: type !== null && type === flag,
    groups: groups.map(one => ({ ...one, source: one.source + shift, target: one.target + shift })),
    leftOut,
    remarks: [],
    width: names.length + shift,
  };
}

const hasShiftedColumns = (rows: readonly TableRow[], width: number): boolean =>
  rows.every(({ cells }) => cells.length === width + 1) &&
  rows.every(({ cells }, at) => cells[0] === String(at + 1) || cells[0] === String(at));

/** True if a column says of each line that it is directed or not. */
const isEdgeTypeColumn = (rows: readonly TableRow[], at: number): boolean =>
  rows.some(({ cells }) => /^(un)?directed$|^mutual$/i.test(cells[at] ?? '')) &&
  rows.every(({ cells }) => /^((un)?directed|mutual)?$/i.test(cells[at] ?? ''));

/** Column roles by content. @throws InputError if more than one could be the weight */
function inferColumnsByContent(file: NetworkFile, rows: readonly TableRow[]): Columns {
  const usual = computeCommonRowWidth(rows);
  const width = Math.max(MAX_EDGE_COLUMNS, usual);
  const leftOut: string[] = [];
  let weight: number | null = null;
  let type: number | null = null;
  const layers = inferMultiplexColumns(file, rows, usual);
  if (layers !== null) return layers;
  const from = classifyLeadingColumn(rows, usual);
  if (from !== null) leftOut.push(from);
  const skip = from === null ? 0 : 1;
  for (let at = 2 + skip; at < width; at++) {
    const texts = rows.flatMap(({ cells }) =>
      cells[at] === undefined || cells[at] === '' ? [] : [cells[at]],
    );
    if (texts.length === 0) continue;
    const column = `column ${at + 1}`;
    if (isEdgeTypeColumn(rows, at)) type = at;
    else if (canBeTimes(texts)) leftOut.push(`${column}, which looks like times`);
    else if (texts.every(text => !/\d/.test(text) && !isNumericText(text))) leftOut.push(`${column}, words`);
    else if (weight === null) weight = at;
    else file.fail(rows[0].line, `${usual} columns in ${quoteUserValue(rows[0].text)}; ${EXPECTED}`);
  }
  const facts = { names: null, weightName: weight === null ? null : `column ${weight + 1}` };
  return {
    source: skip,
    target: 1 + skip,
    ...facts,
    weight,
    type,
    isFlag: false,
    groups: [],
    leftOut,
    remarks: [],
    width,
  };
}

/** Role of the first column if the accounts are in the second and the third; null if it is one of them. */
function classifyLeadingColumn(rows: readonly TableRow[], width: number): string | null {
  if (width < MAX_EDGE_COLUMNS || rows.some(({ cells }) => cells.length !== width)) return null;
  const firsts = rows.map(({ cells }) => cells[0]);
  const others = rows.flatMap(({ cells }) => cells.slice(1, 3));
  if (canBeTimes(firsts, true) && !canBeTimes(others)) return 'column 1, which looks like times';
  const isCounted =
    firsts.every((first, at) => Number(first) === Number(firsts[0]) + at) && /^[01]$/.test(firsts[0]);
  return rows.length > 1 && isCounted && !others.some(isNumericText)
    ? 'column 1, the numbers of the lines'
    : null;
}

/** Layer, two nodes and a weight a line, as files of multiplex networks have them; null for another table. */
function inferMultiplexColumns(
  { name }: NetworkFile,
  rows: readonly TableRow[],
  width: number,
): Columns | null {
  const isLayered =
    width === 4 &&
    /multiplex|multilayer|\.edges$/i.test(name) &&
    rows.every(({ cells }) => cells.length === 4 && cells.slice(0, 3).every(isWholeNumberText)) &&
    rows.every(({ cells }, at) => at === 0 || Number(cells[0]) >= Number(rows[at - 1].cells[0]));
  if (!isLayered) return null;
  const layers = new Set(rows.map(({ cells }) => cells[0])).size;
  return {
    ...{
      source: 1,
      target: 2,
      names: null,
      weight: 3,
      weightName: 'column 4',
      type: null,
      isFlag: false,
      width,
    },
    groups: [],
    leftOut: ['column 1, the layer'],
    remarks: layers > 1 ? [`${layers} layers are one network`] : [],
  };
}
