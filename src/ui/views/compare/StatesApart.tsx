import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { getPairSides } from './sides.ts';

/** States that the chart of one run has and the other one lacks; empty if both have the same. */
export function StatesApart() {
  const a = usePage(state => getPairSides(state)?.a.run.info.chart);
  const b = usePage(state => getPairSides(state)?.b.run.info.chart);
  const { agent } = usePage(getCurrentModelWords);
  if (!a || !b) return null;
  const lacking = [describeMissingStates('B', a, b), describeMissingStates('A', b, a)].filter(
    words => words !== '',
  );
  if (lacking.length === 0) return null;
  const isNone = a.states.every(state => !b.states.includes(state));
  return (
    <p className="label">
      {lacking.join('; ')}.{' '}
      {isNone
        ? `No state is in both, so all ${agent[1]} are elsewhere from the beginning.`
        : `Agents in such a state are elsewhere in the other run.`}
    </p>
  );
}

/** "B has no susceptible, infected, recovered"; empty if it has them all. */
function describeMissingStates(side: 'A' | 'B', one: ChartInfo, other: ChartInfo): string {
  const left = one.states.filter(state => !other.states.includes(state));
  return left.length === 0
    ? ''
    : `${side} has no ${left.map(state => describeStateName(one, state)).join(', ')}`;
}
