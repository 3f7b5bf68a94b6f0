import { computeMean } from '../../engine/statistics/intervals/computeMeanInterval.ts';
import type { Interval } from '../../engine/statistics/intervals/interval.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import type { WantedWidth } from '../state/worldsState.ts';

/** Half-widths of shares that can be chosen, percentage points. */
export const WANTED_POINTS = [1, 2, 3, 5];
/** Half-widths of other means that can be chosen, percent of the mean. */
export const WANTED_PERCENTS = [5, 10, 20];

/** The width before somebody chooses one. */
export const USUAL_WIDTH: WantedWidth = { points: 3, percent: 10 };

/** Quantile of the normal distribution for 95 %. */
const NORMAL_QUANTILE = 1.96;

/**
 * Number of worlds by which the 95 % interval of a share would have the wanted width. The share is that of Agresti and Coull,
 * which is never 0 or 1.
 * @param count worlds in which it was so, of `all`
 */
export function countWorldsForShare(count: number, all: number, { points }: WantedWidth): number {
  const share = (count + 2) / (all + 4);
  return Math.ceil((NORMAL_QUANTILE / (points / 100)) ** 2 * share * (1 - share));
}

/** A mean of some values with what says how many more are needed. */
export interface SpreadMean {
  /** Number of values. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation of the values, in their unit; NaN for fewer than two. */
  readonly deviation: number;
  /** 95 %, of the mean; null for none. */
  readonly interval: Interval | null;
}

/** Mean and standard deviation of at least one value. */
export function computeSpread(values: readonly number[]): Omit<SpreadMean, 'interval'> {
  const n = values.length;
  const mean = computeMean(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, deviation: Math.sqrt(squares / (n - 1)) };
}

/** Fewest values whose standard deviation says how many more are needed. */
const MIN_WORLDS_FOR_ESTIMATE = 10;

/**
 * Number of worlds by which the 95 % interval of a mean would have the wanted half-width h: (1.96 s / h)², s the standard
 * deviation. Null for fewer than ten values, without an interval, and if h is a part of a mean that may be 0.
 */
export function countWorldsForMean(
  { n, mean, deviation, interval }: SpreadMean,
  unit: string,
  { points, percent }: WantedWidth,
): number | null {
  if (n < MIN_WORLDS_FOR_ESTIMATE || interval === null) return null;
  const isShare = unit === 'share';
  if (!isShare && interval[0] <= 0 && interval[1] >= 0) return null;
  const half = (isShare ? points : percent * Math.abs(mean)) / 100;
  return Math.ceil(((NORMAL_QUANTILE * deviation) / half) ** 2);
}

/**
 * "±10 %: about 4,300", or "±1 point: about 43,000, more than can be chosen".
 * @param most greatest number of worlds that can be chosen
 */
export const describeNeededWorlds = (
  needed: number,
  unit: string,
  wanted: WantedWidth,
  most: number,
): string =>
  `${describeWantedWidth(unit, wanted)}: about ${formatRoughCount(needed)}${needed > most ? ', more than can be chosen' : ''}`;

/**
 * The same for all means and differences of a sweep, the largest number of each, with the number of those for which it can be
 * estimated: "±10 % needs, in worlds of each set-up, about 320 for the means; about 7,800 for the differences (3 of 4
 * estimated)."
 */
export function describeSweepNeeds(
  means: readonly (SpreadMean | null)[],
  differences: readonly (SpreadMean | null)[],
  unit: string,
  wanted: WantedWidth,
  most: number,
): string {
  const describe = (estimates: readonly (SpreadMean | null)[], noun: string): string => {
    const all = estimates.filter(one => one !== null);
    const known = all.flatMap(one => {
      const needed = countWorldsForMean(one, unit, wanted);
      return needed === null ? [] : [{ needed, isMore: needed > one.n }];
    });
    if (known.length === 0) return `an unknown number for the ${noun}`;
    const needed = Math.max(...known.map(one => one.needed));
    const part = known.length < all.length ? ` (${known.length} of ${all.length} estimated)` : '';
    const beyond = needed > most ? ', more than can be chosen' : '';
    return known.some(({ isMore }) => isMore)
      ? `about ${formatRoughCount(needed)} for the ${noun}${beyond}${part}`
      : `no more than now for the ${noun}${part}`;
  };
  return `${describeWantedWidth(unit, wanted)} needs, in worlds of each set-up, ${describe(means, 'means')}; ${describe(differences, 'differences')}.`;
}

/** "±10 %"; of a share "±3 points". */
export const describeWantedWidth = (unit: string, { points, percent }: WantedWidth): string =>
  unit === 'share' ? `±${points} ${points === 1 ? 'point' : 'points'}` : `±${percent} %`;

/** "1,100": an estimated number of worlds, rounded up to two digits. */
export function formatRoughCount(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return formatGroupedInteger(Math.ceil(count / unit) * unit);
}
