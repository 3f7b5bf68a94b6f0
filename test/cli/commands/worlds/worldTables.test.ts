import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderPlayer, createRowPlayer } from '../../../../src/cli/commands/worlds/order.ts';
import { WorldTables } from '../../../../src/cli/commands/worlds/worldTables.ts';
import type { TablesOrder } from '../../../../src/cli/files/tables/tablesOrder.ts';
import { createRun } from '../../../../src/engine/models/openRun.ts';
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
      const tables = await WorldTables.open(to, { plan, jobs }, run);
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

  it('are kept as soon as their worlds are finished, in any order, with which the same command goes on', async () => {
    const { plan, jobs, worlds, run } = await playHundred();
    const to: TablesOrder = { folder: join(folder, 'kept'), form: 'csv' };
    const tables = await WorldTables.open(to, { plan, jobs }, run);
    // The first ones are not among them, so no row could be written.
    await tables.add(worlds.slice(20, 40));
    const adding = tables.add(worlds.slice(60, 70));
    expect(await tables.discard()).toBe(30);
    await adding;
    expect(readdirSync(to.folder)).toEqual([expect.stringMatching(/-worlds\.part$/)]);
    const next = await WorldTables.open(to, { plan, jobs }, run);
    const kept = [...worlds.slice(20, 40), ...worlds.slice(60, 70)];
    expect(next.restored).toEqual(kept.map(({ tables: _, ...world }) => world));
    await next.add([...worlds.slice(0, 20), ...worlds.slice(40, 60), ...worlds.slice(70)]);
    await next.write();
    expect(readRounds('kept')).toBe(readRounds('forwards'));
    expect(readdirSync(to.folder).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  it('go on from the last whole line of a journal that was cut off, and not from one that holds something else', async () => {
    const { plan, jobs, worlds, run } = await playHundred();
    const to: TablesOrder = { folder: join(folder, 'cut'), form: 'csv' };
    const tables = await WorldTables.open(to, { plan, jobs }, run);
    await tables.add(worlds.slice(0, 5));
    await tables.discard();
    const [name] = readdirSync(to.folder);
    const path = join(to.folder, name, 'worlds.ndjson');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, -40));
    const cut = await WorldTables.open(to, { plan, jobs }, run);
    expect(cut.restored.map(({ world }) => world)).toEqual([1, 2, 3, 4]);
    await cut.add(worlds.slice(4));
    await cut.write();
    expect(readRounds('cut')).toBe(readRounds('forwards'));
    mkdirSync(join(to.folder, name));
    writeFileSync(path, `${text}{"arm":0}\n`);
    await expect(WorldTables.open(to, { plan, jobs }, run)).rejects.toThrow(
      `line 6 of ${path} holds no world: remove ${join(to.folder, name)} to play all again`,
    );
    expect(readFileSync(path, 'utf8')).toContain(text);
    writeFileSync(path, text.replace('"name":"posts"', '"name":"other"'));
    await expect(WorldTables.open(to, { plan, jobs }, run)).rejects.toThrow('has no rows of table posts');
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

  /** Starts worlds, and sends a signal once rows of theirs are written. */
  async function playUntilSignal(signal: NodeJS.Signals, to: string, ...args: string[]) {
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
    child.kill(signal);
    return child.ended;
  }

  /** @returns the number of worlds whose rows are kept */
  async function interrupt(to: string, ...args: string[]): Promise<number> {
    const { code, stderr } = await playUntilSignal('SIGINT', to, ...args);
    const said = /interrupted after (\d+) of 20000 worlds; the rows of (\d+) are kept/.exec(stderr);
    const [done, kept] = (said ?? []).slice(1).map(Number);
    expect(code).toBe(130);
    expect(kept).toBe(done);
    return kept;
  }

  /** Plays worlds with tables. @returns the summary, and the bytes of the files that are there then */
  async function play(to: string, ...args: string[]) {
    const given = ['worlds', ...SMALL, '--cores', '1', '--tables', to, ...args];
    const { code, stdout } = await inProcess(...given);
    expect(code).toBe(0);
    const names = readdirSync(to).filter(name => !name.startsWith('.'));
    const whole = names.filter(name => !name.endsWith('.part'));
    const files = whole.map(name => [name, readFileSync(join(to, name), 'latin1')] as const);
    return { same: [JSON.parse(stdout), files], kept: names.length - whole.length };
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
      expect(few).toEqual({ ...(await play(`${to}-2`, '--worlds', '2', ...asked)), kept: 1 });
      const worlds = ['--worlds', String(kept + 3)];
      const all = await play(to, ...worlds, ...asked);
      expect(all.kept).toBe(0);
      expect(all.same).toEqual((await play(`${to}-all`, ...worlds, ...asked)).same);
    },
    120_000,
  );

  it('takes over the rows that are kept', async () => {
    const to = join(folder, 'changed');
    await interrupt(to);
    const [name] = readdirSync(to).filter(one => one.endsWith('-worlds.part'));
    const path = join(to, name, 'worlds.ndjson');
    // In all worlds: whichever thread is ahead, the first lines need not be of the first worlds.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('agent_001', 'agent_changed'));
    await play(to, '--worlds', '3');
    const [people] = readdirSync(to).filter(one => one.endsWith('-people.csv'));
    expect(readFileSync(join(to, people), 'utf8')).toContain('agent_changed');
  }, 60_000);

  it('by which the command is killed leaves the finished worlds as well, with which the same command goes on', async () => {
    const to = join(folder, 'killed');
    await playUntilSignal('SIGKILL', to);
    const [name] = readdirSync(to).filter(one => one.endsWith('-worlds.part'));
    const lines = readFileSync(join(to, name, 'worlds.ndjson'), 'utf8').split('\n').length - 1;
    expect(lines).toBeGreaterThan(3);
    const worlds = ['--worlds', String(lines + 3)];
    const all = await play(to, ...worlds);
    expect(all.same).toEqual((await play(`${to}-all`, ...worlds)).same);
  }, 60_000);

  it('is none for a second command in the same folder, which is refused while the first one plays', async () => {
    const to = join(folder, 'twice');
    const given = ['worlds', ...SMALL, '--worlds', '20000', '--cores', '1', '--tables', to];
    const child = running(...cli.command(...given));
    await expect
      .poll(() => existsSync(to) && readdirSync(to).some(one => one.endsWith('-worlds.part')), {
        timeout: 60_000,
      })
      .toBe(true);
    expectLine(await inProcess(...given), 'is being written by process');
    child.kill('SIGKILL');
    await child.ended;
  }, 60_000);
});
