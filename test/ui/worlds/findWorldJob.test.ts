import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { createWorldSetup, type Plan } from '../../../src/engine/worlds/worldPlan.ts';
import { findWorldJob } from '../../../src/ui/worlds/findWorldJob.ts';

const planOf = (from: number | null): Plan => ({
  arms: [{ label: '', values: {}, setup: DEFAULT_SETUP }],
  ...{ worlds: 9, rounds: 30, from, subject: null, files: null },
});

const worldsOf = (plan: Plan) => ({
  plan,
  base: DEFAULT_SETUP,
  played: [1, 2, 3].map(
    (world): World => ({
      ...{ arm: 0, world, rounds: 30, hash: '', outcomes: [], growing: [], course: null, trace: null },
      seed: createWorldSetup(plan, { arm: 0, world }).seed,
    }),
  ),
});

/** The same set-up as storage gives it back, its keys in another order. */
const turned = (setup: Setup): Setup => Object.fromEntries(Object.entries(setup).reverse()) as never;

it.each([null, 12])('an opened run is recognised as one of the worlds, new draws from %s', from => {
  const worlds = worldsOf(planOf(from));
  const setupOf = (world: number) => turned(createWorldSetup(worlds.plan, { arm: 0, world }));
  expect([0, 1, 2, 3].map(world => findWorldJob(worlds, setupOf(world), {})?.world)).toEqual([
    undefined,
    1,
    2,
    3,
  ]);
  expect(findWorldJob(worlds, setupOf(0), {})).toBeNull();
});

it('an unplayed world, another set-up and other files are not recognised as worlds', () => {
  const worlds = worldsOf(planOf(null));
  expect(findWorldJob(worlds, createWorldSetup(worlds.plan, { arm: 0, world: 4 }), {})).toBeUndefined();
  expect(findWorldJob(worlds, { ...DEFAULT_SETUP, agents: 7 }, {})).toBeUndefined();
  const own = { network: [{ name: 'own.csv', bytes: new Uint8Array(3) }] };
  expect(findWorldJob(worlds, DEFAULT_SETUP, own)).toBeUndefined();
});

it('the origin of a branch does not matter for its world', () => {
  const worlds = worldsOf(planOf(null));
  const branchOf = { hash: 'ab', tick: 3, change: '', label: '' } as never;
  expect(findWorldJob(worlds, { ...DEFAULT_SETUP, branchOf }, {})).toBeNull();
});
