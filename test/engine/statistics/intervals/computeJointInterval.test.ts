import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/engine/core/random.ts';
import { computeJointInterval } from '../../../../src/engine/statistics/intervals/computeJointInterval.ts';
import { computePairedInterval } from '../../../../src/engine/statistics/intervals/computeMeanInterval.ts';

const NUMBER = { unit: 'people' };
const SHARE = { unit: 'share' };

/** Differences without an effect: skewed, with mean 0. */
function drawDifferences(sweep: number, value: number, n: number): readonly number[] {
  const random = new Random(sweep, 7);
  return Array.from({ length: n }, (_, world) => {
    const unit = random.unit(world, value, 0);
    return 12 * unit * unit * unit - 3;
  });
}

describe('the interval of one of several comparisons', () => {
  it('is its own of one, contains it of more, and grows with their number', () => {
    for (const outcome of [NUMBER, SHARE]) {
      const scale = outcome === SHARE ? 10 : 1;
      const values = drawDifferences(1, 0, 40).map(value => value / scale);
      const own = computePairedInterval(values, 5, outcome)!;
      expect(computeJointInterval(values, own, 1, outcome)).toBe(own);
      let before = own;
      for (const comparisons of [2, 5, 20, 400]) {
        const [low, high] = computeJointInterval(values, own, comparisons, outcome)!;
        expect(low).toBeLessThan(before[0]);
        expect(high).toBeGreaterThan(before[1]);
        before = [low, high];
      }
    }
    expect(computeJointInterval([1, 1, 1], null, 4, NUMBER)).toBeNull();
  });

  it('holds together with all others in about 95 of 100 sweeps without an effect, where single ones often fail', () => {
    const [sweeps, comparisons] = [200, 6];
    const misses = { own: 0, joint: 0 };
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const intervals = Array.from({ length: comparisons }, (_, value) => {
        const values = drawDifferences(sweep, value, 30);
        const own = computePairedInterval(values, sweep, NUMBER)!;
        return { own, joint: computeJointInterval(values, own, comparisons, NUMBER)! };
      });
      const isMissed = ([low, high]: readonly [number, number]) => low > 0 || high < 0;
      if (intervals.some(({ own }) => isMissed(own))) misses.own++;
      if (intervals.some(({ joint }) => isMissed(joint))) misses.joint++;
    }
    expect(misses.own / sweeps).toBeGreaterThan(0.15);
    expect(misses.joint / sweeps).toBeLessThan(0.09);
  });
});
