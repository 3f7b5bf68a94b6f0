import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { findWeightColumn, getColumnRoleByName } from './columns.ts';
import type { NetworkFile } from './networkFile.ts';
import { canBeTimes, isNumericText, isWholeNumberText } from './numbers.ts';
import { computeCommonRowWidth, type Row } from './rows.ts';

/** What a line must be where nothing names its columns. */
export const EXPECTED =
  'a line has two accounts, such as anna,ben, and at most a weight, such as anna,ben,0.5';
/** Most columns of a line that is two accounts and perhaps a weight. */
export const FEW = 3;

/** Places of what is read of a table's columns. */
export interface Columns {
  readonly source: number;
  readonly target: number;
  /** What these two are called; null where nothing names them. */
  readonly names: readonly [source: string, target: string] | null;
  readonly weight: number | null;
  readonly weightName: string | null;
  /** Says of each line whether it is directed; null for a table that does not. */
  readonly type: number | null;
  /** Whether it tells by true and false whether a line is directed, instead of by words. */
  readonly isFlag: boolean;
  readonly leftOut: readonly string[];
  readonly remarks: readonly string[];
  /** Most cells of a line. */
  readonly width: number;
}

/** Names of columns, and which of them are the accounts. */
export interface Head {
  readonly names: readonly string[];
  readonly ends: readonly [source: number, target: number];
}

/** Columns by their names. */
export function mapColumnsByName(rows: readonly Row[], { names, ends }: Head): Columns {
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
  const flag = others.find(at => /^(is_?)?directed$/i.test(names[at]) && !isEdgeTypeColumn(rows, at + shift));
  const type = others.find(at => isEdgeTypeColumn(rows, at + shift)) ?? flag ?? null;
  const leftOut = others.filter(at => at !== weight && at !== type && names[at] !== '').map(at => names[at]);
  return {
    source: source + shift,
    target: target + shift,
    names: [names[source], names[target]],
    weight: weight === null ? null : weight + shift,
    weightName: weight === null ? null : names[weight],
    type: type === null ? null : type + shift,
    isFlag: type !== null && type === flag,
    leftOut,
    remarks: [],
    width: names.length + shift,
  };
}

const hasShiftedColumns = (rows: readonly Row[], width: number): boolean =>
  rows.every(({ cells }) => cells.length === width + 1) &&
  rows.every(({ cells }, at) => cells[0] === String(at + 1) || cells[0] === String(at));

/** Whether a column says of each line that it is directed or not. */
const isEdgeTypeColumn = (rows: readonly Row[], at: number): boolean =>
  rows.some(({ cells }) => /^(un)?directed$|^mutual$/i.test(cells[at] ?? '')) &&
  rows.every(({ cells }) => /^((un)?directed|mutual)?$/i.test(cells[at] ?? ''));

/** Columns by what stands in them. @throws InputError where more than one could be the weight */
export function inferColumnsByContent(file: NetworkFile, rows: readonly Row[]): Columns {
  const usual = computeCommonRowWidth(rows);
  const width = Math.max(FEW, usual);
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
    leftOut,
    remarks: [],
    width,
  };
}

/** What the first column is where the accounts stand in the second and the third; null where it is one of them. */
function classifyLeadingColumn(rows: readonly Row[], width: number): string | null {
  if (width < FEW || rows.some(({ cells }) => cells.length !== width)) return null;
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
function inferMultiplexColumns({ name }: NetworkFile, rows: readonly Row[], width: number): Columns | null {
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
    leftOut: ['column 1, the layer'],
    remarks: layers > 1 ? [`${layers} layers are one network`] : [],
  };
}
