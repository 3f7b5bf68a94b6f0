import { describe, expect, it } from 'vitest';
import { contrasts, ratio } from '../../../../../src/engine/models/recorded/sets/resampled.ts';

const TASKS = 40;
const ones = new Float64Array(TASKS).fill(1);
const share = (hits: number) =>
  ratio(
    Float64Array.from({ length: TASKS }, (_, i) => Number(i < hits)),
    ones,
  );
const contrast = async (a: number, b: number) => {
  const sizes = { a: TASKS, b: TASKS, isPaired: true };
  const [found] = await contrasts([{ a: share(a), b: share(b) }], sizes, 7, async () => {});
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
    [0, 4],
    [4, 0],
    [TASKS, 30],
    [0, 0],
  ])('is none where one of them says the same of every task: %i and %i of 40', async (a, b) => {
    const { difference, intervals } = await contrast(a, b);
    expect(difference).toBeCloseTo((b - a) / TASKS);
    expect(intervals.difference).toBeNull();
  });
});
