import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG, LONG_TIMEOUT } from '../../runs.ts';
import { expectLine, inProcess, type Outcome } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-lines-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const MODELS: readonly (readonly [model: string, ...setup: string[]])[] = [
  ['social', '--network', 'small-world', '--agents', '20', '--set', 'activity=20'],
  ['social', '--network', 'small-world', '--agents', '20', '--set', 'moods=true'],
  ['governed', '--agents', '3'],
  ['librarian', '--agents', '3'],
  ['workflow', '--agents', '3'],
  ['chart', '--network', 'random', '--agents', '20', '--preset', 'society'],
];
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout);
};

describe('a run document in both forms', () => {
  it.each(MODELS)(
    'is written, verified and replayed to one hash: %s %s %s %s %s',
    async (model, ...setup) => {
      const play = ['run', '--model', model, ...setup, '--rounds', '8', '--out'];
      const hashes: string[] = [];
      for (const name of ['run.json', 'run.ndjson']) {
        const { hash } = summaryOf(await inProcess(...play, path(name)));
        const verdict = summaryOf(await inProcess('verify', path(name)));
        expect(verdict).toMatchObject({ verdict: 'verified', hash });
        for (const again of ['again.json', 'again.ndjson']) {
          const replay = ['run', '--oracle', 'replay', '--answers', path(name), '--out', path(again)];
          const summary = summaryOf(await inProcess(...replay));
          expect(summary).toMatchObject({ hash, replay: { of: hash, same: true } });
        }
        hashes.push(hash);
      }
      expect(new Set(hashes).size).toBe(1);
      const [header] = readFileSync(path('run.ndjson'), 'utf8').split('\n');
      expect(JSON.parse(header)).toMatchObject({ format: 'statescope-run-lines', hash: hashes[0] });
    },
  );

  it('lists an agent’s history, and what differs in another document', async () => {
    const play = (seed: string, name: string) =>
      inProcess(
        'run',
        '--network',
        'small-world',
        '--agents',
        '20',
        '--rounds',
        '9',
        '--seed',
        seed,
        '--out',
        path(name),
      );
    const told: unknown[] = [];
    for (const end of ['json', 'ndjson']) {
      for (const seed of ['1', '2']) summaryOf(await play(seed, `${seed}.${end}`));
      const history = await inProcess('history', path(`1.${end}`), '--agent', '7');
      const compared = await inProcess('compare', path(`1.${end}`), path(`2.${end}`));
      told.push([history, compared]);
      expect([history.code, compared.code]).toEqual([0, 0]);
    }
    expect(told[1]).toEqual(told[0]);
  });

  it('row by row is refused by its line where it was cut off or changed', async () => {
    summaryOf(await inProcess('run', '--model', 'governed', '--rounds', '5', '--out', path('whole.ndjson')));
    const lines = readFileSync(path('whole.ndjson'), 'utf8').split('\n');
    writeFileSync(path('cut.ndjson'), lines.slice(0, 20).join('\n'));
    expectLine(await inProcess('verify', path('cut.ndjson')), 'cut.ndjson is cut off after line 20');
    const at = lines.findIndex(line => line.includes('"ticks_in_state"'));
    const forged = lines.with(at, lines[at].replace(/"ticks_in_state":\d+/, '"ticks_in_state":77'));
    writeFileSync(path('forged.ndjson'), forged.join('\n'));
    const { code, stdout } = await inProcess('verify', path('forged.ndjson'));
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ verdict: 'differs', where: 'agents[0].ticks_in_state', said: '77' }),
    ]);
    expectLine(await inProcess('verify', path('none.ndjson')), 'there is no such file');
  });
});

/** Takes minutes, and a gigabyte of disk. */
describe.skipIf(!IS_LONG)('a document that is longer than a text can be', () => {
  it(
    'is written row by row, verified, and replayed to its hash',
    async () => {
      const [out, again] = [path('large.ndjson'), path('again.ndjson')];
      const play = ['run', '--model', 'librarian', '--agents', '10000', '--large', '--rounds', '24'];
      const { code, stdout, stderr } = await inProcess(...play, '--out', out);
      expect(code).toBe(0);
      expect(stderr).toMatch(/large\.ndjson will take about [\d.]+ MB \(estimated\)/);
      const { hash } = JSON.parse(stdout);
      expect(statSync(out).size).toBeGreaterThan(2 ** 29);
      const verdict = summaryOf(await inProcess('verify', out, '--large'));
      expect(verdict).toMatchObject({ verdict: 'verified', hash });
      const replay = ['run', '--large', '--oracle', 'replay', '--answers', out, '--out', again];
      expect(JSON.parse((await inProcess(...replay)).stdout)).toMatchObject({ hash, replay: { same: true } });
      expect(statSync(again).size).toBeGreaterThan(2 ** 29);
    },
    LONG_TIMEOUT,
  );
});

it.each([
  ['compare', folder, folder],
  ['events', folder],
  ['stats', folder],
  ['chart', folder],
])('a folder in place of a file is one line for %s', async (...args) => {
  const { code, stderr } = await inProcess(...args);
  expect([code, stderr]).toEqual([2, `statescope: cannot read ${folder}: it is a folder\n`]);
});
