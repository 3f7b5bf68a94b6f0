import { ascending, quantile } from '../../../src/engine/worlds/quantiles.ts';
import type { Distance } from '../../../src/ui/models/social/fidelity/report.ts';
import { Draws } from './draws.ts';
import type { Shape } from './tree.ts';

/** Sizes at which bins begin: within a bin cascades are of the same size, as far as the comparison goes. */
export const BINS = [100, 150, 200, 300, 500, 1000];
const RESAMPLES = 1000;

/** The bin of a size; −1 below the first. */
export const binOf = (size: number): number => BINS.findLastIndex(low => size >= low);

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

/** Kolmogorov–Smirnov with each cascade counted so often; null where no bin has both sides. */
function distanceOf({ value, isReal, bin }: Merged, count: Float64Array): number | null {
  const totals = [new Float64Array(BINS.length), new Float64Array(BINS.length)];
  for (let i = 0; i < value.length; i++) totals[isReal[i]][bin[i]] += count[i];
  const [simulated, real] = totals;
  const all = real.reduce((sum, total, b) => sum + (simulated[b] > 0 ? total : 0), 0);
  if (all === 0) return null;
  let gap = 0;
  let greatest = 0;
  for (let i = 0; i < value.length; i++) {
    const b = bin[i];
    if (simulated[b] > 0) gap += isReal[i] === 1 ? count[i] : -(count[i] * real[b]) / simulated[b];
    if (i + 1 === value.length || value[i + 1] > value[i]) greatest = Math.max(greatest, Math.abs(gap));
  }
  return greatest / all;
}

/**
 * Distance between real and simulated cascades in one measure. Matched: each bin of size has the same weight on both sides, that
 * of the real ones, and bins without simulated ones are left out. Both sides are resampled.
 */
export function distance(
  real: readonly Shape[],
  simulated: readonly Shape[],
  measure: keyof Shape,
  { matched, seed, resamples = RESAMPLES }: { matched: boolean; seed: number; resamples?: number },
): Distance | null {
  const merged = merge(real, simulated, measure, matched);
  const ks = distanceOf(merged, new Float64Array(merged.value.length).fill(1));
  if (ks === null) return null;
  const rows = [1, 0].map(side => [...merged.isReal.keys()].filter(i => merged.isReal[i] === side));
  const draws = new Draws(seed, 1);
  const drawn: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const count = new Float64Array(merged.value.length);
    for (const side of rows) for (const _ of side) count[side[draws.below(side.length)]]++;
    const again = distanceOf(merged, count);
    if (again !== null) drawn.push(again);
  }
  const sorted = ascending(drawn);
  return { ks, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
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
