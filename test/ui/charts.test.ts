import { ticks } from 'd3-array';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeGridValues,
  type DistributionPlot,
  describeHiddenLabels,
  drawDistribution,
  drawLabels,
  drawScale,
  getBinFirstTick,
  iterateTickBins,
  placeDistributionLabels,
  roundUpScaleMax,
} from '../../src/ui/charts/distribution.ts';
import { choosePackingPitch, packSlots } from '../../src/ui/charts/packing.ts';
import { buildRouteSvgPath, createRoute, getPointOnRoute } from '../../src/ui/charts/route.ts';
import { NO_INKS } from './noInks.ts';

describe('the division of ticks into bins', () => {
  it('gives each tick its column where a tick has ten pixels', () => {
    const columns = [...iterateTickBins({ from: 0, pixels: 10 }, 40, -5, 9)];
    expect(columns.map(({ first, left, right }) => [first + 0, left, right])).toEqual([
      [0, 0, 5],
      [1, 5, 15],
      [2, 15, 25],
      [3, 25, 35],
      [4, 35, 40],
    ]);
  });

  it('covers every tick once and draws no pixel twice when many share one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 0.9, noNaN: true }),
        fc.integer({ min: 0, max: 5000 }),
        (pixels, last) => {
          const columns = [...iterateTickBins({ from: -0.5, pixels }, 700, 0, last)];
          columns.forEach((column, i) => {
            expect(column.last).toBeGreaterThanOrEqual(column.first);
            if (i === 0) return;
            expect(column.first).toBe(columns[i - 1]!.last + 1);
            expect(column.left).toBeGreaterThanOrEqual(columns[i - 1]!.right - 1);
          });
          expect(columns.length).toBeLessThanOrEqual(702);
        },
      ),
    );
  });

  it('starts an appended part at the first tick of its pixel', () => {
    const scale = { from: -0.5, pixels: 0.25 };
    const column = [...iterateTickBins(scale, 700, 0, 400)].find(
      ({ first, last }) => first <= 101 && last >= 101,
    )!;
    expect(getBinFirstTick(scale, 101)).toBeLessThanOrEqual(column.first);
  });
});

/** Pixels of a plot in which a stack stands: rectangles drawn and cleared, by whole columns. */
function covered(draw: (ctx: CanvasRenderingContext2D) => void): Set<number> {
  const pixels = new Set<number>();
  const each = (x: number, w: number, act: (pixel: number) => void) => {
    for (let pixel = x; pixel < x + w; pixel++) act(pixel);
  };
  const ctx = {
    globalAlpha: 1,
    clearRect: (x: number, _y: number, w: number) => each(x, w, pixel => pixels.delete(pixel)),
    fillRect: (x: number, _y: number, w: number) => each(x, w, pixel => pixels.add(pixel)),
  };
  draw(ctx as unknown as CanvasRenderingContext2D);
  return pixels;
}

