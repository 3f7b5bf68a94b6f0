import { rolesOf } from './roles.ts';

/** The sign between the cells of the first line: the one that it has most of; null for none. */
export function delimiterOf(head: string): string | null {
  const line = firstLine(head).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map(sign => ({ sign, count: line.split(sign).length - 1 }));
  const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return most.count === 0 ? null : most.sign;
}

/** Rows that are looked at, and the most characters that a column's name has. */
const ROWS = 20;
const LONGEST_NAME = 100;

/**
 * Whether a text may be a table, whatever its columns are called: its first line has cells, and a row after it has as many, or
 * one more, its number; after a line like a title of Markdown each of them has as many.
 */
export function isTable(head: string): boolean {
  const delimiter = delimiterOf(head);
  if (delimiter === null) return false;
  const lines = head
    .trimStart()
    .replace(/"[^"]*"/g, '""')
    .split(/\r\n?|\n/);
  const cells = lines.map(line => line.split(delimiter));
  const [names] = cells;
  if (names.some(name => name.length > LONGEST_NAME)) return false;
  // The last line may be cut off.
  const rows = cells.slice(1, -1).filter(row => row.join('').trim() !== '');
  const shown = rows.slice(0, ROWS);
  const more = shown.map(row => row.length - names.length);
  if (/^#+\s/.test(lines[0])) return more.every(cells => cells === 0);
  return more.length === 0 || more.some(cells => cells === 0 || cells === 1);
}

const firstLine = (head: string): string => /^[^\r\n]*/.exec(head.trimStart())?.[0] ?? '';

/** Whether a table is an event log, by its first row: it has a column for the case and one for the activity. */
export function isEventTable(head: string): boolean {
  const delimiter = delimiterOf(head);
  if (delimiter === null) return false;
  const names = firstLine(head)
    .split(delimiter)
    .map(cell => cell.trim().replace(/^\uFEFF?"?|"$/g, ''));
  const roles = rolesOf(names, {});
  return roles.has('case') && roles.has('activity');
}
