import type { Groups } from '../../core/agentGroups.ts';
import type { Tick } from '../../core/indices.ts';
import type { OutcomeDefinition } from '../../model/outcomeDefinition.ts';
import type { Network } from '../../network/network.ts';
import { type Links, reverseLinks } from '../../network/networkLinks.ts';
import { type ChartDefinition, getNeighbourWeightColumn } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';

/** True if neighbours pass on anything in a chart, so that it can cross from group to group. */
export const hasNeighbourRates = ({ transitions }: ChartDefinition): boolean =>
  transitions.some(({ per }) => per !== undefined);

/** Crossings from one group to another in a chart with rates for each neighbour. */
export const defineCrossingsOutcome = ({ label }: Groups): OutcomeDefinition => ({
  ...{ name: 'crossings', label: `From one ${label} to another`, unit: 'share', better: null },
  meaning: `Of the moves that neighbours caused the share that came from another ${label}; where several neighbours could have caused one, each counts by its part of the rate. Nothing before there is one.`,
});

/**
 * Its value after a tick; null before the first such move. The neighbour that a move comes from is not drawn: each is
 * as likely as its part of the rate, one, or the weight of its link if weights count. O(moves × neighbours)
 */
export function measureGroupCrossings(
  machine: Machine,
  network: Network,
  { of }: Groups,
  until: Tick,
): number | null {
  const { table, chart, past, population } = machine;
  const { transitions } = chart.definition;
  const sources = indexNetworkSources(network);
  const state = past.at(past.start).state.slice();
  let [moves, crossing] = [0, 0];
  /** A rate counts those who were in the state when the tick began. */
  const count = (agent: number, per: string): void => {
    const isWeighted = population.column(getNeighbourWeightColumn(per)) !== undefined;
    const number = chart.stateNumber.get(per) ?? -1;
    let [all, others] = [0, 0];
    for (let link = sources.offsets[agent]; link < sources.offsets[agent + 1]; link++) {
      const source = sources.targets[link];
      if (!table.isActive(state[source], number)) continue;
      const part = isWeighted ? (sources.weights?.[link] ?? 1) : 1;
      all += part;
      if (of[source] !== of[agent]) others += part;
    }
    if (all === 0) return;
    moves++;
    crossing += others / all;
  };
  for (let tick = past.start + 1; tick <= until; tick++) {
    past.forEach(tick - 1, tick, (_, agent, step) => {
      const { per } = transitions[table.step(step).transitions[0]];
      if (per !== undefined) count(agent, per);
    });
    past.forEach(tick - 1, tick, (_, agent, step) => {
      state[agent] = table.targets[step];
    });
  }
  return moves === 0 ? null : crossing / moves;
}

/** Whom each agent follows, with the weights of these links. */
interface CrossingSources extends Links {
  readonly weights: Float32Array | null;
}

const CROSSING_SOURCES = new WeakMap<Network, CrossingSources>();

function indexNetworkSources(network: Network): CrossingSources {
  const known = CROSSING_SOURCES.get(network);
  if (known !== undefined) return known;
  const { offsets, targets, weights, nodes } = network;
  const back = reverseLinks(network);
  const next = back.offsets.slice();
  const ordered = weights && new Float32Array(targets.length);
  for (let node = 0; ordered !== null && node < nodes; node++)
    for (let link = offsets[node]; link < offsets[node + 1]; link++)
      ordered[next[targets[link]]++] = weights![link];
  const sources = { ...back, weights: ordered };
  CROSSING_SOURCES.set(network, sources);
  return sources;
}
