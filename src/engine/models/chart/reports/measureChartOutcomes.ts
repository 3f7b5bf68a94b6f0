import { computeGroupShares } from '../../../model/defineGroupOutcomes.ts';
import type { Moment, OutcomeValues } from '../../../model/outcomeDefinition.ts';
import type { Network } from '../../../network/network.ts';
import { isLeafState } from '../../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { hasNeighbourRates, measureGroupCrossings } from '../groupCrossings.ts';
import { CHART_OUTCOMES } from './chartOutcomes.ts';
import { countStateOutcomes, measureStateOutcomes } from './defineStateOutcomes.ts';

/**
 * The values of `CHART_OUTCOMES`, of the states' own outcomes and of those of groups after a tick. O(moves up to it; ticks up to
 * it × states).
 * @param network that may divide its nodes into groups
 * @param wanted numbers of those that are wanted, others may be null; absent: all
 */
export function measureChartOutcomes(
  machine: Machine,
  moment: Moment,
  network: Network,
  wanted?: ReadonlySet<number>,
): OutcomeValues {
  const { past, population, chart } = machine;
  const { groups } = network;
  const { tick, counts } = moment;
  const states = countStateOutcomes(chart.tree);
  const isOfState = (number: number) =>
    number >= CHART_OUTCOMES.length && number < CHART_OUTCOMES.length + states;
  const isAny = (test: (number: number) => boolean) => wanted === undefined || [...wanted].some(test);
  const ofStates = isAny(isOfState)
    ? measureStateOutcomes(moment, population.size, chart.tree)
    : new Array<null>(states).fill(null);
  // Agents' actions are counted from the log, which takes a while.
  if (!isAny(number => !isOfState(number))) return [...CHART_OUTCOMES.map(() => null), ...ofStates];
  const hasMoved = new Uint8Array(population.size);
  let moves = 0;
  past.forEach(past.start, tick, (_, agent) => {
    hasMoved[agent] = 1;
    moves++;
  });
  const movers = hasMoved.reduce((sum, moved) => sum + moved, 0);
  const commonest = Math.max(...Array.from(counts).filter((_, state) => isLeafState(chart.tree, state)));
  return [
    ...[movers / population.size, moves, commonest / population.size],
    ...ofStates,
    ...(groups ? computeGroupShares(groups, hasMoved) : []),
    ...(groups && hasNeighbourRates(chart.definition)
      ? [measureGroupCrossings(machine, network, groups, tick)]
      : []),
  ];
}
