import { csvFormatRows } from 'd3-dsv';

/** Characters that show nothing: spaces, controls, marks of direction, fillers. */
const UNSEEN = '[\\p{Z}\\p{C}\\u034f\\u115f\\u1160\\u2800\\u3164\\uffa0]*';
/** How a formula begins, in ASCII or at full width, behind anything that is not seen. */
const FORMULA = `(?=${UNSEEN}[=+\\-@＝＋－＠])`;
/** What parts cells in some countries and on the clipboard, before a formula. */
const AFTER = new RegExp(`[;\\t\\r\\n]${FORMULA}`, 'gu');
const FIRST = new RegExp(`^(${FORMULA}|(?=[\\t\\r]))`, 'u');

/** Rows as comma-separated values; what could be taken for a formula gets an apostrophe before it. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) =>
    typeof value === 'string' ? value.replace(AFTER, "$&'").replace(FIRST, "'") : String(value);
  return `${csvFormatRows([[...head], ...rows.map(row => row.map(field))])}\n`;
}
