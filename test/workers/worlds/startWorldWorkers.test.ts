import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { generatePlanJobs, type Job, type Plan } from '../../../src/engine/worlds/worldPlan.ts';
import { type First, WorldPool } from '../../../src/workers/worlds/startWorldWorkers.ts';
import { runs } from '../../runs.ts';

const SETUP: Setup = { ...DEFAULT_SETUP, network: 'small-world', agents: 20, parameters: { warm_up: 3 } };
const planOf = (worlds: number, rounds = 4, setup: Partial<Setup> = {}): Plan => ({
  arms: [{ label: '', values: {}, setup: { ...SETUP, ...setup } }],
  ...{ worlds, rounds, from: null, subject: null, files: null },
});
const pools: WorldPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.end();
});
function poolOf(workers: number): WorldPool {
  const pool = new WorldPool(workers, { files: {}, root: `${location.origin}/` });
  pools.push(pool);
  return pool;
}

/** Plays jobs to their end. @param worlds receives them as they are told */
function played(
  pool: WorldPool,
  plan: Plan,
  jobs: Iterable<Job> = generatePlanJobs(plan),
  worlds: World[] = [],
  first: First | null = null,
): Promise<readonly World[]> {
  return new Promise((resolve, reject) => {
    const ended = () => resolve(worlds);
    const heard = { played: (some: readonly World[]) => worlds.push(...some), ended, failed: reject };
    pool.play(plan, [...jobs], heard, first);
  });
}
const told = (worlds: readonly World[]) =>
  [...worlds].sort((a, b) => a.world - b.world).map(({ world, hash }) => `${world} ${hash}`);

it('worlds played before the request are given at once, and the rest is played, each once and as in any other pool', async () => {
  const ahead = poolOf(2);
  await played(ahead, planOf(4));
  expect(ahead.isOf(planOf(9))).toBe(true);
  expect([ahead.isOf(planOf(9, 5)), ahead.isOf(planOf(9, 4, { seed: 8 }))]).toEqual([false, false]);
  const worlds: World[] = [];
  const ended = played(ahead, planOf(9), generatePlanJobs(planOf(9)), worlds);
  expect(worlds.map(({ world }) => world).sort()).toEqual([1, 2, 3, 4]);
  await ended;
  expect(told(worlds)).toEqual(told(await played(poolOf(1), planOf(9))));
});

it('only requested worlds are given, also of those under way then', async () => {
  const pool = poolOf(2);
  const early: World[] = [];
  void played(pool, planOf(30), generatePlanJobs(planOf(30)), early);
  const worlds = await played(pool, planOf(2));
  expect(worlds.map(({ world }) => world).sort()).toEqual([1, 2]);
  expect(early.length).toBeLessThan(30);
});

it('a pool fails where its worlds cannot be played', async () => {
  await expect(played(poolOf(1), planOf(1, 4, { network: 'nowhere' }))).rejects.toThrow('nowhere');
});

/** Somebody who plays some worlds first, told one by one after so many milliseconds each; some it never tells, and it may never end. */
const Firsts = fc.record({
  lent: fc.integer({ min: 1, max: 5 }),
  told: fc.array(fc.record({ place: fc.nat(4), after: fc.constantFrom(0, 20, 150) }), { maxLength: 6 }),
  ends: fc.boolean(),
});

it('each world is given once and the same, whatever another pool has played of the first ones, and when', async () => {
  const plan = planOf(12, 4, { agents: 60 });
  const jobs = [...generatePlanJobs(plan)];
  const alone = await played(poolOf(1), plan);
  const byWorld = new Map(alone.map(world => [world.world, world]));
  const { numRuns } = runs(6);
  await fc.assert(
    fc.asyncProperty(Firsts, fc.integer({ min: 1, max: 3 }), async ({ lent, told: tells, ends }, workers) => {
      let stopped = 0;
      const first: First = {
        jobs: jobs.slice(0, lent),
        play(tell, over) {
          void (async () => {
            for (const { place, after } of tells) {
              await new Promise(resolve => setTimeout(resolve, after));
              const world = byWorld.get((place % lent) + 1);
              if (world !== undefined) tell(world);
            }
            if (ends) over();
          })();
          return () => stopped++;
        },
      };
      const pool = poolOf(workers);
      const worlds = await played(pool, plan, jobs, [], first);
      pool.end();
      expect(stopped).toBeGreaterThan(0);
      const contents = (some: readonly World[]) => [...some].sort((a, b) => a.world - b.world);
      expect(contents(worlds)).toEqual(contents(alone));
    }),
    { numRuns },
  );
}, 60_000);

it('the first worlds are left to their player, and requested once', async () => {
  const plan = planOf(9);
  const alone = await played(poolOf(1), plan);
  const lent = alone.filter(({ world }) => world <= 3);
  const asked: (() => void)[] = [];
  const first: First = {
    jobs: lent,
    play(tell, over) {
      asked.push(() => {
        for (const world of lent) tell(world);
        over();
      });
      return () => undefined;
    },
  };
  const pool = poolOf(2);
  const early: World[] = [];
  const some = played(pool, planOf(6), generatePlanJobs(planOf(6)), early, first);
  // Nothing but the lent ones is left, and nobody has told them: the workers play them after all the others.
  await some;
  expect(early.slice(0, 3).some(({ world }) => world <= 3)).toBe(false);
  asked[0]();
  const worlds = await played(pool, plan, generatePlanJobs(plan), [], first);
  expect(told(worlds)).toEqual(told(alone));
  expect(asked).toHaveLength(1);
});

it('worlds that their player left when it ended are played first', async () => {
  const plan = planOf(9);
  const first: First = {
    jobs: [...generatePlanJobs(plan)].slice(0, 3),
    play(_, over) {
      queueMicrotask(over);
      return () => undefined;
    },
  };
  const worlds = await played(poolOf(1), plan, generatePlanJobs(plan), [], first);
  expect(worlds.map(({ world }) => world)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
