import { computeMean, computeShareDifferenceInterval } from './computeMeanInterval.ts';
import { computeSpread } from './computeShareInterval.ts';
import { computeStudentQuantile } from './computeStudentQuantile.ts';
import { type Interval, TAIL } from './interval.ts';

/**
 * The interval of one of several mean differences that are compared, such that all of them hold together with nominally 95 %:
 * Bonferroni's, each with the part of the 5 % that is its share (Dunn 1961); of few skewed differences fewer hold, see docs/statistics.md. Of shares it is `computeShareInterval` with that
 * tail; of other numbers the ends of the bootstrap are moved away from the mean by how much further Student's quantile is, since
 * 2,000 resamples hold too few of such tails.
 * @param differences one of each pair
 * @param own interval of `computePairedInterval`
 * @param comparisons number of all that are compared; of one it is its own interval
 * @returns null where it has none of its own
 */
export function computeJointInterval(
  differences: readonly number[],
  own: Interval | null,
  comparisons: number,
  { unit }: { readonly unit: string },
): Interval | null {
  if (own === null || comparisons <= 1) return own;
  const tail = TAIL / comparisons;
  if (unit === 'share') return computeShareDifferenceInterval(differences, tail);
  const mean = computeMean(differences);
  const { freedom } = computeSpread(differences.map(value => (value - mean) / differences.length));
  // Quantiles of small tails are exact for whole degrees of freedom alone; fewer degrees are further out.
  const wider = computeStudentQuantile(tail, Math.floor(freedom)) / computeStudentQuantile(TAIL, freedom);
  return [mean - (mean - own[0]) * wider, mean + (own[1] - mean) * wider];
}
