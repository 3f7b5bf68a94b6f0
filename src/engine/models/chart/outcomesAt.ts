import type { Moment, OutcomeValues } from '../../outcomes.ts';
import type { Machine } from '../../statechart/machine.ts';
import { isLeaf } from '../../statechart/tree.ts';
import { stateOutcomesAt } from './stateOutcomes.ts';

/** The values of `CHART_OUTCOMES` and of the states' own outcomes after a tick. O(moves up to it). */
export function outcomesAt({ past, population, chart }: Machine, moment: Moment): OutcomeValues {
  const { tick, counts } = moment;
  const hasMoved = new Uint8Array(population.size);
  let moves = 0;
  past.forEach(past.start, tick, (_, agent) => {
    hasMoved[agent] = 1;
    moves++;
  });
  const movers = hasMoved.reduce((sum, moved) => sum + moved, 0);
  const commonest = Math.max(...Array.from(counts).filter((_, state) => isLeaf(chart.tree, state)));
  return [
    ...[movers / population.size, moves, commonest / population.size],
    ...stateOutcomesAt(moment, population.size, chart.tree),
  ];
}
