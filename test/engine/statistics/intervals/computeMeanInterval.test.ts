import { describe, expect, it } from 'vitest';
import {
  computeMean,
  computeMeanInterval,
} from '../../../../src/engine/statistics/intervals/computeMeanInterval.ts';
import {
  computeWilsonInterval,
  hasEnoughVariation,
} from '../../../../src/engine/statistics/intervals/computeShareInterval.ts';

describe('the interval of a mean of numbers', () => {
  it('holds the mean, is narrower for more values, and the same for the same seed', () => {
    const few = Array.from({ length: 20 }, (_, i) => (i * 37) % 100);
    const many = Array.from({ length: 500 }, (_, i) => (i * 37) % 100);
    const widths = [few, many].map(values => {
      const [low, high] = computeMeanInterval(values, 5, 'number')!;
      expect(low).toBeLessThan(computeMean(values));
      expect(high).toBeGreaterThan(computeMean(values));
      expect(computeMeanInterval(values, 5, 'number')).toEqual([low, high]);
      expect(computeMeanInterval(values, 6, 'number')).not.toEqual([low, high]);
      return high - low;
    });
    expect(widths[1]).toBeLessThan(widths[0] / 3);
  });

  // The normal approximation of a mean of uniform numbers: 1.96 σ / √n on either side.
  it('is as wide as theory predicts for uniform numbers', () => {
    const values = Array.from({ length: 400 }, (_, i) => (i + 0.5) / 400);
    const [low, high] = computeMeanInterval(values, 9, 'number')!;
    expect(high - low).toBeCloseTo((2 * 1.96) / Math.sqrt(12 * 400), 2);
  });

  it('is as wide as Student’s for few values, and reaches further to the side of the tail', () => {
    const [low, high] = computeMeanInterval([1, 2, 3, 4, 5], 1, 'number')!;
    expect(high - low).toBeGreaterThan(2 * 2.776 * Math.sqrt(2.5 / 5) * 0.85);
    const skew = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.7, 2, 4, 11];
    const [below, above] = computeMeanInterval(skew, 1, 'number')!;
    expect(above - computeMean(skew)).toBeGreaterThan((computeMean(skew) - below) * 1.2);
  });

  it('lies within the range of the number, holds the mean, and has a width', () => {
    const values = [0, 0, 1, 2, 6];
    const [low, high] = computeMeanInterval(values, 1, 'number')!;
    expect([low < 0, high > 3]).toEqual([true, true]);
    expect(computeMeanInterval(values, 1, 'number', [0, Number.POSITIVE_INFINITY])).toEqual([0, high]);
    expect(computeMeanInterval(values, 1, 'number', [0, 3])).toEqual([0, 3]);
    expect(computeMeanInterval(values, 1, 'number', [-9, 19])).toEqual([low, high]);
  });

  it.each([[[3]], [[3, 3, 3]], [[0, 0, 0, 0, 0, 0, 0, 9, 8, 7, 6]]])(
    'is unknown where hardly a value differs: %j',
    values => {
      expect(computeMeanInterval(values, 1, 'number')).toBeNull();
    },
  );

  it('needs five values that are not the most frequent one, or half of fewer than ten', () => {
    expect(
      [
        [...new Array(20).fill(0), 1, 2, 3, 4, 5],
        [3, -1, 3, 0, 2],
        [...new Array(20).fill(0), 1, 2, 3, 4],
      ].map(hasEnoughVariation),
    ).toEqual([true, true, false]);
  });
});

describe('the interval of a mean of shares', () => {
  it('is Wilson’s for yes and no, also where all are equal', () => {
    expect(computeMeanInterval([1, 0, 0, 1, 0], 1, 'share')).toEqual(computeWilsonInterval(2, 5));
    expect(computeMeanInterval(new Array(30).fill(0), 1, 'share')).toEqual(computeWilsonInterval(0, 30));
    expect(computeMeanInterval(new Array(30).fill(1), 1, 'share')).toEqual(computeWilsonInterval(30, 30));
  });

  it('of differences has a width even if all pairs are equal', () => {
    const [low, high] = computeMeanInterval(new Array(40).fill(0), 1, 'difference of shares')!;
    expect(low).toBeCloseTo(-0.0876, 3);
    expect(high).toBeCloseTo(0.0876, 3);
    const [less, more] = computeMeanInterval([1, ...new Array(39).fill(0)], 1, 'difference of shares')!;
    expect(less).toBeLessThan(0);
    expect(more).toBeGreaterThan(0.1);
  });
});
