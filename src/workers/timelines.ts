import { InputError } from '../engine/errors.ts';
import type { Run } from '../engine/run.ts';
import type { SortOrder, TimelineRows } from './api.ts';

/** The whole history of some agents: one pass over the log. */
export function timelineRows(run: Run, agents: readonly number[]): TimelineRows {
  const { log, chart, population } = run.machine;
  const slot = new Int32Array(population.size).fill(-1);
  for (const [i, agent] of agents.entries()) slot[agent] = i;
  const lengths = new Uint32Array(agents.length + 1);
  log.forEach(0, log.rows, agent => {
    if (slot[agent] >= 0) lengths[slot[agent]]++;
  });
  const offsets = new Uint32Array(agents.length + 1);
  for (let i = 0; i < agents.length; i++) offsets[i + 1] = offsets[i] + lengths[i];
  const next = offsets.slice();
  const total = offsets[agents.length];
  const tick = new Int32Array(total);
  const state = new Uint16Array(total);
  const contexts = new Uint32Array(total);
  for (let t = log.firstTick; t <= run.tick; t++) {
    log.forEach(...log.range(t), (agent, transition, context) => {
      if (slot[agent] < 0) return;
      const at = next[slot[agent]]++;
      tick[at] = t;
      state[at] = chart.target[transition];
      contexts[at] = context;
    });
  }
  return { upTo: run.tick, agents: Uint32Array.from(agents), offsets, tick, state, context: contexts };
}

/** All agents, sorted; ties by index. */
export function orderOf(run: Run, sort: SortOrder): Uint32Array {
  const { size } = run.machine.population;
  const order = Uint32Array.from({ length: size }, (_, agent) => agent);
  if (sort.by === 'id') return order;
  const keys = keysOf(run, sort);
  return order.sort((a, b) => keys[a] - keys[b] || a - b);
}

/** What is smaller comes first. */
function keysOf(run: Run, sort: SortOrder): ArrayLike<number> {
  switch (sort.by) {
    case 'activity':
      return activity(run);
    case 'first-entry':
      return firstEntry(run, sort.state);
    case 'model':
      return modelKeys(run, sort.order, sort.focus);
    default:
      throw new InputError(`timelines cannot be sorted by "${sort.by}"`);
  }
}

function modelKeys(run: Run, order: string, focus: number | null): ArrayLike<number> {
  const keys = run.state.order?.(order, focus) ?? null;
  if (keys === null) throw new InputError(`model ${run.model.name} has no order "${order}"`);
  return keys;
}

function activity(run: Run): Float64Array {
  const { log, population } = run.machine;
  const keys = new Float64Array(population.size);
  log.forEach(0, log.rows, agent => {
    keys[agent]--;
  });
  return keys;
}

function firstEntry(run: Run, name: string): Float64Array {
  const { log, chart, population } = run.machine;
  const state = chart.stateNumber.get(name);
  if (state === undefined) throw new InputError(`"${name}" is not a state of this chart`);
  const keys = new Float64Array(population.size).fill(Number.POSITIVE_INFINITY);
  let row = 0;
  log.forEach(0, log.rows, (agent, transition) => {
    if (chart.target[transition] === state && row < keys[agent]) keys[agent] = row;
    row++;
  });
  return keys;
}
