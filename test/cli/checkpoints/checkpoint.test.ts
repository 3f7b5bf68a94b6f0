import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Run } from '../../../src/engine/run/run.ts';
import { inProcess, type Outcome } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-checkpoint-'));
const path = (name: string) => join(folder, name);
const text = (name: string) => readFileSync(path(name), 'utf8');
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => inProcess('run', ...args);
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout);
};

const edges = path('edges.txt');
const others = path('others.txt');
writeFileSync(edges, Array.from({ length: 30 }, (_, i) => `a${i} a${(i * 7 + 1) % 30}`).join('\n'));
writeFileSync(others, Array.from({ length: 30 }, (_, i) => `a${i} a${(i * 7 + 2) % 30}`).join('\n'));

describe('a social run that is saved and resumed', () => {
  const setup = ['--network', 'small-world', '--agents', '60', '--seed', '4'];
  const lively = ['--set', 'activity=10', '--set', 'posting=10', '--set', 'liking=3@12'];

  it.each([0, 1, 9, 20])('after round %i ends with the bytes of an uninterrupted run', async rounds => {
    const whole = summaryOf(await run(...setup, ...lively, '--rounds', '20', '--out', path('whole.json')));
    const half = path('half.json');
    summaryOf(await run(...setup, ...lively, '--rounds', String(rounds), '--checkpoint', half));
    const resumed = await run('--resume', half, '--rounds', '20', '--out', path('resumed.json'));
    expect(summaryOf(resumed)).toEqual(whole);
    expect(text('resumed.json') === text('whole.json')).toBe(true);
  });

  it('accepts its own edge list again, and refuses any other', async () => {
    const own = path('own.json');
    const { hash } = summaryOf(await run('--network', edges, '--rounds', '9'));
    summaryOf(await run('--network', edges, '--rounds', '4', '--checkpoint', own));
    const go = ['--resume', own, '--rounds', '9'];
    expect(summaryOf(await run(...go, '--network', edges)).hash).toBe(hash);
    for (const [args, words] of [
      [[], 'was saved with your own network; give it with --network'],
      [['--network', others], 'the network of the checkpoint (fingerprint '],
    ] as const) {
      const { code, stderr } = await run(...go, ...args);
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
  });

  it.each([1, 3])(
    'reports an error in step %i without blaming the file, which was saved that way',
    async failing => {
      const saved = path('saved.json');
      summaryOf(await run(...setup, '--rounds', '2', '--checkpoint', saved));
      const { step } = Run.prototype;
      let steps = 0;
      const spy = vi.spyOn(Run.prototype, 'step').mockImplementation(function (this: Run, ...given) {
        steps += 1;
        if (steps === failing) throw new TypeError('no such thing');
        return step.apply(this, given);
      });
      const { code, stderr } = await run('--resume', saved, '--rounds', '9').finally(() => spy.mockRestore());
      expect([code, stderr]).toEqual([1, expect.stringContaining('no such thing')]);
    },
  );
});
