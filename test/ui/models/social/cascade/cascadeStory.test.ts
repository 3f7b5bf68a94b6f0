import { expect, it } from 'vitest';
import type { Change } from '../../../../../src/engine/setup/config.ts';
import { collectChangedFollows } from '../../../../../src/ui/models/social/cascade/cascadeStory.ts';

const deed = (tick: number, name: string, ...on: string[]): Change => ({
  kind: 'intervention',
  tick,
  name,
  on,
});
const CHANGES: readonly Change[] = [
  { tick: 2, name: 'activity', value: 3 },
  deed(3, 'cut_edge', 'agent_005', 'agent_007'),
  deed(4, 'add_edge', 'agent_001', 'agent_002'),
  deed(4, 'remove_agents', 'agent_001'),
  deed(6, 'add_edge', 'agent_005', 'agent_007'),
];

it.each([
  [2, []],
  [3, [[6, 4, false]]],
  [
    5,
    [
      [6, 4, false],
      [1, 0, true],
    ],
  ],
  [
    6,
    [
      [6, 4, true],
      [1, 0, true],
    ],
  ],
])('at round %i the last change of each follow counts', (tick, links) => {
  const changed = collectChangedFollows(CHANGES, tick);
  expect(changed.map(({ followed, follower, isThere }) => [followed, follower, isThere])).toEqual(links);
});
