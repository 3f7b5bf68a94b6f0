import type { WorldBand } from '../../engine/statistics/quantiles.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import {
  describeEmptyWorlds,
  formatMean,
  formatMeanInterval,
  formatOutcomeValue,
  formatUnitSuffix,
} from './summarizeOutcome.ts';
import { isDifferent, isOrderedSweep, type MeanEstimate, type SweepEstimates } from './sweepEstimates.ts';

/**
 * Effect of a sweep on an outcome, of several numbers with the neighbours between which it changes most: "largest cascade goes from 16.2 to 83.1 people, +66.9 in the mean of 20 pairs (95 %: 60.1 to
 * 73.2)". An outcome changes only if the interval of the paired difference that holds for all comparisons
 * together does not contain 0.
 * @param measure place of the outcome in the definitions
 */
export function describeSweep(worlds: Worlds, estimates: SweepEstimates, measure: number): string {
  const { label, unit } = worlds.definitions[measure];
  const what = label.toLowerCase();
  const { cells } = estimates;
  const medians = cells.flatMap(({ band }) => band?.median ?? []);
  if (medians.length === 0) return describeEmptyWorlds(worlds);
  const isPath = isOrderedSweep(cells) || cells.length === 2;
  if (worlds.status === 'playing') {
    const ends = isPath ? [cells[0].band, cells[cells.length - 1].band] : null;
    return describeMediansSoFar(what, unit, medians, ends);
  }
  if (!isPath) return describeOthers(what, unit, estimates, worlds.baseArm >= 0);
  const step = describeStep(what, unit, estimates);
  return step === null
    ? describeEnds(what, unit, estimates)
    : `${step}; ${describeSpan(unit, estimates) ?? describeEnds(what, unit, estimates, 'it')}`;
}

/** Of set-ups with an order the first median and the last, whichever is the greater; of others the least and the greatest. */
function describeMediansSoFar(
  what: string,
  unit: string,
  medians: readonly number[],
  ends: readonly (WorldBand | null)[] | null,
): string {
  const format = (value: number) => formatOutcomeValue(value, unit);
  const [first, last] = ends ?? [];
  if (first && last)
    return `${what} ${format(first.median)} to ${format(last.median)}${formatUnitSuffix(unit)}, medians so far`;
  const [low, high] = [Math.min(...medians), Math.max(...medians)].map(format);
  return `${what} ${low}${high === low ? '' : `–${high}`}${formatUnitSuffix(unit)}, least and greatest median so far`;
}

/**
 * The neighbouring values between which an outcome changes most, with the mean of each and its interval: "size rises most between
 * 2 (3.1, 95 %: 2.0 to 4.2) and 3 (8.4, 95 %: 7.9 to 8.9)"; null if that change is not established.
 */
function describeStep(what: string, unit: string, { cells, means, step }: SweepEstimates): string | null {
  if (step === null || !isDifferent(step.difference)) return null;
  const [a, b] = [means[step.first]?.interval, means[step.last]?.interval];
  // Intervals that overlap would belie it.
  if (a && b && a[0] <= b[1] && b[0] <= a[1]) return null;
  const [from, to] = [step.first, step.last].map(at => {
    const { mean, ends } = formatMean(means[at]!, unit);
    return `${cells[at].values[0]} (${mean}${ends === null ? '' : `, 95 %: ${ends}`})`;
  });
  return `${what} ${step.difference.mean > 0 ? 'rises' : 'falls'} most between ${from} and ${to}`;
}

/** "in all from 2.4 % to 98.0 %, in the mean of 100 pairs", after the step that has the intervals; null if the ends do not differ. */
function describeSpan(unit: string, { ends, cells }: SweepEstimates): string | null {
  if (ends === null || !isDifferent(ends.difference)) return null;
  const { first, last, means, difference } = ends;
  const [from, to] = means.map(mean => formatPlainMean({ mean, interval: null }, unit));
  const isPart = first > 0 || last < cells.length - 1;
  const where = isPart ? `between ${cells[first].values[0]} and ${cells[last].values[0]}` : 'in all';
  return `${where} from ${from} to ${to}, in the mean of ${formatGroupedInteger(difference.n)} pairs`;
}

/** The last value with worlds against the first. @param subject what it is called, if it has been named before */
function describeEnds(
  what: string,
  unit: string,
  { cells, ends, comparisons }: SweepEstimates,
  subject = what,
): string {
  if (ends === null) return `no world has ${what} at both ends, so nothing is compared`;
  const { first, last, means, difference } = ends;
  const [from, to] = means.map(mean => formatPlainMean({ mean, interval: null }, unit));
  const words = formatMeanInterval({ mean: difference.mean, interval: difference.jointInterval }, unit);
  const interval = words.ends === null ? 'no interval' : `${describeLevel(comparisons)}: ${words.ends}`;
  const by = `${words.mean}${formatUnitSuffix(unit)} in the mean of ${formatGroupedInteger(difference.n)} pairs (${interval})`;
  // The other values have nothing to measure.
  const isPart = first > 0 || last < cells.length - 1;
  const values = `${cells[first].values[0]} and ${cells[last].values[0]}`;
  return isDifferent(difference)
    ? `${subject} goes${isPart ? ` between ${values}` : ''} from ${from} to ${to}, ${by}`
    : `no difference in ${what} is established between ${isPart ? values : 'the two ends'}: ${by}`;
}

/** Number of values that differ from the one with which they are compared. */
function describeOthers(
  what: string,
  unit: string,
  { means, differences, cells, reference, comparisons }: SweepEstimates,
  isOwn: boolean,
): string {
  const known = means.flatMap(one => one?.mean ?? []);
  const compared = differences.filter(one => one !== null);
  const count = compared.filter(isDifferent).length;
  const from = isOwn ? 'this set-up' : cells[reference].values.join(', ').replaceAll('_', ' ');
  const range = [Math.min(...known), Math.max(...known)].map(mean =>
    formatPlainMean({ mean, interval: null }, unit),
  );
  const finding =
    count === 0
      ? `no difference from ${from} is established in ${what}`
      : `${what} differs from ${from} at ${formatGroupedInteger(count)} of ${formatGroupedInteger(compared.length)} other values`;
  const by = comparisons > 1 ? `by intervals of ${describeLevel(comparisons)}` : 'by its 95 % interval';
  return `${finding}, ${by}; means ${range[0]} to ${range[1]}${formatUnitSuffix(unit)}`;
}

/** "nominally 95 % for all 4 comparisons together": of few skewed differences it is less; "95 %" of one. */
const describeLevel = (comparisons: number): string =>
  `${comparisons > 1 ? 'nominally ' : ''}95 %${describeFamily(comparisons)}`;

/** " for all 4 comparisons together"; nothing for one. */
export function describeFamily(comparisons: number): string {
  if (comparisons <= 1) return '';
  return ` for ${comparisons === 2 ? 'both' : `all ${formatGroupedInteger(comparisons)}`} comparisons together`;
}

const formatPlainMean = (estimate: Pick<MeanEstimate, 'mean' | 'interval'>, unit: string): string =>
  formatMean({ ...estimate, interval: null }, unit).mean;
