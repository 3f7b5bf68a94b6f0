import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { computeWorldBand } from '../../../src/engine/statistics/quantiles.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { buildSweepCells, findSweptParameters, getMiddleItem } from '../../../src/ui/worlds/cells.ts';

const world = (arm: number, number: number, size: number | null): World => ({
  ...{ arm, world: number, seed: number, rounds: 4, hash: '', growing: [false], outcomes: [size] },
  course: Float32Array.of(size ?? Number.NaN),
  trace: null,
});
const arms = [0.5, 1, 2].map(value => ({
  ...{ label: `resharing ${value}`, values: { resharing: value }, setup: DEFAULT_SETUP },
}));
const WORLDS: Worlds = {
  plan: { arms, worlds: 3, rounds: 4, from: null, subject: null, files: null },
  sweep: ['resharing=0.5,1,2'],
  ...{ base: DEFAULT_SETUP, baseArm: 1, change: null, epoch: 1, shown: null, origin: null },
  definitions: [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }],
  ...{
    ticks: [4],
    states: 0,
    apart: -1,
    status: 'stopped',
    left: null,
    asking: null,
    active: null,
    pinned: 'size',
    isOver: false,
    wanted: { points: 3, percent: 10 },
  },
  played: [world(0, 1, 9), world(1, 1, null), world(0, 2, 3), world(1, 2, 7), world(0, 3, 6)],
};

it('a set-up of a sweep has its own worlds, the least first, and its median', () => {
  const [first, second, third] = buildSweepCells(WORLDS, 0, 0);
  expect(first.worlds.map(({ value }) => value)).toEqual([3, 6, 9]);
  expect(first).toMatchObject({ arm: 0, values: [0.5], played: 3, band: { n: 3, median: 6 } });
  expect(second).toMatchObject({ values: [1], played: 2, band: { n: 1, median: 7 } });
  expect(third).toMatchObject({ values: [2], played: 0, worlds: [], band: null });
});

it('the swept parameters have their definitions, in the requested order', () => {
  const parameters = ['liking', 'resharing'].map(name => ({ name })) as never;
  expect(findSweptParameters(WORLDS, parameters).map(({ name }) => name)).toEqual(['resharing']);
});

it('the middle of an even number is the first of the two, as the observed median has it', () => {
  expect(getMiddleItem([1, 2, 3, 4])).toBe(computeWorldBand([1, 2, 3, 4])?.median);
  expect(getMiddleItem([1, 2, 3])).toBe(2);
  expect(getMiddleItem([])).toBeUndefined();
});
