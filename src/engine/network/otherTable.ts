import { type EdgeLine, isWholeNumber } from './edgeLine.ts';

/** Greater numbers are taken for ids. */
const SMALL = 1_000_000;
/** Names of columns that say something of one account. */
const MEASURES =
  /^(age|years?|count|number|amount|score|value|size|points|grade|price|height|posts|followers|gender|sex|city|country|date|group)$/i;

const isSmall = (text: string): boolean =>
  (isWholeNumber(text) || /^\d+\.\d+$/.test(text)) && Number(text) < SMALL;

/**
 * Whether lines are a table of something else, as `name;age` and `anna;3`: names of columns that nothing else is called,
 * over names on one side and small numbers on the other.
 */
export function isOtherTable([head, ...rows]: readonly EdgeLine[]): boolean {
  if (head === undefined || rows.length === 0 || isSmall(head.source) || isSmall(head.target)) return false;
  const isMeasured = (name: 'source' | 'target', number: 'source' | 'target') =>
    !rows.some(row => isSmall(row[name])) &&
    (MEASURES.test(head[number])
      ? rows.some(row => isSmall(row[number]))
      : rows.every(row => isSmall(row[number])));
  if (!isMeasured('source', 'target') && !isMeasured('target', 'source')) return false;
  const named = new Set([head.source, head.target]);
  return !rows.some(row => named.has(row.source) || named.has(row.target));
}
