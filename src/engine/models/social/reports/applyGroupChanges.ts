import type { Groups, Regrouped } from '../../../core/agentGroups.ts';
import { getGroupsAtTick } from '../../../model/getGroupsAtTick.ts';
import type { Change } from '../../../setup/config.ts';
import { getInterventionsAtTick, parseAgentNumber } from '../../../setup/setupChanges.ts';

/** Archetypes as groups, with who becomes what later by the changes of a run. */
export function applyGroupChanges(groups: Groups, changes: readonly Change[]): Groups {
  const later: Regrouped[] = [];
  for (const tick of [...new Set(changes.map(change => change.tick))].sort((a, b) => a - b)) {
    const before = getGroupsAtTick({ ...groups, later }, tick - 1);
    for (const { name, on } of getInterventionsAtTick(changes, tick)) {
      const [kind, ...who] = on.map(one => groups.names.indexOf(one));
      if (name !== 'become') continue;
      const agents = who.flatMap((of, i) =>
        of < 0 ? [parseAgentNumber(on[i + 1])] : selectAgentsOfKind(before, of),
      );
      later.push(...agents.map(agent => ({ tick, agent, group: kind })));
    }
  }
  return later.length > 0 ? { ...groups, later } : groups;
}

const selectAgentsOfKind = (kinds: Uint8Array, kind: number): readonly number[] =>
  [...kinds.keys()].filter(agent => kinds[agent] === kind);
