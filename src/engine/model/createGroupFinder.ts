import type { Groups } from '../core/agentGroups.ts';
import type { Tick } from '../core/indices.ts';
import { getGroupsAtTick } from './getGroupsAtTick.ts';

/** The name of each agent's group in a tick; null for an agent without one, and without groups. */
export function createGroupFinder(groups: Groups | undefined, tick: Tick): (agent: number) => string | null {
  if (groups === undefined) return () => null;
  const of = getGroupsAtTick(groups, tick);
  return agent => (of[agent] === groups.none ? null : groups.names[of[agent]]);
}
