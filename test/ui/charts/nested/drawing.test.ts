import { describe, expect, it } from 'vitest';
import { shelveDrawings } from '../../../../src/ui/charts/nested/drawing.ts';

const box = (width: number, height: number) => ({ width, height });

describe('shelves', () => {
  it('stand side by side on a wide sheet and above each other on a tall one', () => {
    const two = [box(100, 80), box(100, 80)];
    expect(shelveDrawings(two, 3, 10)).toMatchObject({ width: 210, height: 80 });
    expect(shelveDrawings(two, 0.3, 10)).toMatchObject({ width: 100, height: 170 });
  });

  it('have small ones above each other next to a large one', () => {
    const { rects, width, height } = shelveDrawings([box(300, 210), box(100, 100), box(100, 100)], 2, 10);
    expect([width, height]).toEqual([410, 210]);
    expect(rects.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [310, 0],
      [310, 110],
    ]);
  });

  it('fill their frame, so that lines between them can be drawn', () => {
    const { rects, width } = shelveDrawings([box(300, 50), box(50, 50), box(50, 50)], 1.5, 10);
    for (const { x, width: own } of rects) expect(x + own).toBeLessThanOrEqual(width);
    expect(Math.max(...rects.map(({ x, width: own }) => x + own))).toBe(width);
  });

  it('hold many in rows of equal length', () => {
    const { rects } = shelveDrawings(
      Array.from({ length: 12 }, () => box(10, 10)),
      1,
      0,
    );
    expect(new Set(rects.map(({ x, y }) => `${x},${y}`)).size).toBe(12);
  });
});
