import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { summarizeArmDifferences } from '../../../src/engine/worlds/summarizeWorlds.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Plan } from '../../../src/engine/worlds/worldPlan.ts';
import { writeDifferencesCsv } from '../../../src/engine/worlds/writeDifferencesCsv.ts';

const DEFINITIONS = [
  { name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' },
  { name: 'depth', label: 'Depth', unit: 'steps', better: null, meaning: '' },
];
const VALUES = [1, 2, 4];
const arms = VALUES.map(value => ({
  ...{ label: `resharing ${value}`, values: { resharing: value }, setup: DEFAULT_SETUP },
}));
const plan: Plan = { arms, worlds: 12, rounds: 4, from: null, subject: null, files: null };

/** Outcomes that look drawn; the third arm has no depth. */
const worlds: readonly World[] = VALUES.flatMap((value, arm) =>
  Array.from({ length: 12 }, (_, i): World => {
    const noise = ((i + 3) * (i + 3) * 7 + 5 * i * arm) % 10;
    const outcomes = [20 + 3 * value + noise, arm === 2 ? null : noise];
    const rest = { seed: i, rounds: 4, hash: '', growing: [false, false], course: null, trace: null };
    return { arm, world: i + 1, outcomes, ...rest };
  }),
);

it('differences have a row for each outcome and set-up but the reference, with intervals of each and for all', () => {
  const rows = csvParse(writeDifferencesCsv(plan, DEFINITIONS, worlds, 1));
  // The reference lies between the ends: these are one comparison more.
  expect(rows.map(row => [row.outcome, row.arm, row.resharing, row.reference, row.pairs])).toEqual([
    ['size', '0', '1', '1', '12'],
    ['size', '2', '4', '1', '12'],
    ['size', '2', '4', '0', '12'],
    ['depth', '0', '1', '1', '12'],
    ['depth', '2', '4', '1', '0'],
  ]);
  const of = VALUES.map((_, arm) => worlds.filter(world => world.arm === arm));
  const expected = summarizeArmDifferences(DEFINITIONS, of[1], [of[0], of[2], of[2]], DEFAULT_SETUP.seed);
  const [size, , ends, depth, none] = rows;
  expect(Number(ends.mean)).toBeCloseTo(Number(rows[1].mean) - Number(size.mean), 5);
  expect([Number(size.mean), Number(size.low_95), Number(size.high_95_all)]).toEqual([
    expect.closeTo(expected[0][0].mean ?? 0, 6),
    expect.closeTo(expected[0][0].interval?.[0] ?? 0, 6),
    expect.closeTo(expected[0][0].jointInterval?.[1] ?? 0, 6),
  ]);
  expect(Number(size.low_95_all)).toBeLessThan(Number(size.low_95));
  expect(size.comparisons).toBe('3');
  // Where only one has a value there is one comparison, and its own interval holds for all.
  expect([depth.comparisons, depth.low_95_all]).toEqual(['1', depth.low_95]);
  expect([none.mean, none.low_95, none.high_95_all, none.more]).toEqual(['', '', '', '0']);
});
