import { describe, expect, it } from 'vitest';
import type { CascadePlot } from '../../../../src/ui/models/social/cascade.ts';
import {
  drawCascade,
  hitCascade,
  isRootHeld,
  xOfRow,
  yOfRow,
} from '../../../../src/ui/models/social/cascade.ts';
import { PLOT } from './plot.ts';

/** The plot with ten pixels a tick, drawn from a tick on. */
const plotFrom = (from: number): CascadePlot => ({ ...PLOT, scale: { from, pixels: 10 } });

/** The corners of all lines that a plot draws, `[x, y]` pixels, and the centres of its dots. */
function drawn(plot: CascadePlot) {
  const [starts, dots]: [number[][], number[][]] = [[], []];
  const ctx = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) =>
      ({
        moveTo: (x: number, y: number) => starts.push([x, y]),
        arc: (x: number, y: number) => dots.push([x, y]),
      })[String(name)] ?? (() => undefined),
    set: () => true,
  });
  drawCascade(ctx, plot);
  return { starts, dots };
}

describe('a root in the window', () => {
  const plot = plotFrom(-2);
  it('stands at its tick', () => {
    expect([isRootHeld(plot), xOfRow(plot, 0)]).toEqual([false, 20]);
  });
});

describe('a root left of the window', () => {
  const plot = plotFrom(9);
  it('is held at the edge, and is found there', () => {
    expect(isRootHeld(plot)).toBe(true);
    expect(xOfRow(plot, 0)).toBe(7);
    expect(hitCascade(plot, 7, yOfRow(plot, 0))).toBe(0);
    expect(drawn(plot).dots).toContainEqual([7, yOfRow(plot, 0)]);
  });

  it('is tied to the answers in the window, and not to those before it', () => {
    const fromRoot = drawn(plot).starts.filter(([x, y]) => x === 7 && y === yOfRow(plot, 0));
    expect(fromRoot).toHaveLength(2);
    expect(drawn(plot).starts.every(([x]) => x >= 0)).toBe(true);
  });
});
