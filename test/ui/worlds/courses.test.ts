import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import {
  collectOutcomesAt,
  collectPartingTicks,
  computeActiveBands,
  computeDifferencesAt,
  countPairs,
  findTickPlace,
  isOutcomeMeasured,
} from '../../../src/ui/worlds/courses.ts';
import { USUAL_WIDTH } from '../../../src/ui/worlds/neededWorlds.ts';
import {
  describeAsFarRank,
  describeRank,
  formatBandRange,
  formatMeanInterval,
  formatOutcomeValue,
  formatSignedValue,
  summarizeDifference,
  summarizeOutcome,
} from '../../../src/ui/worlds/summarizeOutcome.ts';

const DEFINITIONS = ['size', 'share'].map(name => ({
  name,
  label: name,
  unit: name === 'share' ? 'share' : 'people',
  better: null,
  meaning: '',
}));
const TICKS = [0, 2, 4];

/** A world of ten agents in two states, of whom `active` are in the second at each of three ticks. */
const world = (number: number, active: readonly number[], sizes: readonly number[]): World => ({
  arm: 0,
  world: number,
  seed: number,
  rounds: 4,
  hash: '',
  outcomes: [sizes[2], active[2] / 10],
  growing: [sizes[1] !== sizes[2], false],
  course: Float32Array.from(TICKS.flatMap((_, i) => [10 - active[i], active[i], sizes[i], active[i] / 10])),
  trace: Uint32Array.of(1, 2, 3, 4),
});
const worldsOf = (played: readonly World[], origin: World | null = null): Worlds => ({
  plan: {
    arms: [{ label: '', values: {}, setup: DEFAULT_SETUP }],
    ...{ worlds: played.length, rounds: 4, from: null, subject: null, files: null },
  },
  sweep: [],
  ...{ epoch: 1, shown: null, base: DEFAULT_SETUP, baseArm: 0, change: null },
  definitions: DEFINITIONS,
  ticks: TICKS,
  states: 2,
  apart: 0,
  played,
  origin,
  status: 'done',
  left: null,
  asking: null,
  active: null,
  ...{ pinned: 'size', isOver: false, wanted: { points: 3, percent: 10 } },
});

describe('the course of worlds', () => {
  it('is read at the last tick that is not after the one on the screen', () => {
    const worlds = worldsOf([]);
    expect([-3, 0, 1, 2, 3, 4, 9].map(tick => findTickPlace(worlds, tick))).toEqual([0, 0, 0, 1, 1, 2, 2]);
  });

  it('leaves out worlds without a measure', () => {
    const worlds = worldsOf([world(1, [1, 2, 3], [Number.NaN, 4, 5]), world(2, [1, 1, 1], [7, 8, 9])]);
    expect(collectOutcomesAt(worlds, 0, 0).map(({ value }) => value)).toEqual([7]);
    expect(collectOutcomesAt(worlds, 2, 0).map(({ value }) => value)).toEqual([5, 9]);
  });

  it('shows no outcome that none of its set-ups can have', () => {
    const worlds = worldsOf([]);
    const needy = { ...DEFINITIONS[0], needs: 'chances' };
    const { plan } = worlds;
    const arm = (value: number) => ({
      ...plan.arms[0],
      setup: { ...DEFAULT_SETUP, parameters: { chances: value } },
    });
    expect(isOutcomeMeasured(DEFINITIONS[0], worlds)).toBe(true);
    expect(isOutcomeMeasured(needy, worlds)).toBe(false);
    expect(isOutcomeMeasured(needy, { plan: { arms: [arm(0)] } })).toBe(false);
    expect(isOutcomeMeasured(needy, { plan: { arms: [arm(0), arm(2)] } })).toBe(true);
  });

  it('has the range of the active agents from three worlds on, and a band of nine in ten from twenty on', () => {
    const played = Array.from({ length: 21 }, (_, i) => world(i + 1, [0, i % 11, 10], [1, 1, 1]));
    const told = (count: number) => {
      const spread = computeActiveBands(worldsOf(played.slice(0, count)));
      return spread && [spread.words, spread.bands.map(band => band && [band.low, band.median, band.high])];
    };
    expect(told(2)).toBeNull();
    expect(told(5)).toEqual([
      'all of 5 worlds',
      [
        [0, 0, 0],
        [0, 2, 4],
        [10, 10, 10],
      ],
    ]);
    expect(told(21)).toEqual([
      '9 in 10 worlds',
      [
        [0, 0, 0],
        [0, 5, 9],
        [10, 10, 10],
      ],
    ]);
    expect(computeActiveBands({ ...worldsOf(played), apart: -1 })).toBeNull();
  });
});

