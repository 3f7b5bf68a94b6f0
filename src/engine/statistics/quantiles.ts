/** Numbers in ascending order. */
export const sortAscending = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();

/** The p-quantile of ascending numbers, interpolated between the two nearest (type 7 of Hyndman and Fan); NaN for none. */
export function computeQuantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/**
 * The p-quantile of ascending whole numbers: the least of them that has at least that share at or below it (type 1 of Hyndman and
 * Fan), so that it is one of them; NaN for none.
 */
export function computeObservedQuantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  // A share such as 0.95 × 60 may come out just above the whole number that it is.
  return sorted[Math.max(0, Math.ceil(sorted.length * p - 1e-9) - 1)];
}

/** Range of most worlds: nine in ten between `low` and `high`, half of them below `median`. */
export interface WorldBand {
  readonly n: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** The 5, 50 and 95 % quantiles, of whole numbers some of them; null for no numbers. */
export function computeWorldBand(values: Iterable<number>): WorldBand | null {
  const sorted = sortAscending(values);
  if (sorted.length === 0) return null;
  // Nobody has half a follower, and no cascade is 1.95 deep.
  const quantile = sorted.every(Number.isInteger) ? computeObservedQuantile : computeQuantile;
  const [low, median, high] = [0.05, 0.5, 0.95].map(p => quantile(sorted, p));
  return { n: sorted.length, low, median, high };
}

/** Number of worlds that a value is ahead of, level with and behind. */
export interface Rank {
  readonly ahead: number;
  readonly level: number;
  readonly behind: number;
}

/** Of a value among those of worlds; ties are neither ahead nor behind. */
export function computeWorldRank(value: number, values: Iterable<number>): Rank {
  let [ahead, level, behind] = [0, 0, 0];
  for (const other of values) {
    if (other < value) ahead++;
    else if (other > value) behind++;
    else level++;
  }
  return { ahead, level, behind };
}
