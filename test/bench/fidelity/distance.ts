import { computeDifferenceInterval } from '../../../src/engine/statistics/intervals/computeDifferenceInterval.ts';
import { computeWilsonInterval } from '../../../src/engine/statistics/intervals/computeShareInterval.ts';
import { computeQuantile, sortAscending } from '../../../src/engine/statistics/quantiles.ts';
import type { Distance } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { Draws } from './draws.ts';
import type { Shape } from './tree.ts';

/** Sizes at which bins begin: within a bin cascades are of the same size, as far as the comparison goes. */
export const BINS = [100, 150, 200, 300, 500, 1000];
const RESAMPLES = 1000;
/** Fewer cascades than this do not tell what others of their kind are like: one would stand for many. */
export const MIN_CASCADES = 5;

/** The bin of a size; −1 below the first. */
export const binOf = (size: number): number => BINS.findLastIndex(low => size >= low);

/** The cascades in bins that have enough of them to be compared by size. */
export function keepFilledBins(shapes: readonly Shape[]): Shape[] {
  const counts = BINS.map((_, bin) => shapes.filter(({ size }) => binOf(size) === bin).length);
  return shapes.filter(({ size }) => counts[binOf(size)] >= MIN_CASCADES);
}

interface Merged {
  /** Ascending. */
  readonly value: Float64Array;
  readonly isReal: Uint8Array;
  readonly bin: Int8Array;
}

/** Both sides in the order of a measure. @param matched by size; else all are in one bin */
function merge(
  real: readonly Shape[],
  simulated: readonly Shape[],
  measure: keyof Shape,
  matched: boolean,
): Merged {
  const all = [...real.map(shape => ({ shape, side: 1 })), ...simulated.map(shape => ({ shape, side: 0 }))];
  all.sort((a, b) => a.shape[measure] - b.shape[measure] || a.shape.size - b.shape.size || a.side - b.side);
  return {
    value: Float64Array.from(all, one => one.shape[measure]),
    isReal: Uint8Array.from(all, one => one.side),
    bin: Int8Array.from(all, one => (matched ? binOf(one.shape.size) : 0)),
  };
}

/**
 * Difference of the two distribution functions, simulated minus real, up to and with each row, with each cascade counted so often; null
 * where no bin has both sides. Rows of which the next has the same value have that of the row before the tie, so that they say nothing of
 * their own.
 */
function gapsOf({ value, isReal, bin }: Merged, count: Float64Array): Float64Array | null {
  const totals = [new Float64Array(BINS.length), new Float64Array(BINS.length)];
  for (let i = 0; i < value.length; i++) totals[isReal[i]][bin[i]] += count[i];
  const [simulated, real] = totals;
  const all = real.reduce((sum, total, b) => sum + (simulated[b] > 0 ? total : 0), 0);
  if (all === 0) return null;
  const gaps = new Float64Array(value.length);
  let gap = 0;
  for (let i = 0; i < value.length; i++) {
    const b = bin[i];
    if (simulated[b] > 0) gap += isReal[i] === 1 ? -count[i] : (count[i] * real[b]) / simulated[b];
    const isTied = i + 1 < value.length && value[i + 1] === value[i];
    gaps[i] = isTied ? (gaps[i - 1] ?? 0) : gap / all;
  }
  return gaps;
}

const greatestOf = (gaps: Float64Array): number =>
  gaps.reduce((most, gap) => Math.max(most, Math.abs(gap)), 0);

/**
 * Distance between real and simulated cascades in one measure. Matched: each bin of size has the same weight on both sides, that
 * of the real ones, and bins without simulated ones are left out.
 *
 * The interval: both sides are resampled, and t is the 95 % quantile of the greatest difference between a resample's gap of the two distribution
 * functions and the sample's own, at the same value. The greatest of all true gaps then lies within t of the greatest found, since neither can differ by
 * more than the gaps do. Quantiles of the resamples' own distances would lie too high, and above a small distance itself, as each adds noise to it.
 * Giné & Zinn (1990), Bootstrapping general empirical measures, Annals of Probability 18; Præstgaard (1995), Permutation and bootstrap
 * Kolmogorov–Smirnov tests for the equality of two distributions, Scandinavian Journal of Statistics 22.
 */
export function distance(
  real: readonly Shape[],
  simulated: readonly Shape[],
  measure: keyof Shape,
  { matched, seed, resamples = RESAMPLES }: { matched: boolean; seed: number; resamples?: number },
): Distance | null {
  const merged = merge(real, simulated, measure, matched);
  const gaps = gapsOf(merged, new Float64Array(merged.value.length).fill(1));
  if (gaps === null) return null;
  const ks = greatestOf(gaps);
  const rows = [1, 0].map(side => [...merged.isReal.keys()].filter(i => merged.isReal[i] === side));
  const draws = new Draws(seed, 1);
  const drawn: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const count = new Float64Array(merged.value.length);
    for (const side of rows) for (const _ of side) count[side[draws.below(side.length)]]++;
    const again = gapsOf(merged, count);
    if (again !== null) drawn.push(greatestOf(again.map((gap, i) => gap - gaps[i])));
  }
  const within = computeQuantile(sortAscending(drawn), 0.95);
  const low = Math.min(Math.max(0, ks - within), leastApart(merged) ?? 1);
  return { ks, low, high: Math.min(1, ks + within) };
}

