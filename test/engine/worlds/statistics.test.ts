import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import {
  computeObservedQuantile,
  computeQuantile,
  computeWorldBand,
  computeWorldRank,
  sortAscending,
} from '../../../src/engine/statistics/quantiles.ts';
import { summarizePairedWorlds, summarizeWorlds } from '../../../src/engine/worlds/summarizeWorlds.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 });

describe('a quantile', () => {
  it('is R’s default', () => {
    const sorted = sortAscending([7, 1, 3, 10]);
    expect([0, 0.05, 0.5, 0.95, 1].map(p => computeQuantile(sorted, p))).toEqual([
      1,
      1.3,
      5,
      expect.closeTo(9.55, 9),
      10,
    ]);
    expect(computeQuantile([], 0.5)).toBeNaN();
    expect(computeWorldBand([])).toBeNull();
  });

  it('of whole numbers is one of them, R’s type 1; the band uses it for these alone', () => {
    const sorted = sortAscending([7, 1, 3, 10]);
    const shares = [0, 0.05, 0.25, 0.26, 0.5, 0.95, 1];
    expect(shares.map(p => computeObservedQuantile(sorted, p))).toEqual([1, 1, 1, 3, 3, 10, 10]);
    const sixty = Array.from({ length: 60 }, (_, i) => i + 1);
    expect(computeWorldBand(sixty)).toEqual({ n: 60, low: 3, median: 30, high: 57 });
    expect(computeWorldBand([0.5, ...sixty])?.median).toBe(30);
    expect(computeWorldBand([0.5, 1])?.median).toBe(0.75);
    expect(computeObservedQuantile([], 0.5)).toBeNaN();
  });

  it('has the expected number below it, and its band the expected number within', () => {
    fc.assert(
      fc.property(numbers, values => {
        const band = computeWorldBand(values);
        const below = (limit: number) => values.filter(value => value < limit).length;
        expect(below(band?.low ?? 0)).toBeLessThanOrEqual(0.05 * (values.length - 1) + 1);
        expect(values).toEqual(expect.arrayContaining([band?.low, band?.median, band?.high]));
        expect(below(band?.median ?? 0)).toBeLessThanOrEqual(values.length / 2 + 0.5);
        expect(values.filter(value => value > (band?.high ?? 0)).length).toBeLessThanOrEqual(
          0.05 * (values.length - 1) + 1,
        );
      }),
    );
  });
});

describe('a rank', () => {
  it('counts ties neither ahead nor behind', () => {
    expect(computeWorldRank(3, [1, 3, 3, 5, 2])).toEqual({ ahead: 2, level: 2, behind: 1 });
  });
});

const DEFINITIONS = [
  { name: 'size', label: '', unit: '', better: null, meaning: '' },
  { name: 'depth', label: '', unit: '', better: null, meaning: '' },
] as const;
const world = (number: number, size: number | null, depth: number, isGrowing = false): World => ({
  arm: 0,
  world: number,
  seed: number,
  rounds: 9,
  hash: '',
  outcomes: [size, depth],
  growing: [isGrowing, false],
  course: null,
  trace: null,
});

describe('the summary of worlds', () => {
  it('leaves out worlds without a value, counts those that still grow, and ranks the run itself', () => {
    const worlds = [world(1, 4, 1), world(2, null, 1, true), world(3, 8, 1, true)];
    const [size, depth] = summarizeWorlds(DEFINITIONS, worlds, world(0, 6, 1), 1, 10);
    expect(size).toMatchObject({ name: 'size', n: 2, mean: 6, growing: 2 });
    expect(size.here).toEqual({ value: 6, rank: { ahead: 1, level: 0, behind: 1 } });
    expect(depth).toMatchObject({ n: 3, mean: 1, interval: null, growing: 0 });
  });
});

describe('the interval of a mean over worlds', () => {
  const people = (bounds?: OutcomeDefinition['bounds']) =>
    [{ ...DEFINITIONS[0], unit: 'people', ...(bounds && { bounds }) }] as const;
  const rare = [0, 0, 1, 2, 6].map((size, i) => world(i + 1, size, 1));
  const most = [9, 9, 8, 7, 3].map((size, i) => world(i + 1, size, 1));
  const interval = (definitions: readonly OutcomeDefinition[], worlds: readonly World[]) =>
    summarizeWorlds(definitions, worlds, null, 1, 9)[0].interval!;

  it('ends at the least and greatest possible outcome, and has a width', () => {
    const [below, high] = interval(people('none'), rare);
    expect(below).toBeLessThan(0);
    expect(interval(people(), rare)).toEqual([0, high]);
    expect(interval(people('agents'), rare)).toEqual([0, high]);
    const [low, above] = interval(people('none'), most);
    expect(above).toBeGreaterThan(9);
    expect(interval(people(), most)).toEqual([low, above]);
    expect(interval(people('agents'), most)).toEqual([low, 9]);
  });

  it('of a difference of two arms may be below 0 on both ends', () => {
    const [{ interval: ends }] = summarizePairedWorlds(
      people('agents'),
      [most, [0, 0, 1, 2, 1].map((size, i) => world(i + 1, size, 1))],
      1,
    );
    expect(ends![1]).toBeLessThan(0);
  });
});

describe('the difference of two arms', () => {
  it('is taken world by world', () => {
    const first = [world(1, 4, 1), world(2, 9, 2), world(3, null, 3), world(4, 1, 1)];
    const second = [world(2, 9, 4), world(1, 7, 1), world(3, 5, 3)];
    const [size, depth] = summarizePairedWorlds(DEFINITIONS, [first, second], 1);
    expect(size).toMatchObject({ n: 2, mean: 1.5, more: 1, equal: 1, less: 0 });
    expect(depth).toMatchObject({ n: 3, more: 1, equal: 2, less: 0 });
  });

  it('has the same interval in whatever order the worlds came', () => {
    const first = Array.from({ length: 30 }, (_, i) => world(i + 1, (i * 7) % 11, 1));
    const second = Array.from({ length: 30 }, (_, i) => world(i + 1, (i * 5) % 13, 1));
    const [size] = summarizePairedWorlds(DEFINITIONS, [first, second], 1);
    expect(summarizePairedWorlds(DEFINITIONS, [[...first].reverse(), second], 1)[0]).toEqual(size);
    const [summary] = summarizeWorlds(DEFINITIONS, first, null, 1, 20);
    expect(summarizeWorlds(DEFINITIONS, [...first].reverse(), null, 1, 20)[0]).toEqual(summary);
  });

  it('of an arm and itself is exactly 0', () => {
    fc.assert(
      fc.property(numbers, values => {
        const worlds = values.map((value, i) => world(i, value, value / 7));
        for (const { mean, interval, more, less } of summarizePairedWorlds(DEFINITIONS, [worlds, worlds], 3))
          expect([mean, more, less, ...(interval ?? [0, 0])]).toEqual([0, 0, 0, 0, 0]);
      }),
      { numRuns: 20 },
    );
  });
});
