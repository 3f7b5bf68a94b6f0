import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderPlayer, createRowPlayer } from '../../../../src/cli/commands/worlds/order.ts';
import { WorldTables } from '../../../../src/cli/commands/worlds/worldTables.ts';
import { createRun } from '../../../../src/engine/models/openRun.ts';
import { generatePlanJobs, type Plan } from '../../../../src/engine/worlds/worldPlan.ts';
import { loadedOf } from '../../../engine/everyModel.ts';
import { cli, running } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-world-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ROOT = new URL('../../../../public/', import.meta.url).href;

/** A hundred worlds of a small run, with rows. */
async function playHundred() {
  const loaded = await loadedOf('social', { network: 'small-world', agents: 10 }, 3);
  const { setup } = loaded;
  const plan: Plan = {
    ...{ arms: [{ label: '', values: {}, setup }], worlds: 100, rounds: 2 },
    ...{ from: null, subject: null, files: null },
  };
  const jobs = [...generatePlanJobs(plan)];
  const player = createRowPlayer({ plan, files: {}, isLarge: false, root: ROOT, hasTables: true });
  const worlds = [];
  for (const job of jobs) worlds.push(await player.play(job));
  return { plan, jobs, worlds, run: createRun(loaded) };
}

const readRounds = (name: string) => {
  const [file] = readdirSync(join(folder, name)).filter(one => one.endsWith('-rounds.csv'));
  return readFileSync(join(folder, name, file), 'utf8');
};

describe('rows of worlds', () => {
  it('are written in the order of the jobs if the first ones come last, and threads wait for them', async () => {
    const { plan, jobs, worlds, run } = await playHundred();
    const texts = [];
    for (const name of ['forwards', 'backwards']) {
      const tables = await WorldTables.open({ folder: join(folder, name), form: 'csv' }, plan, jobs, run);
      const over: number[] = [];
      const parts = [0, 20, 40, 60, 80];
      const order = name === 'forwards' ? parts : parts.toReversed();
      const adding = order.map(from => tables.add(worlds.slice(from, from + 20)).then(() => over.push(from)));
      await Promise.all(adding);
      // The first two parts may wait without their threads.
      if (name === 'backwards') expect(over.slice(0, 2)).toEqual([80, 60]);
      await tables.write();
      texts.push(readRounds(name));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(csvParse(texts[0]).map(({ world, round }) => `${world} ${round}`)).toEqual(
      jobs.flatMap(({ world }) => [`${world} 1`, `${world} 2`]),
    );
  });

  it('are absent if the order does not ask for them', async () => {
    const { plan, worlds } = await playHundred();
    const plain = await createOrderPlayer({ plan, files: {}, isLarge: false, root: ROOT }).play({
      arm: 0,
      world: 1,
    });
    const { tables, ...world } = worlds[0];
    expect(plain).toEqual(world);
    expect(tables?.map(({ name }) => name)).toEqual(['people', 'rounds', 'cascades']);
  });
});

describe('an interruption', () => {
  beforeAll(async () => {
    expect((await cli('--version')).code).toBe(0);
  }, 60_000);

  it('leaves no table behind', async () => {
    const to = join(folder, 'interrupted');
    const small = ['--network', 'small-world', '--agents', '40', '--rounds', '12', '--worlds', '20000'];
    const child = running(...cli.command('worlds', ...small, '--cores', '2', '--tables', to));
    const writtenBytes = () => {
      try {
        const parts = readdirSync(to).filter(name => name.includes('-rounds.csv'));
        return parts.reduce((sum, name) => sum + statSync(join(to, name)).size, 0);
      } catch {
        return 0;
      }
    };
    await expect.poll(writtenBytes, { timeout: 30_000 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    const { code, stderr } = await child.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('of 20000 worlds; no tables are written')]);
    expect(readdirSync(to)).toEqual([]);
  }, 60_000);
});
