import { type ChartDefinition, neighboursIn } from '../statechart/definition.ts';
import type { Machine } from '../statechart/machine.ts';
import type { Network } from './network.ts';

/** States that a chart asks about in an agent's neighbours: those from which something spreads. */
export const spreadingStates = ({ transitions }: ChartDefinition): readonly string[] => [
  ...new Set(transitions.flatMap(({ per }) => per ?? [])),
];

/**
 * Counts, for every agent, how many of those it follows are in a state, into the columns that the chart's rates read.
 * O(followers of those who are). To be called between ticks: what happens in one is seen in the next, whoever acts first.
 */
export function countNeighbours({ offsets, targets }: Network, machine: Machine): void {
  const { population, chart, table } = machine;
  for (const name of spreadingStates(chart.definition)) {
    const column = population.column(neighboursIn(name))!.fill(0);
    const state = chart.stateNumber.get(name)!;
    for (let agent = 0; agent < population.size; agent++) {
      if (!table.isActive(population.state[agent], state)) continue;
      for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++) column[targets[edge]]++;
    }
  }
}
