import type { Moment, OutcomeValues } from '../../outcomes.ts';
import type { Machine } from '../../statechart/machine.ts';
import { isLeaf } from '../../statechart/tree.ts';
import { CHART_OUTCOMES } from './outcomes.ts';
import { stateOutcomesAt } from './stateOutcomes.ts';

/**
 * The values of `CHART_OUTCOMES` and of the states' own outcomes after a tick. O(moves up to it; ticks up to it × states).
 * @param wanted numbers of those that are wanted, others are null; absent: all
 */
export function outcomesAt(machine: Machine, moment: Moment, wanted?: ReadonlySet<number>): OutcomeValues {
  const { population, chart } = machine;
  const all = wanted === undefined;
  const isWanted = (test: (number: number) => boolean) => all || [...wanted].some(test);
  const whole = isWanted(number => number < CHART_OUTCOMES.length)
    ? wholeAt(machine, moment)
    : CHART_OUTCOMES.map(() => null);
  return isWanted(number => number >= CHART_OUTCOMES.length)
    ? [...whole, ...stateOutcomesAt(moment, population.size, chart.tree)]
    : whole;
}

function wholeAt({ past, population, chart }: Machine, { tick, counts }: Moment): OutcomeValues {
  const hasMoved = new Uint8Array(population.size);
  let moves = 0;
  past.forEach(past.start, tick, (_, agent) => {
    hasMoved[agent] = 1;
    moves++;
  });
  const movers = hasMoved.reduce((sum, moved) => sum + moved, 0);
  const commonest = Math.max(...Array.from(counts).filter((_, state) => isLeaf(chart.tree, state)));
  return [movers / population.size, moves, commonest / population.size];
}
