import { describe, expect, it } from 'vitest';
import { covered, distance, keepFilledBins, matchedQuantiles, relativeError } from './distance.ts';
import { Draws } from './draws.ts';
import type { Shape } from './tree.ts';

const shape = (size: number, depth: number): Shape => ({ size, depth, breadth: 50, virality: 2, half: 10 });
const shapes = (...rows: readonly (readonly [size: number, depth: number])[]) =>
  rows.map(([size, depth]) => shape(size, depth));
const MATCHED = { matched: true, seed: 1, resamples: 200 };

describe('the distance of real and simulated cascades', () => {
  it('is 0 for the same and 1 for what does not overlap', () => {
    const real = shapes([100, 2], [120, 3], [700, 4]);
    expect(distance(real, real, 'depth', MATCHED)?.ks).toBeCloseTo(0, 12);
    expect(distance(real, shapes([100, 9], [700, 8]), 'depth', MATCHED)?.ks).toBeCloseTo(1, 12);
  });

  it('of 1 has a lower bound below 1, the further below the fewer cascades there are', () => {
    const of = (real: number, simulated: number) => {
      const rows = (count: number, depth: number) => Array.from({ length: count }, () => shape(100, depth));
      const found = distance(rows(real, 2), rows(simulated, 9), 'depth', MATCHED);
      expect([found?.ks, found?.high]).toEqual([1, 1]);
      return found?.low ?? 1;
    };
    // Wilson's end for none of n is 3.84 / (n + 3.84).
    expect(of(300, 1e4)).toBeCloseTo(1 - 3.84146 / 303.84146, 3);
    expect(of(600, 200)).toBeCloseTo(1 - Math.hypot(3.84146 / 603.84146, 3.84146 / 203.84146), 6);
    expect([of(5, 5) < 0.5, of(20, 20) > of(5, 5), of(600, 200) < 1]).toEqual([true, true, true]);
  });

  it('is the greatest gap between the distribution functions', () => {
    const real = shapes([100, 1], [100, 2], [100, 3], [100, 4]);
    expect(distance(real, shapes([100, 2], [100, 4]), 'depth', MATCHED)?.ks).toBeCloseTo(0.25, 12);
  });

  it('does not depend on how many cascades of each size are simulated, once sizes are matched', () => {
    const real = shapes([100, 2], [100, 2], [700, 5], [700, 5]);
    const mostlyLarge = shapes([100, 2], [700, 5], [700, 5], [700, 5], [700, 5], [700, 5]);
    expect(distance(real, mostlyLarge, 'depth', MATCHED)?.ks).toBeCloseTo(0, 12);
    expect(distance(real, mostlyLarge, 'depth', { ...MATCHED, matched: false })?.ks).toBeCloseTo(1 / 3, 12);
  });

  it('leaves out real cascades without a simulated one of their size, and reports how many remain', () => {
    const real = shapes([100, 2], [100, 3], [2000, 9]);
    const simulated = shapes([110, 2], [110, 3]);
    expect(distance(real, simulated, 'depth', MATCHED)?.ks).toBeCloseTo(0, 12);
    expect(covered(real, simulated)).toBeCloseTo(2 / 3, 12);
    expect(distance(real, shapes([400, 2]), 'depth', MATCHED)).toBeNull();
  });

  it('lies in its interval, also where both sides are alike', () => {
    const draws = new Draws(3, 1);
    for (let sample = 0; sample < 50; sample++) {
      const side = () => Array.from({ length: 30 }, () => shape(100, draws.below(6)));
      const { ks, low, high } = distance(side(), side(), 'depth', MATCHED)!;
      expect(ks).toBeGreaterThanOrEqual(low);
      expect(ks).toBeLessThanOrEqual(high);
    }
  });

  it.each([0, 0.25])(
    'has an interval that holds a true distance of %s in 95 of 100 samples or more',
    truth => {
      const draws = new Draws(4, 1);
      const SAMPLES = 150;
      let held = 0;
      for (let sample = 0; sample < SAMPLES; sample++) {
        const real = Array.from({ length: 60 }, () => shape(100, draws.unit()));
        const simulated = Array.from({ length: 40 }, () => shape(100, draws.unit() + truth));
        const { low, high } = distance(real, simulated, 'depth', { ...MATCHED, seed: sample })!;
        if (low <= truth && truth <= high) held++;
      }
      // Three standard errors of a share of .95 among 150 are .054.
      expect(held / SAMPLES).toBeGreaterThan(0.95 - 0.054);
    },
  );

  it('has an interval that narrows with the number of cascades, the same for the same seed', () => {
    const many = Array.from({ length: 400 }, (_, i) => shape(100, i % 5));
    const shifted = many.map(({ size, depth }) => shape(size, depth + 1));
    const width = (count: number) => {
      const found = distance(many.slice(0, count), shifted.slice(0, count), 'depth', MATCHED);
      expect(found?.ks).toBeCloseTo(0.2, 12);
      return (found?.high ?? 0) - (found?.low ?? 0);
    };
    expect(width(400)).toBeLessThan(width(40) / 2);
    expect(width(40)).toBe(width(40));
  });
});

describe('other comparisons', () => {
  it('leave out cascades of sizes of which fewer than five are simulated', () => {
    const five = Array.from({ length: 5 }, (_, i) => shape(100 + i, i));
    const four = Array.from({ length: 4 }, (_, i) => shape(700 + i, i));
    expect(keepFilledBins([...four, ...five])).toEqual(five);
    expect(keepFilledBins(four)).toEqual([]);
  });

  it('weigh quantiles so that each size counts as among the real ones', () => {
    const real = shapes([100, 0], [100, 0], [100, 0], [700, 0]);
    const simulated = shapes([100, 2], [700, 5], [700, 5], [700, 5]);
    expect(matchedQuantiles(real, simulated, 'depth', [0.25, 0.5, 0.75, 0.95])).toEqual([2, 2, 2, 5]);
  });

  it('predict each real cascade by the mean of the simulated ones of its size', () => {
    const real = shapes([100, 2], [100, 4], [700, 5]);
    expect(relativeError(real, shapes([120, 2], [120, 4]), 'depth')).toBeCloseTo((0.5 + 0.25) / 2, 12);
    expect(relativeError(real, [], 'depth')).toBeNull();
  });
});
