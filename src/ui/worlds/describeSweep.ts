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
 * Effect of a sweep on an outcome: "largest cascade goes from 16.2 to 83.1 people, +66.9 in the mean of 20 pairs (95 %: 60.1 to
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
  if (worlds.status === 'playing') {
    const [low, high] = [Math.min(...medians), Math.max(...medians)];
    return `${what} ${formatOutcomeValue(low, unit)} to ${formatOutcomeValue(high, unit)}${formatUnitSuffix(unit)}, medians so far`;
  }
  return isOrderedSweep(cells) || cells.length === 2
    ? describeEnds(what, unit, estimates)
    : describeOthers(what, unit, estimates, worlds.baseArm >= 0);
}

/** The last value with worlds against the first. */
function describeEnds(what: string, unit: string, { cells, ends, comparisons }: SweepEstimates): string {
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
    ? `${what} goes${isPart ? ` between ${values}` : ''} from ${from} to ${to}, ${by}`
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
