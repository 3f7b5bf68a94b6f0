import { afterEach, expect, it } from 'vitest';
import type { Setup } from '../../src/engine/config.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/usual.ts';
import { type Job, jobsOf, type Plan } from '../../src/engine/worlds/plan.ts';
import type { World } from '../../src/engine/worlds/world.ts';
import { WorldPool } from '../../src/workers/worldPool.ts';

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
  jobs: Iterable<Job> = jobsOf(plan),
  worlds: World[] = [],
): Promise<readonly World[]> {
  return new Promise((resolve, reject) => {
    const ended = () => resolve(worlds);
    pool.play(plan, [...jobs], { played: some => worlds.push(...some), ended, failed: reject });
  });
}
const told = (worlds: readonly World[]) =>
  [...worlds].sort((a, b) => a.world - b.world).map(({ world, hash }) => `${world} ${hash}`);

it('tells what it has played before it was asked, and plays the rest, each once and as any other pool does', async () => {
  const ahead = poolOf(2);
  await played(ahead, planOf(4));
  expect(ahead.isOf(planOf(9))).toBe(true);
  expect([ahead.isOf(planOf(9, 5)), ahead.isOf(planOf(9, 4, { seed: 8 }))]).toEqual([false, false]);
  const worlds = await played(ahead, planOf(9));
  expect(told(worlds)).toEqual(told(await played(poolOf(1), planOf(9))));
});

it('tells only what is asked, also of what was under way then', async () => {
  const pool = poolOf(2);
  const early: World[] = [];
  void played(pool, planOf(30), jobsOf(planOf(30)), early);
  const worlds = await played(pool, planOf(2));
  expect(worlds.map(({ world }) => world).sort()).toEqual([1, 2]);
  expect(early.length).toBeLessThan(30);
});

it('fails where its worlds cannot be played', async () => {
  await expect(played(poolOf(1), planOf(1, 4, { network: 'nowhere' }))).rejects.toThrow('nowhere');
});
