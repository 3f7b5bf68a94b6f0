import {
  type ChartDefinition,
  getNeighbourCountColumn,
  getNeighbourWeightColumn,
  parseNeighbourColumn,
} from '../statechart/definition.ts';
import { listPlacedStates } from '../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../statechart/machine.ts';
import type { Network } from './network.ts';

const BRACED = /\{neighbours in ([^{}\n]+)\}/g;

/** States in which a chart counts an agent's neighbours: for a rate, a guard, or the agent's prompt. */
export function listNeighbourStates(chart: ChartDefinition): readonly string[] {
  const known = WATCHED.get(chart) ?? collectNeighbourStates(chart);
  WATCHED.set(chart, known);
  return known;
}

const WATCHED = new WeakMap<ChartDefinition, readonly string[]>();

function collectNeighbourStates(chart: ChartDefinition): readonly string[] {
  const states = listPlacedStates(chart);
  const ids = new Set(states.map(({ id }) => id));
  const rows = states.flatMap(({ definition }) => [...(definition?.asks ?? '').matchAll(BRACED)]);
  const named = chart.transitions.flatMap(({ per, guard }) => [
    ...(per === undefined ? [] : [per]),
    ...(guard?.kind === 'compare' ? [parseNeighbourColumn(guard.column) ?? ''] : []),
  ]);
  return [...new Set([...named, ...rows.map(([, state]) => state)])].filter(state => ids.has(state));
}

/**
 * Counts for every agent the followed agents in a state, into the columns that the chart's rates read, and sums the
 * weights of these links if there is a column for them. O(followers of those in the state). To be called between ticks:
 * events of one are seen in the next, in any order of agents.
 */
export function countNeighbours({ offsets, targets, weights }: Network, machine: Machine): void {
  const { population, chart, table } = machine;
  for (const name of listNeighbourStates(chart.definition)) {
    const column = population.column(getNeighbourCountColumn(name))!.fill(0);
    const sums = weights && population.column(getNeighbourWeightColumn(name))?.fill(0);
    const state = chart.stateNumber.get(name)!;
    for (let agent = 0; agent < population.size; agent++) {
      if (!table.isActive(population.state[agent], state)) continue;
      for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++) {
        column[targets[edge]]++;
        if (sums) sums[targets[edge]] += weights[edge];
      }
    }
  }
}
