import { csvFormatRows } from 'd3-dsv';
import { UNSEEN } from '../../engine/unseen.ts';

/** How a formula begins, in ASCII or at full width. */
const SIGNS = '=+\\-@＝＋－＠';
/** What may stand before a formula: anything that is not seen, and what parts cells in some countries and on the clipboard. */
const BEFORE = new RegExp(`([\\p{Z};${UNSEEN}]+)([${SIGNS}]?)`, 'gu');
const FIRST = new RegExp(`^(?=[\\p{Z}${UNSEEN}]*[${SIGNS}]|[\\t\\r])`, 'u');

/** Rows as comma-separated values; what could be taken for a formula gets an apostrophe before it. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) =>
    typeof value === 'string' ? value.replace(BEFORE, disarmed).replace(FIRST, "'") : String(value);
  return `${csvFormatRows([[...head], ...rows.map(row => row.map(field))])}\n`;
}

/** An apostrophe behind each mark that parts cells, if a formula follows it. */
function disarmed(all: string, before: string, sign: string): string {
  if (sign === '') return all;
  const last = Math.max(0, before.lastIndexOf(';'));
  return before.slice(0, last) + before.slice(last).replace(/[;\t\r\n]/g, "$&'") + sign;
}