describe('distribution', () => {
  it('has no gap however wide a tick is, whether drawn at once or tick by tick', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 30, noNaN: true }),
        fc.double({ min: -30, max: 5, noNaN: true }),
        fc.integer({ min: 1, max: 40 }),
        (pixels, from, head) => {
          const counts = { first: -30, count: () => 5, meanCount: () => 5 };
          const plotTo = (to: number): DistributionPlot => ({
            ...{
              counts: { ...counts, head: to },
              bands: [{ state: 0, label: 'a' }],
              resting: 'idle',
              ribbon: null,
            },
            ...{ agents: 5, max: 6, scale: { from, pixels }, width: 300, height: 100 },
            inks: { states: ['#000'], bg: '#fff' } as unknown as DistributionPlot['inks'],
          });
          const whole = covered(ctx => drawDistribution(ctx, plotTo(head), -30));
          const bit = covered(ctx => {
            for (let to = -30; to <= head; to++) drawDistribution(ctx, plotTo(to), to);
          });
          expect([...bit].sort((a, b) => a - b)).toEqual([...whole].sort((a, b) => a - b));
          const all = [...whole];
          if (all.length > 0) expect(Math.max(...all) - Math.min(...all) + 1).toBe(all.length);
        },
      ),
    );
  });

  it.each([
    [171, 200],
    [199, 250],
    [3, 4],
    [7600, 10000],
  ])('rounds a scale for %i up to %i', (largest, max) => expect(roundUpScaleMax(largest)).toBe(max));

  it('draws two or three grid lines', () => {
    const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
    const scales = [10, 100, 1000, 10_000, 100_000].flatMap(unit => steps.map(step => unit * step));
    for (const max of [4, 60, 200, 475, 8000, ...scales]) {
      expect(computeGridValues(max).length).toBeGreaterThanOrEqual(1);
      expect(computeGridValues(max).length).toBeLessThanOrEqual(4);
      const usual = ticks(0, max, 3).filter(value => value > 0 && value < max * 0.999);
      expect(computeGridValues(max)).toEqual(usual);
    }
  });

  it('ends leaders before the numbers that they lead to, and labels the scale in short numbers', () => {
    const { ctx, written, reached } = recorder();
    drawLabels(ctx, plotOf({ scrolling: 20_796, engaging: 1359 }), 0, 100, true, true);
    const number = written.find(({ text }) => text === '20,796')!;
    expect(number.align).toBe('right');
    expect(Math.max(...reached)).toBeLessThan(number.x - 6 * LETTER);
    written.length = 0;
    drawScale(ctx, { ...plotOf({ scrolling: 20_796 }), max: 40_000 });
    expect(written.map(({ text }) => text)).toEqual(['0', '10k', '20k', '30k']);
  });

  it('keeps labels of thin bands apart', () => {
    const labels = labelsOf({ scrolling: 92, evaluating: 52, composing: 4, engaging: 8, resting: 10 });
    expect(labels.map(({ label, value }) => `${value} ${label}`)).toContain('52 evaluating');
    for (let i = 1; i < labels.length; i++)
      expect(labels[i - 1]!.y - labels[i]!.y).toBeGreaterThanOrEqual(14);
  });

  it('brings many labels nearer together, above that of the ribbon, and drops the smallest', () => {
    const many = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`s${i}`, i < 2 ? 0 : i]));
    for (const n of [5, 9, 10, 11, 30]) {
      const labels = labelsOf(many(n));
      for (let i = 1; i < labels.length; i++)
        expect(labels[i - 1]!.y - labels[i]!.y).toBeGreaterThanOrEqual(11 - 1e-9);
      // The ribbon's label stands at 142, its letters reach eleven pixels up.
      expect(Math.max(...labels.map(({ y }) => y + 4))).toBeLessThanOrEqual(142 - 11);
      expect(labels).toHaveLength(Math.min(n, 11));
    }
    const labels = labelsOf(many(30));
    const bands = Object.keys(many(30)).map((label, state) => ({ label, state }));
    expect([
      describeHiddenLabels({ bands }, labels),
      describeHiddenLabels({ bands: bands.slice(19) }, labels),
    ]).toEqual(['and 19 more', '']);
    const left = labels.map(({ value }) => value);
    expect(left).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  });
});

/** Labels of states by name, bottom first, on a plot 150 pixels high. */
const labelsOf = (values: Readonly<Record<string, number>>) => placeDistributionLabels(plotOf(values), 0, 14);

function plotOf(values: Readonly<Record<string, number>>): DistributionPlot {
  const [names, counts] = [Object.keys(values), Object.values(values)];
  return {
    counts: { first: 0, head: 0, count: (_, state) => counts[state]!, meanCount: () => 0 },
    bands: names.map((label, state) => ({ label, state })),
    ...{ resting: 'idle', ribbon: null, agents: 475, max: 475 },
    ...{ scale: { from: 0, pixels: 10 }, width: 700, height: 150 },
    inks: NO_INKS,
  };
}

/** Pixels that a letter takes on a recorder. */
const LETTER = 6;

/** A canvas that remembers what is written on it, and how far lines reach. */
function recorder() {
  const written: { text: string; x: number; align: string }[] = [];
  const reached: number[] = [];
  const nothing = () => {};
  const ctx = {
    ...{ beginPath: nothing, stroke: nothing, strokeText: nothing, textAlign: 'left' },
    moveTo: (x: number) => reached.push(x),
    lineTo: (x: number) => reached.push(x),
    measureText: (text: string) => ({ width: LETTER * text.length }),
    fillText: (text: string, x: number) => written.push({ text, x, align: ctx.textAlign }),
  };
  return { ctx: ctx as unknown as CanvasRenderingContext2D, written, reached };
}

describe('packing', () => {
  it('fills from the middle and shrinks until all fit', () => {
    const box = { x: 0, y: 0, width: 132, height: 99 };
    const few = packSlots(box, choosePackingPitch(box, 10), 2);
    expect(Math.hypot(few.x[0]! - 66, few.y[0]! - 49.5)).toBeLessThan(10);
    const many = packSlots(box, choosePackingPitch(box, 400), 2);
    expect(many.x.length).toBeGreaterThanOrEqual(400);
    expect(many.radius).toBeLessThan(few.radius);
    for (let i = 0; i < many.x.length; i++) expect(many.x[i]! >= 0 && many.x[i]! <= 132).toBe(true);
  });
});

describe('route', () => {
  const corner = createRoute([
    [0, 0],
    [0, 10],
    [30, 10],
  ]);
  it('measures along its corners', () => {
    expect(getPointOnRoute(corner, 0)).toEqual([0, 0]);
    expect(getPointOnRoute(corner, 0.25)).toEqual([0, 10]);
    expect(getPointOnRoute(corner, 1)).toEqual([30, 10]);
  });
  it('rounds its corners when it is drawn', () =>
    expect(buildRouteSvgPath(corner, 4)).toBe('M0 0L0 6Q0 10 4 10L30 10'));
});
