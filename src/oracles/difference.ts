import type { Difference } from '../engine/export/verdict.ts';
import { shown } from '../engine/shown.ts';

const MOST_TOLD = 80;

/**
 * The first place at which two JSON values differ; null where they say the same. The order of keys does not count.
 * @param path of both
 */
export function firstDifference(said: unknown, is: unknown, path = ''): Difference | null {
  if (said === is) return null;
  if (Array.isArray(said) && Array.isArray(is)) return inLists(said, is, path);
  if (isObject(said) && isObject(is)) return inObjects(said, is, path);
  return differing(path, said, is);
}

function inLists(said: readonly unknown[], is: readonly unknown[], path: string): Difference | null {
  const both = Math.min(said.length, is.length);
  for (let i = 0; i < both; i++) {
    const found = said[i] === is[i] ? null : firstDifference(said[i], is[i], `${path}[${i}]`);
    if (found !== null) return found;
  }
  if (said.length === is.length) return null;
  return differing(`${path}[${both}]`, said[both], is[both]);
}

function inObjects(
  said: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
  path: string,
): Difference | null {
  const place = (key: string) => (path === '' ? key : `${path}.${key}`);
  for (const key of Object.keys(is)) {
    if (!Object.hasOwn(said, key)) return differing(place(key), undefined, is[key]);
    const found = firstDifference(said[key], is[key], place(key));
    if (found !== null) return found;
  }
  const extra = Object.keys(said).find(key => !Object.hasOwn(is, key));
  return extra === undefined ? null : differing(place(extra), said[extra], undefined);
}

const differing = (path: string, said: unknown, is: unknown): Difference => ({
  where: shown(path, 2 * MOST_TOLD),
  said: told(said),
  is: told(is),
});

const told = (value: unknown): string | null =>
  value === undefined ? null : shown(JSON.stringify(value), MOST_TOLD);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
