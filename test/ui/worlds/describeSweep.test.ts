import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import { Random } from '../../../src/engine/core/random.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import {
  type PairedSummary,
  summarizeArmDifferences,
  summarizePairedWorlds,
  summarizeWorlds,
} from '../../../src/engine/worlds/summarizeWorlds.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { writeDifferencesCsv } from '../../../src/engine/worlds/writeDifferencesCsv.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { describeSweep } from '../../../src/ui/worlds/describeSweep.ts';
import { estimateSweep } from '../../../src/ui/worlds/sweepEstimates.ts';

const N = 20;
const AGENTS = 100;
const DEFINITIONS = [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }];
/** A number of 0 to 9 that looks drawn. */
const noise = (world: number): number => (world * world * 7 + 3 * world) % 10;

/** Worlds of a sweep, the latest first. @param measure by arm and world; null for nothing to measure */
function sweepOf(
  values: readonly (number | string)[],
  measure: (arm: number, world: number) => number | null,
  more: Partial<Worlds> = {},
): Worlds {
  const played = values.flatMap((_, arm) =>
    Array.from({ length: N }, (_, i): World => {
      const world = N - i;
      const outcomes = [measure(arm, world)];
      const rest = { seed: world, rounds: 4, hash: '', growing: [false], course: null, trace: null };
      return { arm, world, outcomes, ...rest };
    }),
  );
  const arms = values.map(value => ({ label: '', values: { feed: value }, setup: DEFAULT_SETUP }));
  return {
    plan: { arms, worlds: N, rounds: 4, from: null, subject: null, files: null },
    ...{ baseArm: 0, status: 'done', definitions: DEFINITIONS, ticks: [4], states: 0, played },
    ...more,
  } as unknown as Worlds;
}
const told = (worlds: Worlds) => describeSweep(worlds, estimateSweep(worlds, 0, 0, AGENTS), 0);

it('means and paired differences of a sweep, with their intervals, are those of the command line', () => {
  const worlds = sweepOf([1, 2], (arm, world) => 20 + noise(world) + arm * (2 + noise(world + 3)));
  const { means, differences, ends } = estimateSweep(worlds, 0, 0, AGENTS);
  const of = [0, 1].map(arm => worlds.played.filter(world => world.arm === arm));
  const { seed } = DEFAULT_SETUP;
  for (const arm of [0, 1]) {
    const [{ n, mean, interval }] = summarizeWorlds(DEFINITIONS, of[arm], null, seed, AGENTS);
    expect(interval).not.toBeNull();
    expect(means[arm]).toMatchObject({ n, mean, interval });
  }
  const [{ n, mean, interval }] = summarizePairedWorlds(DEFINITIONS, [of[0], of[1]], seed);
  expect(interval).not.toBeNull();
  const difference = { n, mean, interval, jointInterval: interval };
  expect([differences[1], ends?.difference]).toMatchObject([difference, difference]);
  expect(ends).toMatchObject({ first: 0, last: 1, means: [means[0]?.mean, means[1]?.mean] });
  expect(differences[0]).toBeNull();
});

