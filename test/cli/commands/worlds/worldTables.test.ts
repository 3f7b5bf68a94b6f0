import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderPlayer, createRowPlayer } from '../../../../src/cli/commands/worlds/order.ts';
import { WorldTables } from '../../../../src/cli/commands/worlds/worldTables.ts';
import type { TablesOrder } from '../../../../src/cli/files/tables/tablesOrder.ts';
import { createRun } from '../../../../src/engine/models/openRun.ts';
import { SOCIAL } from '../../../../src/engine/models/social/socialSpec.ts';
import { listWorldOutcomes } from '../../../../src/engine/worlds/worldCourse.ts';
import { generatePlanJobs, type Plan } from '../../../../src/engine/worlds/worldPlan.ts';
import { loadedOf } from '../../../engine/everyModel.ts';
import { cli, expectLine, inProcess, running } from '../../command.ts';

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
  const player = createRowPlayer({ plan, files: {}, isLarge: false, root: ROOT, tables: {} });
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
      const to: TablesOrder = { folder: join(folder, name), form: 'csv' };
      const tables = await WorldTables.open(to, { plan, jobs, definitions: [] }, run);
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

  it('are kept once those that were begun are written, however early a command ends', async () => {
    const { plan, jobs, worlds, run } = await playHundred();
    const to: TablesOrder = { folder: join(folder, 'kept'), form: 'csv' };
    const asked = { plan, jobs, definitions: listWorldOutcomes({ ...SOCIAL, outcomes: run.outcomes }, plan) };
    const tables = await WorldTables.open(to, asked, run);
    const adding = tables.add(worlds.slice(0, 20));
    expect(await tables.keep(worlds.slice(0, 20))).toBe(20);
    await adding;
    await tables.discard();
    const next = await WorldTables.open(to, asked, run);
    expect(next.kept.worlds.map(({ world }) => world)).toEqual(jobs.slice(0, 20).map(({ world }) => world));
    await next.add(worlds.slice(20));
    await next.write();
    expect(readRounds('kept')).toBe(readRounds('forwards'));
  });

  it('are absent if the order does not ask for them', async () => {
    const { plan, worlds } = await playHundred();
    const plain = await createOrderPlayer({ plan, files: {}, isLarge: false, root: ROOT }).play({
      arm: 0,
      world: 1,
    });
    const { tables, ...world } = worlds[0];
    expect(plain).toEqual(world);
    expect(tables?.map(({ name }) => name)).toEqual(['people', 'rounds', 'cascades', 'parents', 'posts']);
  });
});

describe('an interruption', () => {
  beforeAll(async () => {
    expect((await cli('--version')).code).toBe(0);
  }, 60_000);

  const SMALL = ['--network', 'small-world', '--agents', '300', '--rounds', '3', '--set', 'warm_up=2'];

  /** Interrupts worlds once rows of theirs are written. @returns the number of worlds whose rows are kept */
  async function interrupt(to: string, ...args: string[]): Promise<number> {
    const given = ['worlds', ...SMALL, '--worlds', '20000', '--cores', '2', '--tables', to, ...args];
    const child = running(...cli.command(...given));
    const writtenBytes = () => {
      try {
        const parts = readdirSync(to).filter(name => name.includes('-people.'));
        return parts.reduce((sum, name) => sum + statSync(join(to, name)).size, 0);
      } catch {
        return 0;
      }
    };
    await expect.poll(writtenBytes, { timeout: 60_000 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    const { code, stderr } = await child.ended;
    const said = /interrupted after (\d+) of 20000 worlds; the rows of (\d+) are kept/.exec(stderr);
    const [done, kept] = (said ?? []).slice(1).map(Number);
    expect(code).toBe(1);
    expect(kept).toBeLessThanOrEqual(done);
    return kept;
  }

  /** Plays worlds with tables. @returns the summary, and the bytes of the files that are there then */
  async function play(to: string, ...args: string[]) {
    const given = ['worlds', ...SMALL, '--cores', '1', '--tables', to, ...args];
    const { code, stdout } = await inProcess(...given);
    expect(code).toBe(0);
    const files = readdirSync(to).map(name => [name, readFileSync(join(to, name), 'latin1')] as const);
    const isWhole = ([name]: readonly [string, string]) => !name.endsWith('.part');
    const kept = files.filter(file => !isWhole(file)).length;
    return { same: [JSON.parse(stdout), files.filter(isWhole)], kept };
  }

  it.each(['csv', 'parquet'])(
    'keeps the rows so far, with which the same command goes on to the same tables and summary: %s',
    async form => {
      const to = join(folder, `interrupted-${form}`);
      const asked = ['--tables-form', form];
      const kept = await interrupt(to, ...asked);
      expect(kept).toBeGreaterThan(3);
      // What is not asked for stays.
      const few = await play(to, '--worlds', '2', ...asked);
      expect(few).toEqual({ ...(await play(`${to}-2`, '--worlds', '2', ...asked)), kept: 6 });
      const worlds = ['--worlds', String(kept + 3)];
      const all = await play(to, ...worlds, ...asked);
      expect(all.kept).toBe(0);
      expect(all.same).toEqual((await play(`${to}-all`, ...worlds, ...asked)).same);
    },
    120_000,
  );

  it('takes over the rows that are kept, and refuses those that lack a world', async () => {
    const to = join(folder, 'changed');
    await interrupt(to);
    const given = ['worlds', ...SMALL, '--worlds', '3', '--cores', '1', '--tables', to];
    const change = (table: string, into: (text: string) => string) => {
      const [name] = readdirSync(to).filter(one => one.endsWith(`-${table}.csv.part`));
      writeFileSync(join(to, name), into(readFileSync(join(to, name), 'utf8')));
      return join(to, name.replace('.part', ''));
    };
    const people = change('people', text => text.replace('agent_001', 'agent_changed'));
    expect((await inProcess(...given)).code).toBe(0);
    expect(readFileSync(people, 'utf8')).toContain('agent_changed');
    change('rounds', text => `${text.split('\n').slice(0, 4).join('\n')}\n`);
    expectLine(await inProcess(...given), 'has rows of 1 of 3 worlds: remove it');
  }, 60_000);
});
