import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, expectLine, inProcess, type Outcome, running } from '../cli/command.ts';
import { type Faulty, startFaulty } from '../faulty/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-asked-worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const textOf = (name: string) => readFileSync(path(name), 'utf8');
const reportOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
};

let server: Faulty;
let asks: readonly string[];
beforeEach(async () => {
  server = await startFaulty({ fault: 'none', seed: 1 });
  asks = ['--oracle', 'openai', '--oracle-url', server.url, '--oracle-model', 'faulty'];
});
afterEach(() => server.close());

const SMALL = ['--network', 'small-world', '--agents', '60', '--rounds', '10', '--set', 'warm_up=20'];
const worlds = (...args: string[]) => inProcess('worlds', ...SMALL, ...asks, ...args);

describe('worlds, with a language model', () => {
  it('are runs that the model decides, each with the hash of its seed, after a report of their cost', async () => {
    const outcome = await worlds('--worlds', '3', '--csv', path('three.csv'));
    expect(reportOf(outcome)).toMatchObject({ worlds: 3, of: 3 });
    const [, calls] =
      /^3 worlds ask about (\d+) times, \d+ tokens, 0.00 hours at [\d.]+ answers a second\n/.exec(
        outcome.stderr,
      ) ?? [];
    expect(Number(calls)).toBeGreaterThan(10);
    const rows = csvParse(textOf('three.csv'));
    const run = reportOf(await inProcess('run', ...SMALL, ...asks, '--seed', rows[1].seed));
    expect([run.hash, run.oracle.kind]).toEqual([rows[1].hash, 'openai']);
    const policy = reportOf(await inProcess('run', ...SMALL, '--seed', rows[1].seed));
    expect(policy.hash).not.toBe(run.hash);
  });

  it('ask nothing twice: not in the other arm, nor for the contents of a table', async () => {
    reportOf(await worlds('--worlds', '2', '--csv', path('one.csv')));
    const { requests } = server;
    reportOf(await worlds('--worlds', '2', '--change', '4:resharing:0.8', '--csv', path('pair.csv')));
    expect(server.requests).toBe(2 * requests);
    const report = reportOf(
      await worlds('--worlds', '2', '--change', '4:resharing:0.8', '--csv', path('pair.csv')),
    );
    expect(report.worlds).toBe(4);
    expect(server.requests).toBe(2 * requests);
    for (const row of Object.values<{ mean: number | null }>(report.difference_to_first[0].outcomes))
      expect(row.mean ?? 0).toBe(0);
  });

  it('are compared with the policy in the same worlds', async () => {
    const report = reportOf(
      await worlds('--worlds', '3', '--change', 'oracle=policy', '--csv', path('two.csv')),
    );
    expect(report.arms.map(({ label }: { label: string }) => label)).toEqual(['', 'oracle=policy']);
    const { requests } = server;
    reportOf(await worlds('--worlds', '3', '--csv', path('model.csv')));
    expect(server.requests).toBe(2 * requests);
    reportOf(
      await inProcess('worlds', ...SMALL, '--worlds', '3', '--cores', '1', '--csv', path('policy.csv')),
    );
    const hashes = (name: string) => csvParse(textOf(name)).map(({ seed, hash }) => [seed, hash]);
    expect(hashes('two.csv')).toEqual([...hashes('model.csv'), ...hashes('policy.csv')]);
    expectLine(
      await inProcess('worlds', ...SMALL, '--change', 'oracle=policy'),
      '--change oracle=policy is for --oracle ollama or openai',
    );
  });

  it('share one budget, end where it is spent, and continue with more to the same bytes', async () => {
    reportOf(await worlds('--worlds', '4', '--csv', path('whole.csv')));
    const needed = server.requests;
    const half = ['--calls', String(Math.floor(needed * 0.6))];
    const spent = await worlds('--worlds', '4', ...half, '--csv', path('spent.csv'));
    expect([spent.code, spent.stderr]).toEqual([
      1,
      expect.stringContaining('statescope: the budget is spent, '),
    ]);
    const kept = csvParse(textOf('spent.csv')).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(4);
    const before = server.requests;
    expect(reportOf(await worlds('--worlds', '4', '--csv', path('spent.csv'))).worlds).toBe(4);
    expect(server.requests - before).toBeLessThan(needed);
    expect(textOf('spent.csv') === textOf('whole.csv')).toBe(true);
  });

  it('that are interrupted keep the complete ones', async () => {
    const many = ['worlds', ...SMALL, ...asks, '--worlds', '3000', '--yes', '--csv', path('many.csv')];
    const child = running(...cli.command(...many, '--calls', '0', '--tokens', '0'));
    while (server.requests < 100) await wait(20);
    child.kill('SIGINT');
    const { code, stderr } = await child.ended;
    const [, played] =
      /interrupted after (\d+) of 3000 worlds; the same command continues\n$/.exec(stderr) ?? [];
    expect([code, csvParse(textOf('many.csv')).length]).toEqual([130, Number(played)]);
    expect(Number(played)).toBeGreaterThan(0);
    rmSync(path('many.csv'));
  }, 60_000);

  it('are drawn separately where a temperature is above 0, and alike in both arms of one world', async () => {
    const drawn = ['--form', 'json', '--temperature', '0.7', '--worlds', '2'];
    const report = reportOf(await worlds(...drawn, '--change', '4:resharing:0.8'));
    for (const row of Object.values<{ mean: number | null }>(report.difference_to_first[0].outcomes))
      expect(row.mean ?? 0).toBe(0);
    const both = server.requests;
    reportOf(await worlds(...drawn));
    expect(server.requests).toBe(2 * both);
  });

  it('in large numbers require a confirmation, before anything but the first questions is asked', async () => {
    expectLine(
      await worlds('--worlds', '2000', '--csv', path('many.csv')),
      'the budget of 5000 calls and 1000000 tokens may end before; --yes plays them',
    );
    expect(server.requests).toBeLessThanOrEqual(8);
    expect(existsSync(path('many.csv'))).toBe(false);
    const { stdout } = await worlds('--worlds', '2000', '--estimate');
    expect(JSON.parse(stdout)).toMatchObject({ worlds: 2000, calls: expect.any(Number) });
    expect(server.requests).toBeLessThanOrEqual(8);
  });

  it('are refused without a server, and leave no table', async () => {
    await server.close();
    const { code, stderr } = await worlds('--worlds', '2', '--csv', path('none.csv'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^statescope: [^\n]+\n$/)]);
    expect(existsSync(path('none.csv'))).toBe(false);
  });

  it.each([
    [['--from', '3'], 'the run of a language model does not'],
    [['--post', 'post_001'], 'the run of a language model does not'],
    [['--queue', 'redis://host'], '--queue is for the built-in policy'],
    [['--cores', '2'], '--cores is for the built-in policy'],
  ])('are refused with %o', async (args, words) => {
    expectLine(await worlds('--worlds', '2', ...args), words);
  });

  it('are not replays, and need no confirmation with the policy', async () => {
    expectLine(
      await inProcess('worlds', '--oracle', 'replay', '--answers', 'a.json'),
      'a replay repeats one run',
    );
    expectLine(
      await inProcess('worlds', ...SMALL, '--yes'),
      '--yes is for worlds that a language model decides',
    );
  });
});
