import { describe, expect, it } from 'vitest';
import type { Interval } from '../../../src/engine/statistics/intervals/interval.ts';
import type { WantedWidth } from '../../../src/ui/state/worldsState.ts';
import {
  computeSpread,
  countWorldsForMean,
  countWorldsForShare,
  describeNeededWorlds,
  describeSweepNeeds,
  USUAL_WIDTH,
} from '../../../src/ui/worlds/neededWorlds.ts';

// A standard deviation of 10 at a mean of 20, of n − 1 = 15: sixteen values at 20 ± 9.68.
const away = 10 * Math.sqrt(15 / 16);
const values = Array.from({ length: 16 }, (_, i) => 20 + (i % 2 === 0 ? away : -away));
const shares = values.map(value => value / 100);

const spreadOf = (own: readonly number[], interval: Interval | null = [1, 30]) => ({
  ...computeSpread(own),
  interval,
});
const countFor = (
  own: readonly number[],
  unit: string,
  interval?: Interval | null,
  wanted: WantedWidth = USUAL_WIDTH,
) => countWorldsForMean(spreadOf(own, interval), unit, wanted);

describe('the number of worlds for the interval of a mean', () => {
  it('is estimated from the standard deviation: for a tenth of the mean, and of shares 3 points', () => {
    // (1.96 · 10 / 2)² is 96.04; (1.96 · 0.1 / 0.03)² is 42.7.
    expect(countFor(values, 'people')).toBe(97);
    const negative = values.map(value => -value);
    expect(countFor(negative, 'people', [-30, -1])).toBe(97);
    expect(countFor(shares, 'share')).toBe(43);
  });

  it('is that for the width that was chosen', () => {
    // (1.96 · 10 / 1)², (1.96 · 10 / 4)²; (1.96 · 0.1 / 0.01)².
    expect(countFor(values, 'people', [1, 30], { points: 3, percent: 5 })).toBe(385);
    expect(countFor(values, 'people', [1, 30], { points: 3, percent: 20 })).toBe(25);
    expect(countFor(shares, 'share', [0.1, 0.3], { points: 1, percent: 10 })).toBe(385);
    // Of one half: 0.25 · (1.96 / 0.03)² and (1.96 / 0.01)².
    expect(countWorldsForShare(50, 100, USUAL_WIDTH)).toBe(1068);
    expect(countWorldsForShare(50, 100, { points: 1, percent: 10 })).toBe(9604);
  });

  it('is rounded up to two digits in words, which say when a menu does not reach it', () => {
    expect(describeNeededWorlds(9604, 'people', USUAL_WIDTH, 20_000)).toBe('±10 %: about 9,700');
    expect(describeNeededWorlds(9604, 'share', { points: 1, percent: 10 }, 2000)).toBe(
      '±1 point: about 9,700, more than can be chosen',
    );
  });

  it('is not given in parts of a mean whose interval contains 0, but in points of a share', () => {
    for (const interval of [
      [-1, 30],
      [0, 30],
      [-30, 0],
    ] as const)
      expect(countFor(values, 'people', interval)).toBeNull();
    expect(countFor(shares, 'share', [-0.1, 0.5])).toBe(43);
  });

  it('is unknown for fewer than ten values, and without an interval', () => {
    expect(countFor(values.slice(0, 9), 'people')).toBeNull();
    expect(countFor(values, 'people', null)).toBeNull();
  });

  it('of a sweep is the largest of all means and of all differences, and says for how many it is known', () => {
    const narrow = spreadOf(values.map(value => value + 1000));
    const open = spreadOf(values, [-1, 30]);
    expect(describeSweepNeeds([narrow, spreadOf(values)], [null, open], 'people', USUAL_WIDTH, 2000)).toBe(
      '±10 % needs, in worlds of each set-up, about 97 for the means; an unknown number for the differences.',
    );
    expect(describeSweepNeeds([narrow], [null, open, spreadOf(values)], 'people', USUAL_WIDTH, 50)).toBe(
      '±10 % needs, in worlds of each set-up, no more than now for the means; about 97 for the differences, more than can be chosen (1 of 2 estimated).',
    );
  });
});
