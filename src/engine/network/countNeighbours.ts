import {
  type ChartDefinition,
  getNeighbourCountColumn,
  getNeighbourWeightColumn,
  parseNeighbourColumn,
} from '../statechart/definition.ts';
import { listPlacedStates } from '../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../statechart/machine.ts';
import type { AgentColumn } from '../statechart/population.ts';
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

/** Per state, who was in it when neighbours were counted last: 1 for each agent in it. Empty: all are counted. */
export type CountedStates = Map<string, Uint8Array>;

/**
 * Counts for every agent the followed agents in a state, into the columns that the chart's rates read, and sums the
 * weights of these links if there is a column for them. To be called between ticks: events of one are seen in the next,
 * in any order of agents.
 * @param counted as the last call left it for the same columns: only those who came or left since are looked at
 */
export function countNeighbours(
  network: Network,
  machine: Machine,
  counted: CountedStates = new Map(),
): void {
  const { population, chart, table } = machine;
  for (const name of listNeighbourStates(chart.definition)) {
    const column = population.column(getNeighbourCountColumn(name))!;
    const sums = network.weights && population.column(getNeighbourWeightColumn(name));
    const state = chart.stateNumber.get(name)!;
    const isIn = Uint8Array.from({ length: table.configurationCount }, (_, configuration) =>
      Number(table.isActive(configuration, state)),
    );
    const known = counted.get(name);
    if (sums) sumWeights(network, population.state, isIn, sums);
    if (known === undefined) column.fill(0);
    const was = known ?? new Uint8Array(population.size);
    counted.set(name, was);
    countChanges(network, population.state, isIn, was, column);
  }
}

function countChanges(
  { offsets, targets }: Network,
  configurations: Uint16Array,
  isIn: Uint8Array,
  was: Uint8Array,
  column: AgentColumn,
): void {
  for (let agent = 0; agent < was.length; agent++) {
    const now = isIn[configurations[agent]];
    if (now === was[agent]) continue;
    const change = now - was[agent];
    was[agent] = now;
    for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++) column[targets[edge]] += change;
  }
}

/** Sums of everybody's, each time: a sum of fractions depends on the order in which they are added. */
function sumWeights(
  { offsets, targets, weights }: Network,
  configurations: Uint16Array,
  isIn: Uint8Array,
  sums: AgentColumn,
): void {
  sums.fill(0);
  for (let agent = 0; agent < configurations.length; agent++)
    if (isIn[configurations[agent]] === 1)
      for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++)
        sums[targets[edge]] += weights![edge];
}
