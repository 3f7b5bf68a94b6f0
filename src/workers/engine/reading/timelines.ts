import { InputError } from '../../../engine/core/errors.ts';
import type { AgentHistory } from '../../../engine/log/fold.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Projection } from '../../../engine/statechart/hierarchy/projection.ts';
import type { SortOrder, TimelineRows } from '../../protocol/api.ts';
import { loadRunReports } from '../late/loadRunReports.ts';

/** The whole history of some agents. */
export function readTimelineRows({ machine, tick: upTo }: Run, agents: readonly number[]): TimelineRows {
  const { past, table } = machine;
  const histories = past
    .histories(agents, upTo)
    .map(history => projectAgentHistory(history, table.projection));
  const offsets = new Uint32Array(agents.length + 1);
  for (const [i, history] of histories.entries()) offsets[i + 1] = offsets[i] + history.tick.length;
  const total = offsets[agents.length];
  const tick = new Int32Array(total);
  const state = new Uint16Array(total);
  const context = new Uint32Array(total);
  for (const [i, history] of histories.entries()) {
    tick.set(history.tick, offsets[i]);
    state.set(history.state, offsets[i]);
    context.set(history.context, offsets[i]);
  }
  return { upTo, agents: Uint32Array.from(agents), offsets, tick, state, context };
}

/** A history of configurations as one of places: without what stays where it is. */
function projectAgentHistory(history: AgentHistory, projection: Projection | null): AgentHistory {
  if (projection === null) return history;
  const places: AgentHistory = { tick: [], state: [], context: [] };
  let before = projection.placeOf(0);
  for (const [i, configuration] of history.state.entries()) {
    const place = projection.placeOf(configuration);
    if (place === before) continue;
    before = place;
    places.tick.push(history.tick[i]);
    places.state.push(place);
    places.context.push(history.context[i]);
  }
  return places;
}

/** All agents, sorted; ties by index. */
export async function sortAgentsBy(run: Run, sort: SortOrder): Promise<Uint32Array> {
  const { size } = run.machine.population;
  const order = Uint32Array.from({ length: size }, (_, agent) => agent);
  if (sort.by === 'id') return order;
  const keys = await loadAgentSortKeys(run, sort);
  return order.sort((a, b) => keys[a] - keys[b] || a - b);
}

/** Sort keys, smallest first. */
async function loadAgentSortKeys(run: Run, sort: SortOrder): Promise<ArrayLike<number>> {
  if (sort.by === 'activity') return computeActivityKeys(run);
  if (sort.by === 'model') return computeModelSortKeys(run, sort.order, sort.focus);
  const { computeSortKeys, telling } = await loadRunReports(run);
  return computeSortKeys(run, telling, sort);
}

function computeModelSortKeys(run: Run, order: string, focus: number | null): ArrayLike<number> {
  const keys = run.state.order?.(order, focus) ?? null;
  if (keys === null) throw new InputError(`model ${run.model.name} has no order "${order}"`);
  return keys;
}

function computeActivityKeys(run: Run): Float64Array {
  const { past, population } = run.machine;
  const keys = new Float64Array(population.size);
  past.forEach(past.start, run.tick, (_, agent) => {
    keys[agent]--;
  });
  return keys;
}
