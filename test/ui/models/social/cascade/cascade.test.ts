import { describe, expect, it } from 'vitest';
import type { CascadePlot } from '../../../../../src/ui/models/social/cascade/cascade.ts';
import {
  drawCascadeTree,
  findPostAtPoint,
  getCascadeRowX,
  getCascadeRowY,
  isRootPinnedLeft,
} from '../../../../../src/ui/models/social/cascade/cascade.ts';
import { colorsOf, contrast } from '../../../colors.ts';
import { NO_INKS } from '../../../noInks.ts';
import { PLOT } from '../plot.ts';

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
  drawCascadeTree(ctx, plot);
  return { starts, dots };
}

describe('a root in the window', () => {
  const plot = plotFrom(-2);
  it('stands at its tick', () => {
    expect([isRootPinnedLeft(plot), getCascadeRowX(plot, 0)]).toEqual([false, 20]);
  });
});

describe('a root left of the window', () => {
  const plot = plotFrom(9);
  it('is held at the edge, and is found there', () => {
    expect(isRootPinnedLeft(plot)).toBe(true);
    expect(getCascadeRowX(plot, 0)).toBe(7);
    expect(findPostAtPoint(plot, 7, getCascadeRowY(plot, 0))).toBe(0);
    expect(drawn(plot).dots).toContainEqual([7, getCascadeRowY(plot, 0)]);
  });

  it('is tied to the answers in the window, and not to those before it', () => {
    const fromRoot = drawn(plot).starts.filter(([x, y]) => x === 7 && y === getCascadeRowY(plot, 0));
    expect(fromRoot).toHaveLength(2);
    expect(drawn(plot).starts.every(([x]) => x >= 0)).toBe(true);
  });
});

describe.each(['dark', 'light'])('a cascade in the %s theme', theme => {
  const colors = colorsOf(theme);
  const [bg, ink, ink3] = ['bg', 'ink', 'ink-3'].map(name => colors.get(name)!);
  const kinds = ['composing', 'engaging-reply', 'engaging-reshare'].map(name => colors.get(`state-${name}`)!);
  /** The least contrast of a line and of a post with the background. @param apart pixels between two lanes */
  function leastContrasts(apart: number, part: Partial<CascadePlot> = {}) {
    const least = { line: Number.POSITIVE_INFINITY, post: Number.POSITIVE_INFINITY };
    const pen = { strokeStyle: '', fillStyle: '', globalAlpha: 1 };
    const seen = (kind: keyof typeof least, color: string) => {
      if (color !== bg) least[kind] = Math.min(least[kind], contrast(color, bg!, pen.globalAlpha));
    };
    const draws = { stroke: () => seen('line', pen.strokeStyle), fill: () => seen('post', pen.fillStyle) };
    const ctx = new Proxy(pen, {
      get: (_, name) => Reflect.get(draws, name) ?? Reflect.get(pen, name) ?? (() => undefined),
    });
    const inks = { ...NO_INKS, bg: bg!, ink: ink!, ink3: ink3! };
    const bottom = PLOT.top + apart * (PLOT.lanes - 1);
    drawCascadeTree(ctx as unknown as CanvasRenderingContext2D, { ...PLOT, bottom, kinds, inks, ...part });
    return least;
  }

  it('has visible links and posts, however near its lanes are, and before round 1', () => {
    expect(leastContrasts(0.2).line).toBeGreaterThanOrEqual(1.5);
    expect(leastContrasts(2).line).toBeGreaterThanOrEqual(1.7);
    expect(leastContrasts(8).line).toBeGreaterThanOrEqual(2.3);
    for (const apart of [0.2, 2, 8]) expect(leastContrasts(apart).post).toBeGreaterThanOrEqual(2.2);
    const warmUp = { ...PLOT.tree, tick: PLOT.tree.tick.map(tick => tick - 20) };
    expect(leastContrasts(2, { tree: warmUp, scale: { from: -20, pixels: 20 } }).post).toBeGreaterThanOrEqual(
      2.2,
    );
  });

  it('is calmer where it is dense, and pale posts are still visible', () => {
    expect(leastContrasts(1).line).toBeLessThan(leastContrasts(6).line);
    expect(leastContrasts(2, { faint: new Set([1, 2, 3, 4]) }).post).toBeGreaterThanOrEqual(1.6);
  });
});
