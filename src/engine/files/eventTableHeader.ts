import { assignColumnRoles } from './columnRoles.ts';

/** Excel's first line with the separator of cells. */
export const EXCEL_HINT = /^\uFEFF?\s*"?sep=([^\r\n])"?[ \t]*\r?\n/i;

/** The sign between the cells of the first line: the one that is said, else that it has most of; null for none. */
export function detectDelimiter(head: string): string | null {
  const stated = EXCEL_HINT.exec(head)?.[1];
  if (stated !== undefined) return stated;
  const line = getFirstLine(head).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map(sign => ({ sign, count: line.split(sign).length - 1 }));
  const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return most.count === 0 ? null : most.sign;
}

const getFirstLine = (head: string): string => /^[^\r\n]*/.exec(head.trimStart())?.[0] ?? '';

/** True if a table is an event log, by its first row: it has a column for the case and one for the activity. */
export function isEventTableHeader(head: string): boolean {
  const delimiter = detectDelimiter(head);
  if (delimiter === null) return false;
  const names = getFirstLine(head.replace(EXCEL_HINT, ''))
    .split(delimiter)
    .map(cell => cell.trim().replace(/^\uFEFF?"?|"$/g, ''));
  const roles = assignColumnRoles(names, {});
  return roles.has('case') && roles.has('activity');
}
