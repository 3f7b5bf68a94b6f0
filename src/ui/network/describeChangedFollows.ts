import { getNodeLinks } from '../../engine/network/networkLinks.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
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

/** A link that the run has otherwise than its network, by agents. */
export interface ChangedLink {
  readonly followed: number;
  readonly follower: number;
  /** Added; false: cut. */
  readonly isThere: boolean;
}

/** Events of a run that are drawn on its network, in addition to everybody's state; agents by number. */
export interface Story {
  /** Sender and receiver of each passed item, in order. */
  readonly passes: readonly { readonly from: number; readonly to: number; readonly hue: number }[];
  /** The author and its action; null for nobody. */
  readonly author: { readonly agent: number; readonly did: string } | null;
  /** Ringed in ink: handed it on. */
  readonly ringed: ReadonlySet<number>;
  /** Ringed in a hue of the palette. */
  readonly liked: ReadonlySet<number>;
  readonly likedHue: number;
  /** It came to them at all. */
  readonly looked: ReadonlySet<number>;
  /** Links that changes of the run have added or cut. */
  readonly changed: readonly ChangedLink[];
  /** Meaning of its lines; '' for none. */
  readonly note: string;
  /** Head of the table's column of what each did; null for none. */
  readonly column: string | null;
  /** An agent's part in words; '' for none. */
  partOf(agent: number): string;
}

const NOBODY: ReadonlySet<number> = new Set();

/** No events. */
export const NO_STORY: Story = {
  passes: [],
  author: null,
  ringed: NOBODY,
  liked: NOBODY,
  likedHue: 0,
  looked: NOBODY,
  changed: [],
  note: '',
  column: null,
  partOf: () => '',
};
