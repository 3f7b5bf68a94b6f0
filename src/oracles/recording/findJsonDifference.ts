import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type { Difference } from '../../engine/export/verdict.ts';

const MAX_SHOWN_LENGTH = 80;

/**
 * The first place at which two JSON values differ; null if they are equal. The order of keys does not count.
 * @param path of both
 */
export function findJsonDifference(said: unknown, is: unknown, path = ''): Difference | null {
  if (said === is) return null;
  if (Array.isArray(said) && Array.isArray(is)) return findListDifference(said, is, path);
  if (isPlainObject(said) && isPlainObject(is)) return findObjectDifference(said, is, path);
  return toValueDifference(path, said, is);
}

function findListDifference(
  said: readonly unknown[],
  is: readonly unknown[],
  path: string,
): Difference | null {
  const both = Math.min(said.length, is.length);
  for (let i = 0; i < both; i++) {
    const found = said[i] === is[i] ? null : findJsonDifference(said[i], is[i], `${path}[${i}]`);
    if (found !== null) return found;
  }
  if (said.length === is.length) return null;
  return toValueDifference(`${path}[${both}]`, said[both], is[both]);
}

function findObjectDifference(
  said: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
  path: string,
): Difference | null {
  const place = (key: string) => (path === '' ? key : `${path}.${key}`);
  for (const key of Object.keys(is)) {
    if (!Object.hasOwn(said, key)) return toValueDifference(place(key), undefined, is[key]);
    const found = findJsonDifference(said[key], is[key], place(key));
    if (found !== null) return found;
  }
  const extra = Object.keys(said).find(key => !Object.hasOwn(is, key));
  return extra === undefined ? null : toValueDifference(place(extra), said[extra], undefined);
}

const toValueDifference = (path: string, said: unknown, is: unknown): Difference => ({
  where: formatQuotedText(path, 2 * MAX_SHOWN_LENGTH),
  said: formatComparedValue(said),
  is: formatComparedValue(is),
});

const formatComparedValue = (value: unknown): string | null =>
  value === undefined ? null : formatQuotedText(JSON.stringify(value), MAX_SHOWN_LENGTH);

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first key that stands twice in one object of a JSON text, for readers that take the first of two; null for none.
 * @param text that can be parsed
 */
export function findRepeatedKey(text: string): string | null {
  /** Keys of the objects that are open; null for lists. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(last)) return formatQuotedText(last, MAX_SHOWN_LENGTH);
      keys?.add(last);
    } else if (token !== ',') last = JSON.parse(token) as string;
  }
  return null;
}
