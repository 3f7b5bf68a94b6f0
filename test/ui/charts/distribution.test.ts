import { describe, expect, it } from 'vitest';
import {
  type DistributionPlot,
  drawDistribution,
  drawHatching,
} from '../../../src/ui/charts/distribution.ts';

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** The lines that are drawn. */
function linesOf(draw: (ctx: CanvasRenderingContext2D) => void): Line[] {
  const lines: Line[] = [];
  let at: readonly [number, number] = [0, 0];
  const ctx = {
    ...{ globalAlpha: 1, clearRect() {}, fillRect() {}, beginPath() {}, stroke() {} },
    moveTo: (x: number, y: number) => {
      at = [x, y];
    },
    lineTo: (x: number, y: number) => lines.push([...at, x, y]),
  };
  draw(ctx as unknown as CanvasRenderingContext2D);
  return lines;
}

describe('a hatch', () => {
  it('stays in its rectangle, and continues in the next one', () => {
    const left = linesOf(ctx => drawHatching(ctx, 2, 3, 10, 20));
    expect(left.length).toBeGreaterThan(3);
    for (const [x1, y1, x2, y2] of left) {
      expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(2);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(12);
      expect(Math.min(y1, y2)).toBeGreaterThanOrEqual(3);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(23);
    }
    const right = linesOf(ctx => drawHatching(ctx, 12, 3, 10, 20));
    const ends = left.filter(([, , x]) => x === 12).map(([, , , y]) => y);
    const begins = right.filter(([x]) => x === 12).map(([, y]) => y);
    expect(ends.length).toBeGreaterThan(1);
    expect(begins).toEqual(expect.arrayContaining(ends.filter(y => y > 3)));
  });

  it('covers a band with the colour of an earlier state, and no other', () => {
    const of = (colors: readonly string[], labels: readonly string[]) =>
      linesOf(ctx => {
        const counts = { first: 0, head: 3, count: () => 5, meanCount: () => 5 };
        drawDistribution(
          ctx,
          {
            counts,
            bands: labels.map((label, state) => ({ state, label })),
            ...{ resting: 'idle', ribbon: null, agents: 15, max: 15, width: 100, height: 100 },
            scale: { from: -0.5, pixels: 10 },
            inks: { states: colors, bg: '#fff' } as unknown as DistributionPlot['inks'],
          },
          0,
        );
      });
    expect(of(['#111', '#222', '#333'], ['a', 'b', 'c'])).toEqual([]);
    // Bands of one name are one state to those who look.
    expect(of(['#111', '#222', '#111'], ['a', 'b', 'a'])).toEqual([]);
    const again = of(['#111', '#222', '#111'], ['a', 'b', 'c']);
    expect(again.length).toBeGreaterThan(0);
    // The third band is the uppermost.
    expect(Math.max(...again.flatMap(([, y1, , y2]) => [y1, y2]))).toBeLessThan(45);
  });
});
