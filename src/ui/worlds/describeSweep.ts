import { formatGroupedInteger } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import {
  describeEmptyWorlds,
  formatMean,
  formatMeanInterval,
  formatOutcomeValue,
  formatUnitSuffix,
} from './summarizeOutcome.ts';
import { isDifferent, type MeanEstimate, type SweepEstimates } from './sweepEstimates.ts';

/**
 * Effect of a sweep on an outcome: "largest cascade goes from 16.2 to 83.1 people, +66.9 in the mean of 20 pairs (95 %: 60.1 to
 * 73.2)". An outcome changes only if the interval of the paired difference does not contain 0.
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
  // Choices have no order.
  const isOrdered = cells[0].values.length === 1 && typeof cells[0].values[0] !== 'string';
  return isOrdered || cells.length === 2
    ? describeEnds(what, unit, estimates)
    : describeOthers(what, unit, estimates, worlds.baseArm >= 0);
}

/** The last value against the first. */
function describeEnds(what: string, unit: string, { means, ends }: SweepEstimates): string {
  const [first, last] = [means[0], means[means.length - 1]];
  if (ends === null || first === null || last === null) return `no world has a value of ${what} at both ends`;
  const difference = formatMeanInterval(ends, unit);
  const of = `in the mean of ${formatGroupedInteger(ends.n)} pairs`;
  const interval = difference.ends === null ? 'no interval' : `95 %: ${difference.ends}`;
  const by = `${difference.mean}${formatUnitSuffix(unit)} ${of} (${interval})`;
  return isDifferent(ends)
    ? `${what} goes from ${formatPlainMean(first, unit)} to ${formatPlainMean(last, unit)}, ${by}`
    : `no difference in ${what} can be told between the two ends: ${by}`;
}

/** Number of values that differ from the one with which they are compared. */
function describeOthers(
  what: string,
  unit: string,
  { means, differences, cells, reference }: SweepEstimates,
  isOwn: boolean,
): string {
  const known = means.flatMap(one => one?.mean ?? []);
  const compared = differences.filter(one => one !== null);
  const count = compared.filter(isDifferent).length;
  const from = isOwn ? 'this set-up' : cells[reference].values.join(', ').replaceAll('_', ' ');
  const range = [Math.min(...known), Math.max(...known)].map(mean =>
    formatPlainMean({ mean, interval: null }, unit),
  );
  const told =
    count === 0
      ? `no difference to ${from} can be told in ${what}`
      : `${what} differs from ${from} at ${formatGroupedInteger(count)} of ${formatGroupedInteger(compared.length)} other values`;
  return `${told}, each by its own 95 % interval; means ${range[0]} to ${range[1]}${formatUnitSuffix(unit)}`;
}

const formatPlainMean = (estimate: Pick<MeanEstimate, 'mean' | 'interval'>, unit: string): string =>
  formatMean({ ...estimate, interval: null }, unit).mean;
