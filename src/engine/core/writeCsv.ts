import { csvFormatRows } from 'd3-dsv';
import { UNSEEN } from './unseen.ts';

/** First characters of a formula, in ASCII or at full width. */
const FORMULA_SIGNS = '=+\\-@＝＋－＠';
/** Possible prefix of a formula: invisible characters, and separators used by some locales and the clipboard. */
const INNER_FORMULA_START = new RegExp(`([\\p{Z};${UNSEEN}]+)([${FORMULA_SIGNS}]?)`, 'gu');
const FORMULA_START = new RegExp(`^(?=[\\p{Z}${UNSEEN}]*[${FORMULA_SIGNS}]|[\\t\\r])`, 'u');

type CsvRow = readonly (string | number)[];

/** Rows as comma-separated values; what could be taken for a formula gets an apostrophe before it. */
export const writeCsv = (head: readonly string[], rows: readonly CsvRow[]): string =>
  `${csvFormatRows([[...head]])}\n${writeCsvLines(rows)}`;

/** The same without a head, each line with its end. */
export const writeCsvLines = (rows: readonly CsvRow[]): string =>
  rows.length === 0 ? '' : `${csvFormatRows(rows.map(row => row.map(formatCsvField)))}\n`;

const formatCsvField = (value: string | number): string =>
  typeof value === 'string'
    ? value.replace(INNER_FORMULA_START, escapeCsvFormula).replace(FORMULA_START, "'")
    : String(value);

/** An apostrophe behind each mark that parts cells, if a formula follows it. */
function escapeCsvFormula(all: string, before: string, sign: string): string {
  if (sign === '') return all;
  const last = Math.max(0, before.lastIndexOf(';'));
  return before.slice(0, last) + before.slice(last).replace(/[;\t\r\n]/g, "$&'") + sign;
}
