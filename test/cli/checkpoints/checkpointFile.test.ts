import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CheckpointFile,
  parseCheckpointRhythm,
  type Rhythm,
} from '../../../src/cli/checkpoints/checkpointFile.ts';
import { OutFile } from '../../../src/cli/files/outFile.ts';
import { open, playTo } from '../../engine/play.ts';
import { inProcess } from '../command.ts';

const parent = mkdtempSync(join(tmpdir(), 'statescope-rhythm-'));
let folder = parent;
const path = (name: string) => join(folder, name);
const roundIn = (name: string): number => JSON.parse(readFileSync(path(name), 'utf8')).body.run.tick;
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'case-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Plays a small run round by round. @returns the round that the file holds after each */
async function rounds(rhythm: Rhythm | null, last: number, minutesARound = 0) {
  const run = await open({ network: 'small-world', agents: 12 });
  await playTo(run, 0);
  const said: string[] = [];
  const now = () => run.rounds * minutesARound * 60_000;
  const say = (line: string) => said.push(line);
  const file = await CheckpointFile.open({ path: path('c'), run, rhythm, say, now });
  const held: (number | null)[] = [];
  for (let round = 1; round <= last; round++) {
    await playTo(run, round);
    await file.sealed();
    held.push(existsSync(path('c')) ? roundIn('c') : null);
  }
  return { file, held, said };
}

describe('a checkpoint', () => {
  it('is written every given number of rounds, and at the end', async () => {
    const { file, held } = await rounds({ rounds: 2 }, 5);
    expect(held).toEqual([null, 2, 2, 4, 4]);
    await file.write();
    expect([roundIn('c'), readdirSync(folder)]).toEqual([5, ['c']]);
  });

  it('is written every given number of minutes, or only at the end', async () => {
    expect((await rounds({ minutes: 5 }, 5, 2)).held).toEqual([null, null, 3, 3, 3]);
    rmSync(path('c'));
    const { file, held } = await rounds(null, 3, 99);
    expect(held).toEqual([null, null, null]);
    await file.discard();
  });

  it('that cannot be written is reported once, and the run continues', async () => {
    const run = await open({ network: 'small-world', agents: 12 });
    const said: string[] = [];
    const parts = { path: path('c'), run, rhythm: { rounds: 1 }, now: () => 0 };
    const unlucky = await CheckpointFile.open({ ...parts, say: line => said.push(line) });
    await playTo(run, 1);
    rmSync(folder, { recursive: true });
    for (const round of [1, 2, 3]) {
      await playTo(run, round);
      await unlucky.sealed();
    }
    expect(said).toEqual([
      expect.stringMatching(
        /^the checkpoint .*c could not be written after round 1: .*; the run continues\n$/,
      ),
    ]);
    await expect(unlucky.write()).rejects.toThrow('its folder does not exist');
  });

  it('of a run too long for one text is refused in a line, and leaves nothing behind', async () => {
    const run = await open({ network: 'small-world', agents: 12 });
    await playTo(run, 1);
    const parts = { path: path('c'), run, rhythm: null, say: () => {}, now: () => 0 };
    const file = await CheckpointFile.open(parts);
    // The first is longer than what is read, the second longer than a text can be.
    const saved = run.save();
    const letters = 'a'.repeat(2 ** 27);
    for (const count of [3.8, 4]) {
      const model = [letters, letters, letters, letters.slice(0, (count - 3) * letters.length)];
      vi.spyOn(run, 'save').mockReturnValue({ ...saved, model });
      await expect(file.write()).rejects.toThrow(
        'a checkpoint of 12 agents after round 1 takes more than 500.0 MB, which could not be read again',
      );
    }
    await file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('accepts rounds or minutes as its interval', () => {
    expect([parseCheckpointRhythm('20'), parseCheckpointRhythm('5m')]).toEqual([
      { rounds: 20 },
      { minutes: 5 },
    ]);
    for (const bad of ['0', '5s', '', '-1', '1e9'])
      expect(() => parseCheckpointRhythm(bad)).toThrow(
        '--checkpoint-every must be rounds, such as 20, or minutes',
      );
  });

  it.skipIf(!existsSync('/dev/full'))('survives when --out meets a full disk', async () => {
    const setup = ['--network', 'small-world', '--agents', '20', '--rounds', '3'];
    const { code, stderr } = await inProcess(
      'run',
      ...setup,
      '--checkpoint',
      path('c'),
      '--out',
      '/dev/full',
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('no space')]);
    expect([roundIn('c'), readdirSync(folder)]).toEqual([3, ['c']]);
  });
});

describe('a file that appears whole', () => {
  it('is flushed to disk before it takes its place, and its folder after that', async () => {
    const synced: (readonly string[])[] = [];
    const probe = await openFile(folder);
    const spy = vi.spyOn(Object.getPrototypeOf(probe), 'sync').mockImplementation(async () => {
      synced.push(readdirSync(folder).map(name => name.replace(/\.x\..+\./, '.x.N.')));
    });
    await probe.close();
    await (await OutFile.open(path('x'))).write(['text']);
    spy.mockRestore();
    expect(synced).toEqual([['.x.N.part'], ['x']]);
  });
});
