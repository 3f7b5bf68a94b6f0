import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPoets } from '../fixtures/poet/withPoets.ts';
import { type Outcome, ROOT } from './command.ts';

const bundle = join(ROOT, 'dist-cli', `poets-${process.pid}`);
const folder = mkdtempSync(join(tmpdir(), 'statescope-poets-'));
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.cli.config.ts'),
    logLevel: 'silent',
    plugins: [withPoets()],
    build: { outDir: bundle },
  });
}, 60_000);
afterAll(() => {
  for (const made of [bundle, folder]) rmSync(made, { recursive: true, force: true });
});

const cli = (...args: string[]): Promise<Outcome> =>
  new Promise(resolve => {
    execFile(process.execPath, [join(bundle, 'main.js'), ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
const lastLine = ({ stdout }: Outcome) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

describe('a fifth model, registered by a line, on the command line', () => {
  it('is named in the help with its presets, inputs, parameters and comparison', async () => {
    const { stdout } = await cli('run', '--model', 'poet', '--help');
    const { stdout: compare } = await cli('compare', '--help');
    const { stdout: all } = await cli('run', '--help');
    expect(all).toMatch(/poet +--theme/);
    expect(compare.replace(/\s+/g, ' ')).toContain('poet: lines written in stanzas of two, and of eight');
    for (const words of ['plain (default), prolific', '--theme <file>', 'poets (3)', 'stanza'])
      expect(stdout.replace(/\s+/g, ' ')).toContain(words);
  });

  it('plays to its end, and sums up its outcomes', async () => {
    const played = await cli('run', '--model', 'poet', '--out', path('run.json'));
    expect([played.code, played.stderr]).toEqual([0, '']);
    const summary = lastLine(played);
    expect(summary).toMatchObject({
      model: 'poet',
      agents: 3,
      rounds: 10,
      outcomes: { lines: 15, silent_share: 1 },
    });
    const document = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    expect(document.outcomes).toEqual(summary.outcomes);
    expect(document.poems[0].lines).toHaveLength(5);
  });

  it('replays from its document to the same hash', async () => {
    await cli('run', '--model', 'poet', '--out', path('run.json'));
    const replayed = lastLine(await cli('run', '--oracle', 'replay', '--answers', path('run.json')));
    expect(replayed.replay).toMatchObject({ same: true });
  });

  it('continues from a checkpoint to the same hash as an uninterrupted run', async () => {
    const whole = lastLine(await cli('run', '--model', 'poet', '--preset', 'prolific'));
    await cli('run', '--model', 'poet', '--preset', 'prolific', '--rounds', '7', '--checkpoint', path('7'));
    expect(lastLine(await cli('run', '--resume', path('7'))).hash).toBe(whole.hash);
  });

  it('takes a parameter and an input of the user’s, and reports mistakes in them', async () => {
    writeFileSync(path('theme.txt'), 'violets\n');
    const own = ['run', '--model', 'poet', '--set', 'stanza=2', '--theme', path('theme.txt')];
    await cli(...own, '--out', path('own.json'));
    const { poems, config } = JSON.parse(readFileSync(path('own.json'), 'utf8'));
    expect(poems[0].lines).toEqual([
      expect.stringMatching(/^violets /),
      expect.stringMatching(/^violets /),
      'the end',
    ]);
    expect(config.theme).toMatchObject({ name: 'theme.txt', count: 1 });
    expect((await cli('run', '--model', 'poet', '--set', 'stanza=0')).stderr).toContain('stanza must be');
    const missing = await cli('run', '--oracle', 'replay', '--answers', path('own.json'));
    expect(missing.stderr).toContain('give it with --theme');
  });

  it('is compared', async () => {
    const { stdout } = await cli('compare', '--model', 'poet');
    expect(stdout.split('\n')[0].trim()).toMatch(/^stanza +lines$/);
    expect(lastLine({ code: 0, stdout, stderr: '' })).toEqual({
      rows: [
        { stanza: 2, lines: 9 },
        { stanza: 8, lines: 27 },
      ],
    });
  });
});
