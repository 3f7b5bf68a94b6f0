import { describe, expect, it } from 'vitest';
import {
  computeContrasts,
  createRatioFigure,
} from '../../../../../src/engine/models/recorded/sets/resampled.ts';

const TASKS = 40;
const ones = new Float64Array(TASKS).fill(1);
const share = (hits: number) =>
  createRatioFigure(
    Float64Array.from({ length: TASKS }, (_, i) => Number(i < hits)),
    ones,
    true,
  );
const amount = (values: readonly number[]) => createRatioFigure(Float64Array.from(values), ones, false);
const figureOnes = (values: readonly number[]) => new Float64Array(values.length).fill(1);
const contrast = async (a: number, b: number) => {
  const sizes = { a: TASKS, b: TASKS, isPaired: true };
  const [found] = await computeContrasts([{ a: share(a), b: share(b) }], sizes, 7, async () => {});
  return found;
};

describe('the interval of a difference between two sets', () => {
  it('covers it where both vary', async () => {
    const { a, b, difference, intervals } = await contrast(10, 20);
    expect([a, b, difference]).toEqual([0.25, 0.5, 0.25]);
    expect(intervals.difference![0]).toBeLessThan(0.25);
    expect(intervals.difference![1]).toBeGreaterThan(0.25);
  });

  it.each([
    [0, 4, -0.02, 0.25],
    [4, 0, -0.25, 0.02],
    [TASKS, 30, -0.41, -0.1],
    [0, 0, -0.09, 0.09],
  ])('has a width where a share is none or all of the tasks: %i and %i of 40', async (a, b, low, high) => {
    const { difference, intervals } = await contrast(a, b);
    expect(difference).toBeCloseTo((b - a) / TASKS);
    expect(intervals.difference![0]).toBeCloseTo(low, 1);
    expect(intervals.difference![1]).toBeCloseTo(high, 1);
    expect(intervals.a![1] - intervals.a![0]).toBeGreaterThan(0.05);
  });

  it('does not exist for amounts that are the same in all tasks but a few', async () => {
    const few = amount(Array.from({ length: TASKS }, (_, i) => (i < 4 ? 9 : 1)));
    const many = amount(Array.from({ length: TASKS }, (_, i) => (i * 7) % 5));
    const sizes = { a: TASKS, b: TASKS, isPaired: true };
    const [found] = await computeContrasts([{ a: few, b: many }], sizes, 7, async () => {});
    expect(found.intervals.a).toBeNull();
    expect(found.intervals.b![0]).toBeLessThan(2);
    expect(found.intervals.difference).toBeNull();
  });

  it('is never below 0 for one set without negative values, though a difference’s may be', async () => {
    const heavy = [0, 0, 0, 1, 1, 1, 2, 2, 80, 300];
    const sizes = { a: heavy.length, b: heavy.length, isPaired: true };
    const of = async (values: readonly number[]) => {
      const figure = createRatioFigure(Float64Array.from(values), figureOnes(values), false);
      const other = createRatioFigure(
        new Float64Array(values.length).map((_, i) => i),
        figureOnes(values),
        false,
      );
      const [{ intervals }] = await computeContrasts([{ a: other, b: figure }], sizes, 7, async () => {});
      return intervals;
    };
    const { b, difference } = await of(heavy);
    expect([b![0], b![1] > 38]).toEqual([0, true]);
    expect(difference![0]).toBeLessThan(0);
    const lower = await of([...heavy.slice(0, -1), -1].map(value => value / 10));
    expect(lower.b![0]).toBeLessThan(0);
  });

  it('is narrower where the same tasks go the same way in both sets', async () => {
    const [a, b] = [share(10), share(14)];
    const own = { a: TASKS, b: TASKS };
    const widths = [];
    for (const isPaired of [true, false]) {
      const [{ intervals }] = await computeContrasts([{ a, b }], { ...own, isPaired }, 7, async () => {});
      widths.push(intervals.difference![1] - intervals.difference![0]);
    }
    expect(widths[0]).toBeLessThan(widths[1] * 0.7);
  });
});