it('only a paired interval without 0 makes an outcome go from one value to another', () => {
  const up = sweepOf([1, 2], (arm, world) => 20 + noise(world) + arm * (2 + noise(world + 3)));
  expect(told(up)).toMatch(
    /^size goes from 2\d\.\d to 26\.0, \+4\.00.* people in the mean of 20 pairs \(95 %: \+/,
  );
  const luck = sweepOf([1, 2], (arm, world) => 20 + noise(world + 3 * arm));
  expect(told(luck)).toMatch(
    /^no difference in size is established between the two ends: .* in the mean of 20 pairs \(95 %: −\d/,
  );
  expect(told({ ...up, status: 'playing' })).toMatch(/^size \d+ to \d+ people, medians so far$/);
});

it('while worlds play, medians stand in the order of the set-ups, and of choices the least and the greatest', () => {
  const more = { status: 'playing' } as const;
  const fall = (arm: number) => 99 - 85 * arm;
  expect(told(sweepOf([0, 0.5], fall, more))).toBe('size 99 to 14 people, medians so far');
  expect(told(sweepOf([0.45, 0.1], arm => 247 - 179 * arm, more))).toBe(
    'size 247 to 68 people, medians so far',
  );
  const choices = ['by_interest', 'chronological', 'random'];
  expect(told(sweepOf(choices, arm => [20, 5, 9][arm]!, more))).toBe(
    'size 5–20 people, least and greatest median so far',
  );
  // The last value has nothing yet.
  expect(told(sweepOf([0, 1, 2], arm => (arm === 2 ? null : 9 - arm), more))).toBe(
    'size 8–9 people, least and greatest median so far',
  );
});

it('of several numbers the neighbours are named between which the outcome changes most, if that is established', () => {
  const steps = [0, 1, 41, 43];
  const rise = sweepOf([1, 2, 4, 9], (arm, world) => 20 + noise(world + arm) + steps[arm]!);
  expect(told(rise)).toMatch(
    /^size rises most between 2 \(2\d\.\d, 95 %: 2\d\.\d to 2\d\.\d\) and 4 \(6\d\.\d, 95 %: 6\d\.\d to 6\d\.\d\); in all from 2\d\.\d to 6\d\.\d, in the mean of \d+ pairs/,
  );
  const fall = sweepOf([1, 2, 4, 9], (arm, world) => 90 + noise(world + arm) - steps[arm]!);
  expect(told(fall)).toContain('size falls most between 2 (');
  const luck = sweepOf([1, 2, 4], (arm, world) => 20 + noise(world + 3 * arm));
  expect(told(luck)).not.toContain('most between');
  // Up and down again: the ends say nothing, the step does.
  const peak = sweepOf([1, 2, 4], (arm, world) => 20 + noise(world + arm) + [0, 40, 0][arm]!);
  expect(told(peak)).toMatch(
    /^size (rises|falls) most between .*; no difference in size is established between the two ends: /,
  );
});

it('both ends are means of the same worlds, where some have nothing to measure', () => {
  const part = sweepOf([1, 2], (arm, world) =>
    arm === 1 && world > 15 ? null : (world > 15 ? 80 : 20) + noise(world) + arm * (4 + noise(world + 3)),
  );
  const { ends } = estimateSweep(part, 0, 0, AGENTS);
  expect(ends?.difference.n).toBe(15);
  expect((ends?.means[1] ?? 0) - (ends?.means[0] ?? 0)).toBeCloseTo(ends?.difference.mean ?? Number.NaN);
});

it('choices are counted that differ from this set-up', () => {
  const choices = ['by_interest', 'chronological', 'random'];
  const effects = [0, 0, 9];
  const worlds = sweepOf(choices, (arm, world) => 20 + noise(world + 3 * arm) + effects[arm]);
  expect(told(worlds)).toMatch(
    /^size differs from this set-up at 1 of 2 other values, by intervals of nominally 95 % for both comparisons together; means 2\d\.\d to 3\d\.\d people$/,
  );
  expect(told({ ...worlds, baseArm: -1 })).toContain('differs from by interest at 1 of 2');
  const alike = sweepOf(choices, (arm, world) => 20 + noise(world + 3 * arm));
  expect(told(alike)).toMatch(/^no difference from this set-up is established in size/);
});

it('of several values only a difference whose interval holds for all of them together is claimed', () => {
  const random = new Random(3, 7);
  const effects = [0, 0, 0, 0, 0, 1.7];
  const worlds = sweepOf(
    [1, 2, 3, 4, 5, 6],
    (arm, world) => 20 + 10 * random.unit(world, arm, 0) + effects[arm],
  );
  const { comparisons, differences, ends } = estimateSweep(worlds, 0, 0, AGENTS);
  expect(comparisons).toBe(5);
  const of = effects.map((_, arm) => worlds.played.filter(world => world.arm === arm));
  const rows = summarizeArmDifferences(DEFINITIONS, of[0], of.slice(1), DEFAULT_SETUP.seed);
  const pick = ({ n, mean, interval, jointInterval }: PairedSummary) => ({
    n,
    mean,
    interval,
    jointInterval,
  });
  expect(differences).toMatchObject([null, ...rows.map(([row]) => pick(row))]);
  const { interval, jointInterval } = ends?.difference ?? {};
  // The single interval would have claimed it.
  expect(interval?.[0]).toBeGreaterThan(0);
  expect(jointInterval?.[0]).toBeLessThan(0);
  expect(told(worlds)).toMatch(
    /^no difference in size is established .* \(nominally 95 % for all 5 comparisons together: −.* to \+.*\)$/,
  );
  // The ends are one comparison more where neither is this set-up.
  expect(estimateSweep({ ...worlds, baseArm: 2 }, 0, 0, AGENTS).comparisons).toBe(6);
  expect(estimateSweep({ ...worlds, baseArm: 5 }, 0, 0, AGENTS).comparisons).toBe(5);
});

it('the file of differences has every comparison of the page, with the same intervals, for each place of this set-up', () => {
  const random = new Random(4, 7);
  const worlds = sweepOf([1, 2, 3, 4], (arm, world) =>
    arm === 3 && world > 12 ? null : 20 + 10 * random.unit(world, arm, 0) + arm,
  );
  for (const baseArm of [0, 1, 2, 3]) {
    const { differences, ends, comparisons } = estimateSweep({ ...worlds, baseArm }, 0, 0, AGENTS);
    const rows = csvParse(writeDifferencesCsv(worlds.plan, DEFINITIONS, worlds.played, baseArm));
    const isInner = baseArm === 1 || baseArm === 2;
    const shown = [...differences, isInner ? (ends?.difference ?? null) : null].filter(one => one !== null);
    expect(comparisons).toBe(isInner ? 4 : 3);
    expect(rows.map(row => [row.comparisons, row.pairs])).toEqual(
      shown.map(({ n }) => [String(comparisons), String(n)]),
    );
    expect(rows.map(row => [Number(row.low_95_all), Number(row.high_95_all)])).toEqual(
      shown.map(({ jointInterval }) => jointInterval?.map(end => expect.closeTo(end, 6))),
    );
    if (isInner) expect(rows.at(-1)).toMatchObject({ arm: '3', reference: '0' });
  }
});

it('values that no pair has are not compared', () => {
  const worlds = sweepOf([1, 2], (arm, world) => (world % 2 === arm ? noise(world) : null));
  expect(estimateSweep(worlds, 0, 0, AGENTS).ends).toBeNull();
  expect(told(worlds)).toBe('no world has size at both ends, so nothing is compared');
});

it('values at which there is nothing to measure are left out of the ends, and the headline names those that are compared', () => {
  const worlds = sweepOf([0, 1, 2], (arm, world) =>
    arm === 0 ? null : 20 + noise(world) + arm * (2 + noise(world + 3)),
  );
  expect(told(worlds)).toMatch(/^size goes between 1 and 2 from 26\.0 to 30\.0, \+4\.00 people/);
});
