import { describe, expect, it } from 'vitest';
import {
  fitLabelParts,
  formatFittingCount,
  formatShortCount,
  measureEdgeLabelRoom,
  measureFigures,
} from '../../../src/ui/charts/fitting.ts';
import { placeSocialChart } from '../../../src/ui/models/social/socialAppearance.ts';
import { CHART } from '../fakeEngine.ts';

describe('large numbers on a chart', () => {
  it('are as long as they have room for', () => {
    expect([999, 1009, 4586, 9960, 20796, 999_400, 999_600, 1_234_567].map(formatShortCount)).toEqual([
      ...['999', '1k', '4.6k', '10k', '21k', '999k', '1M', '1.2M'],
    ]);
    expect(formatFittingCount(1009, 40, 12)).toBe('1,009');
    expect(formatFittingCount(1009, 30, 12)).toBe('1k');
  });

  it('give way before the names next to them, which are shortened before they are left out', () => {
    expect(fitLabelParts([['moves on', 4586]], 100)).toBe('moves on|4,586');
    expect(fitLabelParts([['moves on', 4586]], 80)).toBe('moves on|4.6k');
    expect(fitLabelParts([['moves on', 4586]], 60)).toMatch(/^m\S+…\|4\.6k$/);
    expect(fitLabelParts([['moves on', 4586]], 30)).toBe('|4.6k');
    expect(
      fitLabelParts(
        [
          ['waits no longer', 2186],
          ['leaves', 862],
        ],
        177,
      ),
    ).toBe('waits no longer|2.2k|leaves|862');
    expect(
      fitLabelParts(
        [
          ['waits no longer', 2186],
          ['leaves', 862],
        ],
        40,
      ),
    ).toBe('|3,048');
  });

  it('have the room up to the next box, or to the end of the sheet', () => {
    const boxes = [
      { x: 10, y: 0, width: 40, height: 100 },
      { x: 130, y: 0, width: 40, height: 40 },
    ];
    expect(measureEdgeLabelRoom({ x: 90, y: 20, anchor: 'middle' }, boxes, 300)).toBe(80);
    expect(measureEdgeLabelRoom({ x: 100, y: 20, anchor: 'start' }, boxes, 300)).toBe(30);
    expect(measureEdgeLabelRoom({ x: 100, y: 20, anchor: 'end' }, boxes, 300)).toBe(50);
    expect(measureEdgeLabelRoom({ x: 100, y: 60, anchor: 'start' }, boxes, 300)).toBe(200);
    expect(measureEdgeLabelRoom({ x: 100, y: 160, anchor: 'end' }, boxes, 300)).toBe(100);
  });

  it('of the default society stand in their places on the default sheet without being shortened', () => {
    const { states, edges } = placeSocialChart(CHART, 519, 432)!;
    const boxes = states.map(({ box }) => box);
    const roomAt = (key: string) =>
      measureEdgeLabelRoom(edges.find(edge => edge.key === key)!.label!, boxes, 519);
    const words: readonly [string, Parameters<typeof fitLabelParts>[0]][] = [
      ['evaluating>scrolling', [['moves on', 175]]],
      ['scrolling>evaluating', [['stops', 6130]]],
      [
        'resting>idle',
        [
          ['waits no longer', 44],
          ['leaves', 17],
        ],
      ],
    ];
    for (const [key, parts] of words)
      expect(fitLabelParts(parts, roomAt(key))).toBe(
        parts.map(([name, count]) => `${name}|${count.toLocaleString('en')}`).join('|'),
      );
    expect(
      fitLabelParts(
        [
          ['waits no longer', 2186],
          ['leaves', 862],
        ],
        roomAt('resting>idle'),
      ),
    ).toContain('leaves|862');
    expect(fitLabelParts([['sees_post', 6895]], roomAt('scrolling>evaluating'))).toBe('sees_post|6.9k');
    expect(measureFigures('1,009', 10)).toBeGreaterThan(measureFigures('1k', 10));
  });
});
