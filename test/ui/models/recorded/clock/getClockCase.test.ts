import { expect, it } from 'vitest';
import type { StuckCase } from '../../../../../src/engine/models/recorded/reports/buildStuckReport.ts';
import { sortLiveCases } from '../../../../../src/ui/models/recorded/clock/getClockCase.ts';
import { aLive } from '../live/livePage.ts';

it('cases under way come by how much they need somebody, and else as they began, whatever stepped last', () => {
  const live = [
    aLive(0, { heardAt: 1 }),
    aLive(1, { heardAt: 9 }),
    aLive(2),
    aLive(3),
    aLive(4, { waitsFor: 'person', since: 20 }),
    aLive(5, { waitsFor: 'person', since: 10 }),
    aLive(6, { waitsFor: 'person' }),
    aLive(7, { waitsFor: 'tool', since: 1 }),
  ];
  const stuck = [{ agent: 3 } as StuckCase];
  expect(sortLiveCases({ live, stuck }, new Set([2])).map(({ agent }) => agent)).toEqual([
    5, 4, 6, 3, 2, 0, 1, 7,
  ]);
});
