import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { FileFolder } from '../../src/storage/fileFolder.ts';
import { assembleSavedRun, hasStartRecords } from '../../src/storage/savedRun.ts';
import { readSegmentFolder } from '../../src/storage/segmentFolder.ts';
import { IS_LONG } from '../runs.ts';
import { cli, expectLine, inProcess, type Outcome, running } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-keep-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => inProcess('run', ...args);
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout);
};

/** A run of each model, and the rounds that it is played for. */
const MODELS = [
  ['social', 20, ['--network', 'small-world', '--agents', '60', '--seed', '4']],
  ['governed', 12, ['--model', 'governed', '--agents', '8']],
  ['librarian', 8, ['--model', 'librarian', '--agents', '4']],
  ['workflow', 30, ['--model', 'workflow', '--agents', '5']],
  ['chart', 20, ['--model', 'chart', '--agents', '50']],
] as const;

describe('a run saved in a folder', () => {
  it.each(MODELS)(
    'continues after any round to the bytes of an uninterrupted run: %s',
    async (name, rounds, setup) => {
      const whole = summaryOf(await run(...setup, '--rounds', String(rounds), '--out', path('whole.json')));
      const kept = ['--keep', path(name)];
      for (const until of [1, Math.floor(rounds / 2), rounds])
        summaryOf(await run(...setup, ...kept, '--rounds', String(until), '--out', path('kept.json')));
      expect(readFileSync(path('kept.json'), 'utf8') === readFileSync(path('whole.json'), 'utf8')).toBe(true);
      const again = await run(...setup, ...kept, '--rounds', String(rounds));
      expect(again.stderr).toContain(`continues after round ${whole.rounds}`);
      expect(summaryOf(again).hash).toBe(whole.hash);
    },
  );

  it('refuses another run, and reports how it differs', async () => {
    summaryOf(
      await run('--network', 'small-world', '--agents', '40', '--rounds', '2', '--keep', path('mine')),
    );
    const before = readdirSync(path('mine'));
    const other = await run(
      '--network',
      'small-world',
      '--agents',
      '40',
      '--seed',
      '8',
      '--rounds',
      '4',
      '--keep',
      path('mine'),
    );
    expectLine(other, 'mine holds a run with seed ');
    expect(readdirSync(path('mine'))).toEqual(before);
  });

  it('is refused while another process writes to it', async () => {
    mkdirSync(path('taken'));
    writeFileSync(path('taken/lock'), String(process.ppid));
    expectLine(
      await run('--rounds', '1', '--keep', path('taken')),
      `taken is being written by process ${process.ppid}`,
    );
  });

  it('with a damaged segment continues from the last round before the damage', async () => {
    const setup = ['--network', 'small-world', '--agents', '60', '--seed', '4'];
    const kept = ['--keep', path('damaged')];
    for (const until of [3, 6, 9]) summaryOf(await run(...setup, ...kept, '--rounds', String(until)));
    const segment = path('damaged/000001.segment');
    const bytes = readFileSync(segment);
    bytes[20] ^= 1;
    writeFileSync(segment, bytes);
    const again = await run(...setup, ...kept, '--rounds', '9');
    expect(again.stderr).toMatch(/continues after round 3 \(segment 1, byte 0: is not what was written\)/);
    expect(summaryOf(again).hash).toBe(summaryOf(await run(...setup, '--rounds', '9')).hash);
  });

  it('starts again where only the beginning of its first record was written', async () => {
    const setup = ['--network', 'small-world', '--agents', '60', '--seed', '4', '--rounds', '4'];
    const { hash } = summaryOf(await run(...setup, '--keep', path('torn')));
    const bytes = readFileSync(path('torn/000000.segment'));
    for (const length of [0, 10, 200, bytes.indexOf('"begun"')]) {
      writeFileSync(path('torn/000000.segment'), bytes.subarray(0, length));
      for (const name of readdirSync(path('torn')).filter(name => name !== '000000.segment'))
        rmSync(path(`torn/${name}`));
      expect(summaryOf(await run(...setup, '--keep', path('torn'))).hash).toBe(hash);
      expect(summaryOf(await run(...setup, '--keep', path('torn'))).hash).toBe(hash);
    }
  });

  it('is not saved together with --resume or a replay', async () => {
    const replay = await run('--keep', path('x'), '--oracle', 'replay', '--answers', 'a.json');
    expectLine(replay, 'a replay has its document');
    expectLine(await run('--keep', path('x'), '--resume', 'a.json'), 'both restore a run');
  });
});

/** A run of each model that takes seconds on a fast machine, and the milliseconds from its first kept round to its death. */
const KILLED = [
  ['social', 120, ['--network', 'scale-free', '--agents', '3000', '--seed', '5', '--rounds', '4000']],
  ['governed', 20, ['--model', 'governed', '--agents', '12000', '--rounds', '4000']],
  ['librarian', 180, ['--model', 'librarian', '--agents', '300', '--rounds', '160']],
  ['workflow', 300, ['--model', 'workflow', '--agents', '400', '--rounds', '190']],
  [
    'chart',
    240,
    [
      '--model',
      'chart',
      '--preset',
      'society',
      '--network',
      'scale-free',
      '--agents',
      '5000',
      '--rounds',
      '1000',
    ],
  ],
] as const;

describe('a process that is killed', () => {
  it.each(IS_LONG ? KILLED : KILLED.slice(0, 2))(
    'loses no saved round: %s, after %i ms',
    async (model, after, setup) => {
      const kept = ['--keep', path(`killed-${model}`)];
      const first = running(...cli.command('run', ...setup, ...kept));
      const folder = path(`killed-${model}`);
      let seen = 0;
      for (; seen === 0; seen = await roundKeptIn(folder)) await wait(20);
      await wait(after);
      first.kill('SIGKILL');
      expect((await first.ended).code).toBe(-1);
      const round = await roundKeptIn(folder);
      expect(round).toBeGreaterThanOrEqual(seen);
      const onward = [...setup, '--rounds', String(round + 3)];
      const outcome = await run(...onward, ...kept);
      expect(outcome.stderr).toContain(`continues after round ${round}\n`);
      expect(summaryOf(outcome).hash).toBe(summaryOf(await run(...onward)).hash);
    },
    60_000,
  );
});

/** The last round that a folder holds; 0 while there is none. */
async function roundKeptIn(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const { records, damage } = await readSegmentFolder(new FileFolder(folder));
  return hasStartRecords(records) ? (assembleSavedRun(records, damage).ticks.at(-1)?.tick ?? 0) : 0;
}
