import { formatFixedDigits } from '../../../core/computeSharedDigits.ts';
import { type ChartDefinition, getTargetName } from '../../../statechart/definition.ts';
import type { CompetingRates } from '../../../statechart/timing/findCompetingRates.ts';

/** Sums of tenths and thirds are above 1 by their last digit. */
const HAIR = 1e-9;

/** True if competing rates can sum to more than 1, so that each gets its share of the sum. */
export const canRatesExceedOne = ({ sum }: CompetingRates): boolean => sum === null || sum > 1 + HAIR;

/** Shares that a note lists. */
const MAX_LISTED_SHARES = 5;

/** Says that rates always sum to more than 1, with the resulting shares; nothing for others. */
export function describeExcessRates(
  definition: ChartDefinition,
  competing: readonly CompetingRates[],
): readonly string[] {
  const told = new Map<string, CompetingRates>();
  // Rates of a state around several leaves compete in each of them: they are listed once.
  for (const one of competing) {
    const key = one.transitions.join();
    if (one.sum !== null && canRatesExceedOne(one) && !told.has(key)) told.set(key, one);
  }
  return [...told.values()].map(one => describeExcessRate(definition, one, one.sum ?? 1));
}

function describeExcessRate(
  { transitions }: ChartDefinition,
  { state, transitions: among }: CompetingRates,
  sum: number,
) {
  const shares = among.slice(0, MAX_LISTED_SHARES).map(number => {
    const { rate } = transitions[number];
    return `${getTargetName(transitions[number])} ${formatFixedDigits(Number(rate) / sum, 3)}`;
  });
  const more = among.length > MAX_LISTED_SHARES ? `, and ${among.length - MAX_LISTED_SHARES} more` : '';
  return `out of ${state} rates sum to ${Number(sum.toFixed(6))}, more than 1 a tick: each is divided by the sum (${shares.join(', ')}${more})`;
}