describe('a run and the same without its change', () => {
  const own = (one: World): World => ({ ...one, arm: 1 });
  const played = worldsOf([
    own(world(1, [0, 1, 2], [1, 3, 9])),
    world(1, [0, 1, 2], [1, 3, 4]),
    own(world(2, [0, 1, 2], [1, 5, 5])),
    own(world(3, [0, 2, 2], [1, 2, 3])),
    world(3, [0, 2, 2], [1, 2, 6]),
  ]);
  const worlds = { ...played, baseArm: 1 };

  it('are compared world by world, as far as both have been played', () => {
    expect(countPairs(worlds)).toBe(2);
    expect(computeDifferencesAt(worlds, 2, 0)).toEqual([5, -3]);
    expect(computeDifferencesAt({ ...worlds, shown: { arm: 1, world: 3 } }, 2, 0)).toEqual([5, -3]);
    expect(summarizeDifference(worlds, 2, 0, true)).toMatchObject({ mean: 1, more: 1, less: 1, here: 0 });
    expect(summarizeDifference(worlds, 0, 0, true)).toMatchObject({
      mean: 0,
      interval: null,
      more: 0,
      less: 0,
    });
  });

  it('diverge where an agent first sees or does something different, whatever is counted, or never', () => {
    const traced = (one: World, ...trace: number[]): World => ({ ...one, trace: Uint32Array.from(trace) });
    const parted = worldsOf([
      world(1, [0, 1, 2], [1, 3, 9]),
      traced(own(world(1, [0, 1, 2], [1, 3, 9])), 1, 2, 9, 4),
      world(2, [0, 1, 2], [1, 3, 9]),
      traced(own(world(2, [0, 1, 2], [1, 3, 9])), 9, 2, 3, 4),
      world(3, [0, 1, 2], [1, 3, 9]),
    ]);
    expect(collectPartingTicks(parted)).toEqual([3, 1]);
    expect(collectPartingTicks(worlds)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('keep their worlds apart: those of the run are its own', () => {
    expect(collectOutcomesAt(worlds, 2, 0).map(({ value }) => value)).toEqual([9, 5, 3]);
    expect([
      formatSignedValue(12.44, 'people'),
      formatSignedValue(-0.5, 'steps'),
      formatSignedValue(0.021, 'share'),
    ]).toEqual([...['+12.4', '−0.50', '+2.1 points']]);
    expect(formatSignedValue(-465_531.8, 'tokens')).toBe('−465,532');
    expect([formatSignedValue(0, 'share'), formatSignedValue(0, 'people')]).toEqual(['0.0 points', '0.00']);
  });

  it.each([
    ['as usual', 0.021, [-0.0104, 0.052], 'share', '+2.1 points', '−1.0 to +5.2 points'],
    [
      'more digits for small ones',
      0.00004,
      [-0.0003, 0.0004],
      'share',
      '+0.004 points',
      '−0.030 to +0.040 points',
    ],
    ['ends that are near', 0.5, [0.4999, 0.5001], 'share', '+50.00 points', '+49.99 to +50.01 points'],
    ['as many as the mean', 5.25, [-1.2, 12.44], 'people', '+5.25', '−1.20 to +12.44'],
    ['none for large ones', -465_531.8, [-473_760.2, -457_249], 'tokens', '−465,532', '−473,760 to −457,249'],
    [
      'a sign alone at an end that they do not show',
      0.25,
      [-0.00001, 0.5],
      'people',
      '+0.25',
      '−0.00 to +0.50',
    ],
    ['not endless ones', -0.00001, [-3, 2], 'people', 'between 0 and −0.01', '−3.00 to +2.00'],
    ['no difference', 0, [0, 0], 'share', '0.0 points', '0.0 to 0.0 points'],
  ] as const)(
    'are shown with their interval in the same digits: %s',
    (_, mean, interval, unit, told, ends) => {
      expect(formatMeanInterval({ mean, interval }, unit)).toEqual({ mean: told, ends });
    },
  );

  it('have no ends where there is no interval', () => {
    expect(formatMeanInterval({ mean: 3.456, interval: null }, 'people')).toEqual({
      mean: '+3.46',
      ends: null,
    });
  });
});

describe('an outcome over worlds', () => {
  const worlds = worldsOf(
    [world(1, [0, 1, 2], [1, 3, 9]), world(2, [0, 1, 2], [1, 5, 5]), world(3, [0, 2, 2], [1, 2, 30])],
    world(0, [0, 1, 1], [1, 2, 7]),
  );

  it('is shown with this run among them, at the round on the screen', () => {
    const told = summarizeOutcome(worlds, 2, 0);
    expect(told).toMatchObject({ here: 7, rank: { ahead: 1, level: 0, behind: 2 }, values: [9, 5, 30] });
    expect(describeRank(told)).toBe('in 2 of 3 other worlds it was more');
    expect(describeRank(summarizeOutcome(worlds, 1, 0))).toBe('in 2 of 3 other worlds it was more');
    expect(describeRank(summarizeOutcome(worlds, 0, 0))).toBe('in all 3 other worlds it was the same');
    expect(formatBandRange({ n: 3, low: 1, median: 1, high: 1 }, 'share')).toBe('100.0 %');
    expect(formatBandRange({ n: 3, low: 0.5, median: 1, high: 1 }, 'share')).toBe('50.0–100.0 %');
    expect(describeAsFarRank(told, USUAL_WIDTH)).toBe(
      'as far as here or further: 2 of 3 worlds, 67 % (95 %: 21–94 %); ±3 points need about 1,100 worlds',
    );
    expect(summarizeOutcome(worlds, 1, 0).rank).toEqual({ ahead: 0, level: 1, behind: 2 });
  });

  it('is shown next to the run that the worlds belong to while another of them is on the screen', () => {
    const told = summarizeOutcome({ ...worlds, shown: { arm: 0, world: 3 } }, 2, 0);
    expect(told).toMatchObject({ here: 30, values: [7, 9, 5], rank: { ahead: 3, level: 0, behind: 0 } });
    expect(summarizeOutcome({ ...worlds, shown: { arm: 0, world: 4 } }, 2, 0)).toMatchObject({
      here: null,
      rank: null,
    });
  });

  it('is worded by its unit', () => {
    expect(formatOutcomeValue(0.34123, 'share')).toBe('34.1 %');
    expect(formatOutcomeValue(171.5, 'people')).toBe('172');
    expect(formatOutcomeValue(2.694, 'steps')).toBe('2.69');
    expect(formatBandRange({ n: 9, low: 0.33, median: 0.36, high: 0.402 }, 'share')).toBe('33.0–40.2 %');
    expect(formatBandRange({ n: 9, low: 41, median: 70, high: 105.05 }, 'people')).toBe('41–105');
  });
});