/**
 * What a distance is at least of sides that hardly overlap: resamples can overlap little more, but cascades that were not seen may.
 * Where the sides part, hardly any of the one and nearly all of the other lie below; the distance is at least the difference of these two
 * shares, whose interval comes from Wilson's of each, by as many cascades as would vary as much as those of the bins, weighted.
 * @returns null where enough of them overlap
 */
function leastApart(merged: Merged): number | null {
  const { value, isReal, bin } = merged;
  const counts = [new Float64Array(BINS.length), new Float64Array(BINS.length)];
  for (let i = 0; i < value.length; i++) counts[isReal[i]][bin[i]]++;
  const [simulated, real] = counts;
  const isIn = (i: number) => real[bin[i]] > 0 && simulated[bin[i]] > 0;
  let [all, squares] = [0, 0];
  for (const [b, count] of real.entries())
    if (simulated[b] > 0) {
      all += count;
      squares += (count * count) / simulated[b];
    }
  // How many of each side lie up to a value, and the weight of the simulated ones.
  let [ofReal, ofSimulated, weight] = [0, 0, 0];
  let best = { gap: 0, strays: Number.POSITIVE_INFINITY, shares: [0, 0] };
  const total = [...simulated].reduce((sum, count, b) => sum + (real[b] > 0 ? count : 0), 0);
  for (let i = 0; i < value.length; i++) {
    if (isIn(i) && isReal[i] === 1) ofReal++;
    else if (isIn(i)) {
      ofSimulated++;
      weight += real[bin[i]] / simulated[bin[i]];
    }
    if (i + 1 < value.length && value[i + 1] === value[i]) continue;
    const gap = (weight - ofReal) / all;
    const strays = gap > 0 ? ofReal + (total - ofSimulated) : ofSimulated + (all - ofReal);
    if (Math.abs(gap) > Math.abs(best.gap)) best = { gap, strays, shares: [ofReal / all, weight / all] };
  }
  if (best.strays >= MIN_CASCADES) return null;
  const n = (all * all) / squares;
  const [low, high] = best.gap > 0 ? [0, 1] : [1, 0];
  const sizes = [all, n];
  const share = (side: number) => ({
    value: best.shares[side],
    interval: computeWilsonInterval(best.shares[side] * sizes[side], sizes[side]),
  });
  return computeDifferenceInterval(share(low), share(high), 0)[0];
}

/** Share of the real cascades that have simulated ones of their size. */
export function covered(real: readonly Shape[], simulated: readonly Shape[]): number {
  const bins = new Set(simulated.map(shape => binOf(shape.size)));
  return real.filter(shape => bins.has(binOf(shape.size))).length / real.length;
}

/**
 * Quantiles of a measure, simulated cascades weighted so that each bin counts as it does among the real ones.
 * @returns NaN where there is none
 */
export function matchedQuantiles(
  real: readonly Shape[],
  simulated: readonly Shape[],
  measure: keyof Shape,
  at: readonly number[],
): number[] {
  const per = (shapes: readonly Shape[]) =>
    BINS.map((_, bin) => shapes.filter(s => binOf(s.size) === bin).length);
  const [r, s] = [per(real), per(simulated)];
  const rows = simulated
    .map(shape => ({ value: shape[measure], weight: r[binOf(shape.size)] / s[binOf(shape.size)] }))
    .sort((a, b) => a.value - b.value);
  let sum = 0;
  const steps = rows.map(({ value, weight }) => {
    sum += weight;
    return { value, upTo: sum };
  });
  return at.map(p => steps.find(({ upTo }) => upTo >= p * sum - 1e-9)?.value ?? Number.NaN);
}

/**
 * Mean of |predicted − real| / real over the real cascades, the prediction being the mean of the simulated ones of that size;
 * null for no overlap, and for a real 0.
 */
export function relativeError(
  real: readonly Shape[],
  simulated: readonly Shape[],
  measure: keyof Shape,
): number | null {
  const means = BINS.map((_, bin) => {
    const values = simulated.filter(s => binOf(s.size) === bin).map(s => s[measure]);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  });
  const errors = real.flatMap(shape => {
    const mean = means[binOf(shape.size)];
    return mean === null || shape[measure] === 0 ? [] : [Math.abs(mean - shape[measure]) / shape[measure]];
  });
  return errors.length === 0 ? null : errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
