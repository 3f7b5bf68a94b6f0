import type { EventKind } from '../../../engine/model/event.ts';
import type { Telling } from '../../../engine/model/model.ts';
import type { Run } from '../../../engine/run/run.ts';

/** Events of something that came to nothing. */
const FAILED: readonly EventKind[] = ['fallback', 'refused'];

/** Sort keys of the agents: most failures after the warm-up first, answers that were refused among them. O(events) */
export function computeFailureKeys({ machine, tick: to }: Run, { events }: Telling): Float64Array {
  const { past, population } = machine;
  const keys = new Float64Array(population.size);
  if (events === undefined) return keys;
  for (let tick = Math.max(1, past.start + 1); tick <= to; tick++)
    for (const { kind, agent } of events(tick)) if (FAILED.includes(kind)) keys[agent]--;
  return keys;
}
