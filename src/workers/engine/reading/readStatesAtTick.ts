import type { Tick } from '../../../engine/core/indices.ts';
import type { Run } from '../../../engine/run/run.ts';
import { collectRegionMoves } from '../../../engine/run/runFrame.ts';
import type { Occupancy } from '../../../engine/statechart/hierarchy/occupancy.ts';
import type { Projection } from '../../../engine/statechart/hierarchy/projection.ts';
import type { Machine } from '../../../engine/statechart/machine.ts';
import { MOST_DOTS } from '../../../engine/statechart/regionMoves.ts';
import type { StatesAt } from '../../protocol/api.ts';

/**
 * All agents' states after a tick, and the transitions taken in it. @throws RangeError for a tick that was
 * not played.
 */
export function readStatesAtTick({ machine }: Run, tick: Tick): StatesAt {
  const { past, chart, table, population } = machine;
  const { projection, occupancy } = table;
  const { state, since } = past.at(tick);
  const flows = new Uint32Array(projection?.ways.length ?? chart.target.length);
  const agent: number[] = [];
  const transition: number[] = [];
  past.forEach(Math.max(past.start, tick - 1), tick, (_, a, step) => {
    const t = projection?.wayOf(step) ?? step;
    if (t < 0) return;
    flows[t]++;
    agent.push(a);
    transition.push(t);
  });
  return {
    tick,
    state: projection === null ? state : state.map(configuration => projection.placeOf(configuration)),
    since: projection === null ? since : computePlaceEntryTicks(machine, projection, tick),
    flows,
    moved: { agent: Uint32Array.from(agent), transition: Uint16Array.from(transition) },
    ...(occupancy !== null &&
      population.size <= MOST_DOTS && { places: readPlacesAtTick(machine, occupancy, tick, state) }),
  };
}

/** Agents that made a transition in the ticks first … last, by number. */
export function findMovedAgents(
  { machine: { past, population } }: Run,
  first: Tick,
  last: Tick,
): Uint32Array {
  const hasMoved = new Uint8Array(population.size);
  past.forEach(Math.max(past.start, first - 1), last, (_, agent) => {
    hasMoved[agent] = 1;
  });
  return Uint32Array.from(hasMoved.keys()).filter(agent => hasMoved[agent] === 1);
}

/** Tick in which each agent came to its place. O(the log up to there). */
function computePlaceEntryTicks(
  { past, population }: Machine,
  projection: Projection,
  upTo: Tick,
): Int32Array {
  const since = new Int32Array(population.size).fill(past.start);
  past.forEach(past.start, upTo, (tick, agent, step) => {
    if (projection.wayOf(step) >= 0) since[agent] = tick;
  });
  return since;
}

/** Places in all regions, and since when. O(the log up to there). */
function readPlacesAtTick({ past }: Machine, occupancy: Occupancy, tick: Tick, state: Uint16Array) {
  const agents = state.length;
  const since = new Int32Array(occupancy.regions * agents).fill(past.start);
  past.forEach(past.start, tick, (at, agent, step) => {
    for (const { region } of occupancy.moves(step)) since[region * agents + agent] = at;
  });
  return {
    leaf: occupancy.leaves(state),
    since,
    moves: collectRegionMoves(past, occupancy, Math.max(past.start, tick - 1), tick),
  };
}

/** Agents that are in a state after a tick, at whatever level. @throws RangeError for a tick or a state that is not there */
export function findAgentsInState({ machine }: Run, tick: Tick, state: number): Uint32Array {
  const { past, chart, table } = machine;
  if (chart.states[state] === undefined) throw new RangeError(`the chart has no state ${state}`);
  const agents: number[] = [];
  for (const [agent, configuration] of past.at(tick).state.entries())
    if (table.isActive(configuration, state)) agents.push(agent);
  return Uint32Array.from(agents);
}
