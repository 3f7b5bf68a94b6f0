import type { Tick } from '../engine/indices.ts';
import type { Run } from '../engine/run.ts';
import type { Machine } from '../engine/statechart/machine.ts';
import type { Projection } from '../engine/statechart/projection.ts';
import type { StatesAt } from './api.ts';

/**
 * All agents' states after a tick, and the transitions taken in it. @throws RangeError for a tick that was
 * not played.
 */
export function statesAt({ machine }: Run, tick: Tick): StatesAt {
  const { past, chart, table } = machine;
  const { projection } = table;
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
    since: projection === null ? since : sinceInPlace(machine, projection, tick),
    flows,
    moved: { agent: Uint32Array.from(agent), transition: Uint16Array.from(transition) },
  };
}

/** Tick in which each agent came to its place. O(the log up to there). */
function sinceInPlace({ past, population }: Machine, projection: Projection, upTo: Tick): Int32Array {
  const since = new Int32Array(population.size).fill(past.start);
  past.forEach(past.start, upTo, (tick, agent, step) => {
    if (projection.wayOf(step) >= 0) since[agent] = tick;
  });
  return since;
}
