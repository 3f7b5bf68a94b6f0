import { InputError } from '../../../engine/core/errors.ts';
import type { EventKind } from '../../../engine/model/event.ts';
import type { ModelReports } from '../../../engine/model/model.ts';
import type { Run } from '../../../engine/run/run.ts';
import { PlaceTable } from '../../../engine/statistics/places.ts';
import { Tally } from '../../../engine/statistics/tally.ts';
import type { SortOrder } from '../../protocol/readCommands.ts';

/** Sort keys of the agents by what is seldom asked for, smallest first. @throws InputError for an order or a state that is not there */
export function computeSortKeys(run: Run, reports: ModelReports, sort: SortOrder): ArrayLike<number> {
  switch (sort.by) {
    case 'first-entry':
      return computeFirstEntryKeys(run, sort.state);
    case 'longest-stay':
      return computeCurrentStayKeys(run);
    case 'failures':
      return computeFailureKeys(run, reports);
    case 'time-in':
      return computeTimeInStateKeys(run, sort.state);
    default:
      throw new InputError(`timelines cannot be sorted by "${sort.by}"`);
  }
}

/** Events of something that came to nothing. */
const FAILED: readonly EventKind[] = ['fallback', 'refused'];

/** Sort keys of the agents: most failures after the warm-up first, answers that were refused among them. O(events) */
export function computeFailureKeys({ machine, tick: to }: Run, { events }: ModelReports): Float64Array {
  const { past, population } = machine;
  const keys = new Float64Array(population.size);
  if (events === undefined) return keys;
  for (let tick = Math.max(1, past.start + 1); tick <= to; tick++)
    for (const { kind, agent } of events(tick)) if (FAILED.includes(kind)) keys[agent]--;
  return keys;
}

/** Sort keys of the agents: the number of the log's row that first led each into a state; infinite for none. */
function computeFirstEntryKeys(run: Run, name: string): Float64Array {
  const { past, chart, population, table } = run.machine;
  const { projection } = table;
  const state = (projection?.places ?? chart.states).indexOf(name);
  if (state < 0) throw new InputError(`"${name}" is not a state of this chart`);
  const keys = new Float64Array(population.size).fill(Number.POSITIVE_INFINITY);
  const entered = (step: number) => {
    if (projection === null) return chart.target[step];
    const way = projection.wayOf(step);
    return way < 0 ? -1 : projection.ways[way].to;
  };
  let row = 0;
  past.forEach(past.start, run.tick, (_, agent, transition) => {
    if (entered(transition) === state && row < keys[agent]) keys[agent] = row;
    row++;
  });
  return keys;
}

/** Sort keys of the agents: the longest present stay first, those in the initial state last. */
function computeCurrentStayKeys({ machine, tick }: Run): Float64Array {
  const { start } = machine.past;
  const places = new PlaceTable(machine);
  const tally = new Tally(machine, places, { from: start, to: tick });
  const rest = tick - start + 1;
  return Float64Array.from(tally.place, (place, agent) => {
    const { ticks } = tally.presentOf(agent);
    return (place === places.initial ? rest : 0) - ticks;
  });
}

/** Sort keys of the agents: most ticks in a state after the warm-up first. @throws InputError for a state that is not there */
function computeTimeInStateKeys({ machine, tick: to }: Run, name: string): Float64Array {
  const { past, table } = machine;
  const places = new PlaceTable(machine);
  const wanted = places.names.indexOf(name);
  if (wanted < 0) throw new InputError(`"${name}" is not a state of this chart`);
  const from = to >= 1 ? Math.max(1, past.start) : past.start;
  const before = Math.max(past.start, from - 1);
  const place = past.at(before).state.map(one => places.placeOf(one));
  const since = new Int32Array(place.length).fill(from);
  const keys = new Float64Array(place.length);
  past.forEach(before, to, (tick, agent, step) => {
    const next = places.placeOf(table.targets[step]);
    if (next === place[agent]) return;
    if (place[agent] === wanted) keys[agent] -= tick - since[agent];
    place[agent] = next;
    since[agent] = tick;
  });
  for (const [agent, one] of place.entries()) if (one === wanted) keys[agent] -= to - since[agent] + 1;
  return keys;
}
