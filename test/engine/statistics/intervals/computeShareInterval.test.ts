import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeShareInterval,
  computeWilsonInterval,
} from '../../../../src/engine/statistics/intervals/computeShareInterval.ts';

describe('Wilson’s interval', () => {
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.2775],
    [0, 30, 0, 0.1135],
    [14, 200, 0.0422, 0.1141],
    [200, 200, 0.9812, 1],
  ])('of %i in %i is %f to %f', (count, n, low, high) => {
    const interval = computeWilsonInterval(count, n);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });
});

const ones = (n: number) => new Array<number>(n).fill(1);

describe('the interval of a share', () => {
  it('is Wilson’s where each unit is one case', () => {
    expect(computeShareInterval([...ones(5), ...new Array(25).fill(0)], ones(30))).toEqual(
      computeWilsonInterval(5, 30),
    );
    expect(computeShareInterval(new Array(30).fill(0), ones(30))).toEqual(computeWilsonInterval(0, 30));
  });

  it('leaves out empty units, and is unknown where there are no units', () => {
    expect(computeShareInterval([1, 0, 0], [1, 1, 0])).toEqual(computeWilsonInterval(1, 2));
    expect(computeShareInterval([0, 0], [0, 0])).toBeNull();
    expect(computeShareInterval([], [])).toBeNull();
  });

  it('counts cases of one task that are all alike as one', () => {
    const [low, high] = computeShareInterval(
      [4, 4, 4, 0, 0, 0, 0, 0],
      ones(8).map(() => 4),
    )!;
    const [alone, highest] = computeWilsonInterval(3, 8);
    expect(low).toBeLessThan(alone + 1e-9);
    expect(high).toBeGreaterThan(highest - 1e-9);
  });

  it('counts one large unit among many small ones as few', () => {
    const wholes = [1000, ...ones(50)];
    const parts = [600, ...new Array(50).fill(0)];
    const [low, high] = computeShareInterval(parts, wholes)!;
    // The same share of as many equal ones is known ten times better.
    const [from, to] = computeShareInterval(
      ones(1000).map((_, i) => Number(i < 571)),
      ones(1000),
    )!;
    expect(high - low).toBeGreaterThan(3 * (to - from));
  });

  it('has a width for every sample, holds the share, and stays within 0 and 1', () => {
    const unit = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(fc.constant(1), fc.double({ min: 0.001, max: 1e6, noNaN: true })),
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), units => {
        const wholes = units.map(([, whole]) => whole);
        const parts = units.map(([share, whole]) => share * whole);
        const share = parts.reduce((a, b) => a + b, 0) / wholes.reduce((a, b) => a + b, 0);
        const [low, high] = computeShareInterval(parts, wholes)!;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share + 1e-9);
        expect(high).toBeGreaterThanOrEqual(share - 1e-9);
        expect(high).toBeGreaterThan(low);
      }),
    );
  });

  it('is not narrower for one unit that differs by a hair', () => {
    for (const [same, other] of [
      [0, 0.0005],
      [0.3, 0.3001],
      [1, 0.999],
    ] as const) {
      const [low, high] = computeShareInterval(new Array(30).fill(same), ones(30))!;
      const [from, to] = computeShareInterval([other, ...new Array(29).fill(same)], ones(30))!;
      expect(to - from).toBeGreaterThan((high - low) * 0.95);
    }
  });

  it('is wider for a smaller tail', () => {
    const [parts, wholes] = [
      [3, 0, 2, 0, 1, 0],
      [5, 4, 3, 4, 5, 2],
    ];
    const [low, high] = computeShareInterval(parts, wholes)!;
    const [lower, higher] = computeShareInterval(parts, wholes, 0.025 / 19)!;
    expect([lower < low, higher > high]).toEqual([true, true]);
  });
});
