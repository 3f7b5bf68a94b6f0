import { walkJsonDifferences } from '../../engine/core/json/walkJsonDifferences.ts';

/** Path of the first difference between two JSON values: `run.counts.3`; null if they are equal. @param place of both */
export function findDifferencePath(one: unknown, other: unknown, place: string): string | null {
  const first = walkJsonDifferences(one, other, haveOtherCounts).next().value;
  return first === undefined ? null : [place, ...first.path].join('.');
}

const haveOtherCounts = (one: object, other: object): boolean =>
  Object.keys(one).length !== Object.keys(other).length;
