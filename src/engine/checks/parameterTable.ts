import { csvFormatRows, csvParseRows } from 'd3-dsv';
import { cleanTextLine } from '../core/cleanTextLine.ts';
import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { NamedFile } from '../files/namedFile.ts';
import { decodeTextFile, parseJsonFile } from '../files/textFile.ts';
import type { ModelSpec } from '../model/model.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValue,
  ParameterValues,
  TableCell,
} from '../parameters/parameterDefinition.ts';
import { checkParameter } from './checkParameter.ts';

/** A parameter that stands in a table. */
export type CellParameter = ParameterDefinition & { readonly cell: TableCell };

/** The parameters of a table, row by row. */
export const listTableCells = (parameters: readonly ParameterDefinition[]): readonly CellParameter[] =>
  parameters.filter((parameter): parameter is CellParameter => parameter.cell !== undefined);

/** UTF-16 units of a cell or a name; no value is longer. */
const MAX_CELL_LENGTH = 60;

type TableValues = ParameterValues;
/** A model with the table that a file is read for. */
type Tabled = Pick<ModelSpec, 'name' | 'parameters'> & { readonly table: ParameterTable };
/** One value of a file, and its place there. */
interface TableCellValue {
  readonly row: string;
  readonly column: string;
  readonly value: unknown;
  readonly place: string;
}

/**
 * Reads a table of parameters: CSV with a row for each kind and a column for each attribute, or JSON,
 * `{"lurker": {"timeout": 6}}`. What is left out, or empty in CSV, keeps its value.
 * @returns the values by the parameters' names
 * @throws InputError that names the file, the place and the value
 */
export function readParameterTable({ name, bytes }: NamedFile, model: Tabled): TableValues {
  const words = `a table of ${model.table.name}, .csv or .json`;
  const text = decodeTextFile(name, bytes, { forms: ['table', 'text', 'json', 'empty'], words });
  const given = /^\s*[{[]/.test(text)
    ? parseParameterJson(name, text, model)
    : parseParameterCsv(name, text, model);
  const cells = listTableCells(model.parameters);
  const values: Record<string, ParameterValue> = {};
  for (const { row, column, value, place } of given) {
    const found = cells.find(({ cell }) => cell.row === row && cell.column === column);
    if (found === undefined)
      throw new InputError(`${place}: ${describeUnknownCell(cells, row, column, model.table)}`);
    if (Object.hasOwn(values, found.name)) throw new InputError(`${place}: ${found.name} is given twice`);
    try {
      checkParameter(model, found.name, value);
    } catch (error) {
      throw new InputError(`${place}: ${(error as Error).message}`);
    }
    values[found.name] = value as ParameterValue;
  }
  return values;
}

function describeUnknownCell(
  cells: readonly CellParameter[],
  row: string,
  column: string,
  table: ParameterTable,
): string {
  const rows = [...new Set(cells.map(({ cell }) => cell.row))];
  if (!rows.includes(row)) return `${table.row} "${row}" is unknown; there are ${rows.join(', ')}`;
  const columns = [...new Set(cells.map(({ cell }) => cell.column))];
  return `column "${column}" is unknown; there are ${columns.join(', ')}`;
}

function parseParameterCsv(name: string, text: string, { table }: Tabled): readonly TableCellValue[] {
  const [head = [], ...rows] = csvParseRows(text).map(cells =>
    cells.map(cell => cleanTextLine(cell, MAX_CELL_LENGTH)),
  );
  if (head[0] !== table.row)
    throw new InputError(
      `${name}, line 1: the first column must be "${table.row}", not "${formatQuotedText(head[0] ?? '')}"`,
    );
  const twice = head.find((column, i) => head.indexOf(column) !== i);
  if (twice !== undefined)
    throw new InputError(`${name}, line 1: there are two columns "${formatQuotedText(twice)}"`);
  return rows.flatMap(([row = '', ...cells], at) => {
    if (row === '' && cells.every(cell => cell === '')) return [];
    const line = `${name}, line ${at + 2}`;
    if (cells.length >= head.length)
      throw new InputError(`${line}: ${cells.length + 1} values, but the head has ${head.length} columns`);
    return cells.flatMap((cell, i) =>
      cell === ''
        ? []
        : [{ row, column: head[i + 1], value: parseCellNumber(cell), place: `${line}, "${cell}"` }],
    );
  });
}

/** A number as it is written; any other text stays itself, to be named in an error. */
const parseCellNumber = (text: string): unknown =>
  /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;

function parseParameterJson(name: string, text: string, { table }: Tabled): readonly TableCellValue[] {
  const rows = parseJsonFile(name, text, `a table of ${table.name}`);
  return readObjectEntries(rows, name).flatMap(([row, attributes]) =>
    readObjectEntries(attributes, `${name}, ${row}`).map(([column, value]) => ({
      ...{ row, column, value },
      place: `${name}, ${row}.${column}`,
    })),
  );
}

function readObjectEntries(value: unknown, place: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(`${place}: an object was expected, {"name": …}`);
  return Object.entries(value).map(([key, inside]) => [cleanTextLine(key, MAX_CELL_LENGTH), inside]);
}

/** A whole table as CSV, which is read again as it was written. @param textOf the value of a parameter, in digits */
export function writeParameterTableCsv(
  parameters: readonly ParameterDefinition[],
  { row }: ParameterTable,
  textOf: (parameter: CellParameter) => string,
): string {
  const cells = listTableCells(parameters);
  const columns = [...new Set(cells.map(({ cell }) => cell.column))];
  const rows = [...new Set(cells.map(({ cell }) => cell.row))].map(name => [
    name,
    ...cells.filter(({ cell }) => cell.row === name).map(textOf),
  ]);
  return `${csvFormatRows([[row, ...columns], ...rows])}\n`;
}
