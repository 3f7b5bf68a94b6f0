import { expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Plan } from '../../../src/engine/worlds/worldPlan.ts';
import { playFirstWorldBy } from '../../../src/ui/worlds/playFirstWorldBy.ts';
import type { RunInfo } from '../../../src/workers/protocol/api.ts';

const ARM = { label: '', values: {}, setup: DEFAULT_SETUP };
const planOf = (worlds: number, arms = 1, rounds = 100): Plan => ({
  arms: Array.from({ length: arms }, () => ARM),
  ...{ worlds, rounds, from: null, subject: null, files: null },
});
const infoOf = (agents: number) => ({ config: { agents, warmUp: 60 } }) as Pick<RunInfo, 'config'>;
const worldAt = (arm: number, world: number) => ({ arm, world }) as World;

/** An engine whose playing ends when it is told to. */
function engineWith() {
  const ways: { resolve?: () => void; reject?: (error: Error) => void } = {};
  const playing = new Promise<void>((resolve, reject) => Object.assign(ways, { resolve, reject }));
  const engine = {
    playFirst: vi.fn(() => playing),
    stopFirst: vi.fn(async () => undefined),
  };
  return { engine, ways };
}
const jobsFor = (plan: Plan, agents: number, baseArm = 0, played: readonly World[] = []) =>
  playFirstWorldBy(engineWith().engine, { plan, baseArm, played }, infoOf(agents))?.jobs ?? null;

it('the engine plays the first three worlds of the run, fewer on request', () => {
  const worldsOf = (arm: number, ...worlds: readonly number[]) => worlds.map(world => ({ arm, world }));
  expect(jobsFor(planOf(200), 475)).toEqual(worldsOf(0, 1, 2, 3));
  expect(jobsFor(planOf(2), 475)).toEqual(worldsOf(0, 1, 2));
  expect(jobsFor(planOf(200, 2), 475, 1)).toEqual(worldsOf(1, 1, 2, 3));
});

it('the engine plays no world that would hold the open run up, where three exist, of a sweep past the run, or without a connection', () => {
  expect(jobsFor(planOf(200), 7624)).toBeNull();
  expect(jobsFor(planOf(200, 1, 10), 2001)).toBeNull();
  expect(jobsFor(planOf(200, 1, 5000), 475)).toBeNull();
  const played = [1, 2, 3].map(world => worldAt(0, world));
  expect(jobsFor(planOf(200), 475, 0, played)).toBeNull();
  expect(jobsFor(planOf(200), 475, 0, played.slice(1))).toEqual([{ arm: 0, world: 1 }]);
  expect(jobsFor(planOf(2), 475, 0, played.slice(0, 2))).toBeNull();
  expect(jobsFor(planOf(20, 5), 475, -1)).toBeNull();
  expect(playFirstWorldBy(null, { plan: planOf(200), baseArm: 0, played: [] }, infoOf(475))).toBeNull();
});

it.each(['ends', 'fails'])('playing is stopped unless it has ended: it %s', async way => {
  const { engine, ways } = engineWith();
  const first = playFirstWorldBy(engine, { plan: planOf(200), baseArm: 0, played: [] }, infoOf(475));
  const over = vi.fn();
  const stop = first?.play(() => undefined, over);
  expect(over).not.toHaveBeenCalled();
  stop?.();
  expect(engine.stopFirst).toHaveBeenCalledTimes(1);
  if (way === 'ends') ways.resolve?.();
  else ways.reject?.(new Error('no run is open'));
  await vi.waitFor(() => expect(over).toHaveBeenCalledTimes(1));
  stop?.();
  expect(engine.stopFirst).toHaveBeenCalledTimes(1);
});
