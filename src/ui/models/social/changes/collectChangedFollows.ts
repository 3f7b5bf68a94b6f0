import type { Tick } from '../../../../engine/core/indices.ts';
import type { Change } from '../../../../engine/setup/config.ts';
import { parseAgentNumber } from '../../../../engine/setup/setupChanges.ts';
import type { ChangedLink } from '../../../network/story.ts';

const WAYS: Readonly<Record<string, boolean>> = { add_edge: true, cut_edge: false };

/** Follows that changes have added or cut by a tick, the last change of each. */
export function collectChangedFollows(changes: readonly Change[], tick: Tick): readonly ChangedLink[] {
  const last = new Map<string, ChangedLink>();
  for (const change of changes) {
    if (change.kind !== 'intervention' || change.tick > tick) continue;
    const isThere = WAYS[change.name];
    const [follower, followed] = change.on.map(parseAgentNumber);
    if (isThere !== undefined) last.set(change.on.join(), { followed, follower, isThere });
  }
  return [...last.values()];
}
