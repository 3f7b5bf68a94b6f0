import { getNodeLinks } from '../../engine/network/networkLinks.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import type { ChangedLink } from './story.ts';
import type { FollowGraph } from './useFollows.ts';

/** Follows that are otherwise than in the network: "1 follow added, 2 cut"; '' for none. */
export function describeChangedFollows(changed: readonly ChangedLink[], follows: FollowGraph | null): string {
  const own = changed.filter(
    ({ followed, follower, isThere }) =>
      follows !== null && getNodeLinks(follows.followers, followed).includes(follower) !== isThere,
  );
  const added = own.filter(({ isThere }) => isThere).length;
  const cut = own.length - added;
  return [
    ...(added > 0 ? [`${formatNounCount(added, 'follow')} added`] : []),
    ...(cut > 0 ? [added > 0 ? `${cut} cut` : `${formatNounCount(cut, 'follow')} cut`] : []),
  ].join(', ');
}
