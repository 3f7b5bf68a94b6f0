import { csvFormatRows } from 'd3-dsv';

/** Characters that show nothing: spaces, controls, marks of direction, fillers. */
const UNSEEN = '[\\p{Z}\\p{C}\\u034f\\u115f\\u1160\\u2800\\u3164\\uffa0]*';
/**
 * Where a spreadsheet would begin a formula: at the start of a cell, or after what parts cells in some countries and on
 * the clipboard, behind anything that is not seen, in ASCII or at full width; and a cell that a tab or a return begins.
 */
const FORMULA = new RegExp(`(^|[;\\t\\r\\n])(?=${UNSEEN}[=+\\-@＝＋－＠])|^(?=[\\t\\r])`, 'gu');

/** Rows as comma-separated values; what could be taken for a formula gets an apostrophe before it. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) =>
    typeof value === 'string' ? value.replace(FORMULA, "$1'") : String(value);
  return `${csvFormatRows([[...head], ...rows.map(row => row.map(field))])}\n`;
}
