import { detectDelimiter, EXCEL_HINT } from '../../files/eventTableHeader.ts';

/** Rows that are looked at, and the most characters that a column's name has. */
const EXAMINED_ROWS = 20;
const MAX_COLUMN_NAME_LENGTH = 100;

/**
 * True if a text may be a table, with any column names: its first line has cells, and a row after it has as many, or
 * one more, its number; after a line like a title of Markdown each of them has as many.
 */
export function looksLikeTable(head: string): boolean {
  const delimiter = detectDelimiter(head);
  // XML may have commas in its first line.
  if (delimiter === null || /^\s*</.test(head)) return false;
  const lines = head
    .replace(EXCEL_HINT, '')
    .trimStart()
    .replace(/"[^"]*"/g, '""')
    .split(/\r\n?|\n/);
  const cells = lines.map(line => line.split(delimiter));
  const [names] = cells;
  if (names.some(name => name.length > MAX_COLUMN_NAME_LENGTH)) return false;
  // The last line may be cut off.
  const rows = cells.slice(1, -1).filter(row => row.join('').trim() !== '');
  const shown = rows.slice(0, EXAMINED_ROWS);
  const more = shown.map(row => row.length - names.length);
  if (/^#+\s/.test(lines[0])) return more.every(cells => cells === 0);
  return more.length === 0 || more.some(cells => cells === 0 || cells === 1);
}
