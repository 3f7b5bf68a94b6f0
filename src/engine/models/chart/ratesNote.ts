import { inDigits } from '../../digitsBeside.ts';
import type { CompetingRates } from '../../statechart/competingRates.ts';
import { type ChartDefinition, targetName } from '../../statechart/definition.ts';

/** Sums of tenths and thirds are above 1 by their last digit. */
const HAIR = 1e-9;

/** Whether rates that compete can sum to more than 1, so that each gets its share of the sum. */
export const mayExceed = ({ sum }: CompetingRates): boolean => sum === null || sum > 1 + HAIR;

/** That rates always sum to more than 1, with what becomes of each; nothing where they do not, or not always. */
export function ratesNote(
  { transitions }: ChartDefinition,
  { state, sum, transitions: among }: CompetingRates,
): readonly string[] {
  if (sum === null || sum <= 1 + HAIR) return [];
  const shares = among.map(number => {
    const { rate } = transitions[number];
    return `${targetName(transitions[number])} ${inDigits(Number(rate) / sum, 3)}`;
  });
  return [
    `out of ${state} rates sum to ${Number(sum.toFixed(6))}, more than 1 a tick: each is divided by the sum (${shares.join(', ')})`,
  ];
}
