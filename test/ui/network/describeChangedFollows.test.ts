import { expect, it } from 'vitest';
import { reverseLinks } from '../../../src/engine/network/networkLinks.ts';
import { describeChangedFollows } from '../../../src/ui/network/describeChangedFollows.ts';

/** Agent 1 and agent 2 follow agent 0. */
const followers = { offsets: Uint32Array.of(0, 2, 2, 2), targets: Uint32Array.of(1, 2) };
const FOLLOWS = { followers, followed: reverseLinks(followers) };
const cut = (followed: number, follower: number) => ({ followed, follower, isThere: false });
const added = (followed: number, follower: number) => ({ followed, follower, isThere: true });

it.each([
  [[], ''],
  [[cut(0, 1)], '1 follow cut'],
  [[cut(0, 1), cut(0, 2), added(1, 0)], '1 follow added, 2 cut'],
  [[added(1, 0), added(2, 0)], '2 follows added'],
  // There was nothing to change.
  [[cut(1, 2), added(0, 1)], ''],
])('%j are described as “%s”', (changed, words) => {
  expect(describeChangedFollows(changed, FOLLOWS)).toBe(words);
});

it('nothing is described before the network is known', () => {
  expect(describeChangedFollows([cut(0, 1)], null)).toBe('');
});
