import { describe, expect, it } from 'vitest';
import {
  findFirstSpan,
  findLaneAt,
  LANE,
  listClockLanes,
  orderClockCases,
  SUB_LANE,
} from '../../../../../src/ui/models/recorded/clock/clockLanes.ts';
import { aCase, step } from '../../../../engine/models/recorded/cases.ts';
import { clockOf, SESSIONS, TWO_PM } from './clockReports.ts';

describe('the lanes of the clock', () => {
  it('are the cases with times by when they began, without those that another one sent', async () => {
    const report = await clockOf(SESSIONS.toReversed());
    expect(orderClockCases(report, 'begin', null, null)).toEqual([3, 1]);
  });

  it('are sorted as the timelines, and those of a search alone with their families', async () => {
    const report = await clockOf(SESSIONS);
    expect(orderClockCases(report, 'sorted', [3, 2, 1, 0], null)).toEqual([2, 0]);
    expect(orderClockCases(report, 'begin', null, new Set([1]))).toEqual([0]);
    expect(orderClockCases(report, 'begin', null, new Set([3]))).toEqual([]);
  });

  it('of a live source are first those under way, then what began last', async () => {
    const one = (id: string, at: number, end: string | null) =>
      aCase(id, [step('Read', { at: TWO_PM + at, result: 'x' })], { end });
    const cases = [one('a', 0, 'done'), one('b', 1, 'done'), one('c', 2, null)];
    expect(orderClockCases(await clockOf(cases, { under_way: true }), 'begin', null, null)).toEqual([
      2, 1, 0,
    ]);
  });

  it('have those of sub-agents below them once they are open', async () => {
    const report = await clockOf(SESSIONS);
    const folded = listClockLanes(report, [0, 2], new Set());
    expect(folded.map(({ agent, top, below }) => [agent, top, below.length])).toEqual([
      [0, 0, 1],
      [2, LANE, 0],
    ]);
    const open = listClockLanes(report, [0, 2], new Set([0]));
    expect(open.map(({ agent, depth, top }) => [agent, depth, top])).toEqual([
      [0, 0, 0],
      [1, 1, LANE],
      [2, 0, LANE + SUB_LANE],
    ]);
    expect([-1, 0, LANE, 1000].map(y => findLaneAt(open, y))).toEqual([-1, 0, 1, -1]);
  });

  it('have a lane for each agent of one case', async () => {
    const report = await clockOf([
      aCase(
        'a',
        ['chief', 'mole', 'chief'].map((agent, i) => step('dig', { at: TWO_PM + i, agent })),
      ),
    ]);
    const open = listClockLanes(report, [0], new Set([0]));
    expect(open.map(({ part, depth }) => [part, depth])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('begin to be drawn at the first span that may still last', async () => {
    const report = await clockOf([
      aCase('a', [
        step('long', { at: TWO_PM, until: TWO_PM + 100 }),
        step('short', { at: TWO_PM + 1, until: TWO_PM + 2 }),
        step('late', { at: TWO_PM + 200 }),
      ]),
    ]);
    expect([0, 50, 150].map(by => findFirstSpan(report, 0, TWO_PM + by))).toEqual([0, 0, 2]);
  });
});
