import type { Groups } from '../core/agentGroups.ts';
import type { Tick } from '../core/indices.ts';

/** Each agent's group in a tick, an index into the names of the groups. */
export function getGroupsAtTick({ of, later = [] }: Groups, tick: Tick): Uint8Array {
  const due = later.filter(one => one.tick <= tick);
  if (due.length === 0) return of;
  const groups = of.slice();
  for (const { agent, group } of due) groups[agent] = group;
  return groups;
}
