import { csvFormatRows } from 'd3-dsv';

/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as comma-separated values; a text that could be taken for a formula gets an apostrophe before it. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) =>
    typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return `${csvFormatRows([[...head], ...rows.map(row => row.map(field))])}\n`;
}
