import type { Groups } from '../../groups.ts';
import { groupShares } from '../../network/groupOutcomes.ts';
import type { Moment, OutcomeValues } from '../../outcomes.ts';
import type { Machine } from '../../statechart/machine.ts';
import { isLeaf } from '../../statechart/tree.ts';
import { stateOutcomesAt } from './stateOutcomes.ts';

/**
 * The values of `CHART_OUTCOMES`, of the states' own outcomes and of those of groups after a tick. O(moves up to it).
 * @param groups of the network's nodes; undefined for none
 */
export function outcomesAt(
  { past, population, chart }: Machine,
  moment: Moment,
  groups: Groups | undefined,
): OutcomeValues {
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
    ...(groups ? groupShares(groups, hasMoved) : []),
  ];
}
