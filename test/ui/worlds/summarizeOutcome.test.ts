import { describe, expect, it } from 'vitest';
import {
  computeMeanInterval,
  computePairedInterval,
} from '../../../src/engine/statistics/intervals/computeMeanInterval.ts';
import { computeWorldBand } from '../../../src/engine/statistics/quantiles.ts';
import {
  describeFewerWorlds,
  formatMedian,
  type isBinaryOutcome,
  NO_INTERVAL_RULE,
} from '../../../src/ui/worlds/summarizeOutcome.ts';

const SHARE = { name: 'a', label: 'A', unit: 'share', better: null, meaning: '' } as const;
const told = (definition: Parameters<typeof isBinaryOutcome>[0]['definition'], values: number[]) => ({
  ...{ definition, values, all: [], here: null, rank: null },
  band: computeWorldBand(values),
});

describe('an outcome over all worlds', () => {
  it('happened or did not where its definition is a yes or no, and not where a share is 0 or 1 in every world', () => {
    expect(formatMedian(told(SHARE, [1, 1, 1]))).toBe('100.0 %');
    expect(formatMedian(told({ ...SHARE, isYesOrNo: true }, [1, 0, 1, 1]))).toBe('75.0 % of them');
  });

  it('gives the number of worlds behind it where fewer than all have a value', () => {
    expect(describeFewerWorlds(38, 200, 'worlds')).toBe('in 38 of 200 worlds');
    expect(describeFewerWorlds(0, 200, 'worlds')).toBe('in none of 200 worlds');
    expect([describeFewerWorlds(200, 200, 'worlds'), describeFewerWorlds(0, 0, 'worlds')]).toEqual(['', '']);
  });
});

describe('the interval of a mean difference of pairs', () => {
  it('does not exist where all differ alike in a share that may be fixed, and is Wilson’s for a yes or no', () => {
    const same = new Array<number>(200).fill(0);
    expect(computePairedInterval(same, 1, SHARE)).toBeNull();
    const [low, high] = computePairedInterval(same, 1, { ...SHARE, isYesOrNo: true })!;
    expect([low < 0, high > 0]).toEqual([true, true]);
    expect(computePairedInterval([0.1, -0.1, ...same], 1, SHARE)).not.toBeNull();
  });
});

describe('the rule for an interval of the mean, in words,', () => {
  it('is the one by which intervals are computed', () => {
    for (let n = 2; n <= 14; n++)
      for (let differing = 0; differing <= n; differing++) {
        // All that differ are different from one another, so the others are the most frequent value.
        const values = Array.from({ length: n }, (_, i) => (i < differing ? i + 1 : 0));
        const others = n - Math.max(1, n - differing);
        const isNone = n < 10 ? others < n / 2 : others < 5;
        expect([n, differing, computeMeanInterval(values, 1, 'number') === null]).toEqual([
          n,
          differing,
          isNone,
        ]);
      }
    expect(NO_INTERVAL_RULE).toContain('fewer than five worlds (of fewer than ten, fewer than half)');
  });
});
