import { InputError } from '../../../engine/core/errors.ts';
import type { Run } from '../../../engine/run/run.ts';
import { PlaceTable } from '../../../engine/statistics/places.ts';
import { Tally } from '../../../engine/statistics/tally.ts';

/** Sort keys of the agents: the longest present stay first, those in the place where everybody begins after all others. */
export function computeCurrentStayKeys({ machine, tick }: Run): Float64Array {
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
export function computeTimeInStateKeys({ machine, tick: to }: Run, name: string): Float64Array {
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
