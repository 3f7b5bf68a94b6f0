import { describe, expect, it } from 'vitest';
import {
  computeCorrelation,
  computeDifferenceInterval,
} from '../../../../src/engine/statistics/intervals/computeDifferenceInterval.ts';
import { computeWilsonInterval } from '../../../../src/engine/statistics/intervals/computeShareInterval.ts';

const share = (count: number, n: number) => ({ value: count / n, interval: computeWilsonInterval(count, n) });

describe('the interval of a difference', () => {
  // The examples of Newcombe (1998), his method 10: 56/70 less 48/80, and none at all.
  it.each([
    [share(48, 80), share(56, 70), 0.0524, 0.3339],
    [share(0, 10), share(0, 20), -0.2775, 0.1611],
  ])('of two shares is Newcombe’s: %#', (a, b, low, high) => {
    const interval = computeDifferenceInterval(a, b, 0);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('is narrower where the two go together, and wider where they do not', () => {
    const [a, b] = [share(20, 50), share(26, 50)];
    const width = (correlation: number) => {
      const [low, high] = computeDifferenceInterval(a, b, correlation);
      return high - low;
    };
    expect(width(0.8)).toBeLessThan(width(0) * 0.6);
    expect(width(-0.8)).toBeGreaterThan(width(0) * 1.2);
  });

  it('assumes no correlation where nothing varies', () => {
    expect(computeCorrelation([0, 0], [1, -1])).toBe(0);
    expect(computeCorrelation([1, -1], [2, -2])).toBeCloseTo(1);
  });
});
