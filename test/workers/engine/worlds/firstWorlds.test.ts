import * as Comlink from 'comlink';
import { expect, it } from 'vitest';
import { MAX_ROUNDS } from '../../../../src/engine/core/indices.ts';
import type { Files } from '../../../../src/engine/files/namedFile.ts';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import type { World } from '../../../../src/engine/worlds/worldCourse.ts';
import { computeFilesDigest, generatePlanJobs, type Plan } from '../../../../src/engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../../src/engine/worlds/worldPlayer.ts';
import { Page } from '../../page.ts';

const SETUP: Setup = { ...DEFAULT_SETUP, network: 'small-world', agents: 60, seed: 3 };
const planOf = (setup: Setup, more: Partial<Plan> = {}): Plan => ({
  arms: [{ label: '', values: {}, setup }],
  ...{ worlds: 3, rounds: 12, from: null, subject: null, files: null, ...more },
});

async function opened(setup: Setup, files: Files = {}) {
  const page = new Page();
  await page.api.open(setup, files, null);
  const told: World[] = [];
  const tell = Comlink.proxy((world: World) => void told.push(world));
  return { page, told, first: (plan: Plan) => page.api.playFirst(plan, [...generatePlanJobs(plan)], tell) };
}

/** The same worlds, played alone. */
async function alone(plan: Plan, files: Files = {}): Promise<readonly World[]> {
  const bundled = () => Promise.reject(new Error('nothing comes with Statescope'));
  const player = new WorldPlayer(plan, { files, bundled }, { hasCourse: true });
  const worlds: World[] = [];
  for (const job of generatePlanJobs(plan)) worlds.push(await player.play(job));
  return worlds;
}

it('worlds next to a playing run are those that are played alone, and the run is the one without them', async () => {
  const { page, told, first } = await opened(SETUP);
  const plans = [planOf(SETUP), planOf(SETUP, { from: 7 })];
  const playing = page.api.play(0);
  for (const plan of plans) await first(plan);
  await page.api.pause();
  await playing;
  expect(told).toEqual((await Promise.all(plans.map(plan => alone(plan)))).flat());
  const { to, hash } = page.last;
  const other = new Page();
  await other.api.open(SETUP, {}, null);
  await other.api.runTo(to);
  expect(await other.hashAt(to)).toBe(hash);
});

it('no world is shown for a run with other files', async () => {
  const filesOf = (edges: string): Files => ({
    network: [{ name: 'edges.txt', bytes: new TextEncoder().encode(edges) }],
  });
  const files = filesOf('a b\nb c\nc a\na d\n');
  const setup: Setup = { ...SETUP, network: 'file', agents: null };
  const { told, first } = await opened(setup, files);
  await first(planOf(setup, { files: computeFilesDigest(filesOf('a b\nb c\n')) }));
  expect(told).toEqual([]);
  const plan = planOf(setup, { files: computeFilesDigest(files) });
  await first(plan);
  expect(told).toEqual(await alone(plan, files));
});

it('worlds end when they are stopped, when others are requested, and when they take too long', async () => {
  const { page, told, first } = await opened(SETUP);
  const endless = planOf(SETUP, { rounds: MAX_ROUNDS });
  const reasonOf = (playing: Promise<void>) =>
    playing.then(
      () => 'played',
      (error: Error) => error.message,
    );
  const stopped = reasonOf(first(endless));
  await page.api.stopFirst();
  expect(await stopped).toMatch(/abort/);
  const replaced = reasonOf(first(endless));
  await first(planOf(SETUP));
  expect(await replaced).toMatch(/abort/);
  expect(await reasonOf(first(endless))).toBe('these worlds take too long while a run is open');
  expect(told.map(({ world, rounds }) => [world, rounds])).toEqual([1, 2, 3].map(world => [world, 12]));
});

it('worlds are refused without an open run', async () => {
  const page = new Page();
  const plan = planOf(SETUP);
  await expect(
    page.api.playFirst(
      plan,
      [...generatePlanJobs(plan)],
      Comlink.proxy(() => {}),
    ),
  ).rejects.toThrow('no run is open');
});
