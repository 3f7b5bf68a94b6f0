import { Domain, Random } from '../random.ts';
import { ascending, quantile } from './quantiles.ts';

/** Ends of an interval of 95 %. */
export type Interval = readonly [low: number, high: number];

/** Of the standard normal distribution, 97.5 %. */
const Z = 1.959963984540054;

/**
 * Wilson's interval for a share of `count` in `n`, within 0 to 1; of none it is 0 to 1.
 * @param z quantile of the standard normal distribution that it reaches to
 */
export function wilson(count: number, n: number, z = Z): Interval {
  if (n === 0) return [0, 1];
  const share = count / n;
  const spread = (z * z) / n;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / n + (spread / n) * 0.25)) / (1 + spread);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

const RESAMPLES = 2000;

/** The mean of some numbers; NaN for none. */
export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Bootstrap interval for a mean: the 2.5 and 97.5 % quantiles of the means of 2,000 resamples, drawn by a seed.
 * @param values one of each world; @returns null for fewer than two
 */
export function bootstrapMean(values: readonly number[], seed: number): Interval | null {
  const n = values.length;
  if (n < 2) return null;
  const random = new Random(seed, Domain.bootstrap);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let draw = 0; draw < n; draw++) sum += values[Math.floor(random.unit(resample, draw, 0) * n)];
    means[resample] = sum / n;
  }
  const sorted = ascending(means);
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}
