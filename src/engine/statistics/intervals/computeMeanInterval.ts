import { Domain, Random } from '../../core/random.ts';
import { computeQuantile, sortAscending } from '../quantiles.ts';
import { computeShareInterval, computeSpread, hasEnoughVariation } from './computeShareInterval.ts';
import { computeStudentQuantile } from './computeStudentQuantile.ts';
import { type Interval, TAIL, UNBOUNDED } from './interval.ts';

const RESAMPLES = 2000;
/** The mean of some numbers; NaN for none. */
export const computeMean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Kind of values: shares of 0 to 1, differences of two such, or numbers without a bound. */
type MeanKind = 'share' | 'difference of shares' | 'number';

/** Kind of the values of an outcome. */
export const getValueKind = (unit: string): MeanKind => (unit === 'share' ? 'share' : 'number');
/**
 * The interval for the mean of independent values: of shares as for a share (of yes and no Wilson's), of differences of
 * shares likewise, of other numbers a bootstrap interval.
 * @param values one of each world
 * @param seed of the bootstrap
 * @param range the least and the greatest possible number: no end lies beyond
 * @returns null if a sample is not enough: for fewer than two, and for numbers of which fewer than five (of fewer than ten,
 * fewer than half) differ from the most frequent one
 */
export function computeMeanInterval(
  values: readonly number[],
  seed: number,
  kind: MeanKind,
  range = UNBOUNDED,
): Interval | null {
  if (values.length < 2) return null;
  if (kind === 'number') return bootstrapMeanInterval(values, seed, range);
  if (kind === 'share') return computeShareInterval(values, new Float64Array(values.length).fill(1));
  return computeShareDifferenceInterval(values);
}

/** The interval for the mean of differences of shares, −1 to 1. @param tail probability beyond either end */
export function computeShareDifferenceInterval(differences: readonly number[], tail = TAIL): Interval | null {
  const halves = computeShareInterval(
    differences.map(value => (value + 1) / 2),
    new Float64Array(differences.length).fill(1),
    tail,
  );
  return halves && [2 * halves[0] - 1, 2 * halves[1] - 1];
}

/**
 * The interval for the mean difference of pairs in an outcome.
 * @param differences one of each pair
 * @param seed of the bootstrap
 * @param outcome whose `unit` is `share` for 0 to 1
 * @returns null if a sample is not enough, and if all pairs differ alike in an outcome other than yes or no: such an
 * outcome may be fixed before the two part, and then no other pair would differ otherwise
 */
export function computePairedInterval(
  differences: readonly number[],
  seed: number,
  { unit, isYesOrNo = false }: { readonly unit: string; readonly isYesOrNo?: boolean },
): Interval | null {
  if (!isYesOrNo && differences.every(difference => difference === differences[0])) return null;
  return computeMeanInterval(differences, seed, unit === 'share' ? 'difference of shares' : 'number');
}

/**
 * The 2.5 and 97.5 % quantiles of the means of 2,000 resamples, drawn by a seed; as much further from the mean as Student's
 * quantile is than the normal one, since resamples of few values, or of few that differ much, vary too little.
 */
function bootstrapMeanInterval(values: readonly number[], seed: number, range: Interval): Interval | null {
  const n = values.length;
  if (!hasEnoughVariation(values)) return null;
  const random = new Random(seed, Domain.bootstrap);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let draw = 0; draw < n; draw++) sum += values[Math.floor(random.unit(resample, draw, 0) * n)];
    means[resample] = sum / n;
  }
  const mean = computeMean(values);
  const influences = values.map(value => (value - mean) / n);
  return widenResampleInterval(sortAscending(means), mean, computeSpread(influences).freedom, n, range);
}

/**
 * The middle 95 % of what resamples came to, each end moved away from the figure by how much less they vary than
 * samples do, but not beyond what the figure can be.
 * @param sorted ascending
 * @param freedom degrees of freedom
 * @param n independent units that were drawn from, at least 2
 * @param range the least and the most that the figure can be; it lies between them
 */
export function widenResampleInterval(
  sorted: ArrayLike<number>,
  figure: number,
  freedom: number,
  n: number,
  [least, most]: Interval,
): Interval {
  const [low, high] = [computeQuantile(sorted, TAIL), computeQuantile(sorted, 1 - TAIL)];
  const wider =
    (computeStudentQuantile(TAIL, freedom) / computeStudentQuantile(TAIL, Number.POSITIVE_INFINITY)) *
    Math.sqrt(n / (n - 1));
  return [
    Math.max(Math.min(least, figure), figure - Math.max(0, figure - low) * wider),
    Math.min(Math.max(most, figure), figure + Math.max(0, high - figure) * wider),
  ];
}
