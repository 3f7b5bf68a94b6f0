import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { governedDocumentSchema } from '../../src/engine/models/governed/reports/governedRecord.ts';
import { inProcess, type Outcome } from '../cli/command.ts';
import { openMissions, playOut } from '../engine/models/governed/mission.ts';
import { type Faulty, startFaulty } from '../faulty/server.ts';
import { askedOf } from './missions.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-asked-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const documentOf = (name: string) =>
  governedDocumentSchema.parse(JSON.parse(readFileSync(path(name), 'utf8')));
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};

let server: Faulty;
let asks: readonly string[];
beforeEach(async () => {
  server = await startFaulty({ fault: 'none', seed: 1 });
  asks = ['--oracle', 'openai', '--oracle-url', server.url, '--oracle-model', 'faulty'];
});
afterEach(() => server.close());
const run = (...args: string[]) => inProcess('run', '--model', 'governed', ...asks, ...args);

describe('the command, with a language model', () => {
  it('plays missions to their end, and replays their document with the server gone', async () => {
    const summary = summaryOf(await run('--out', path('asked.json')));
    const asked = askedOf(documentOf('asked.json'));
    expect(summary).toMatchObject({
      agents: 24,
      decisions: asked.length,
      distribution: { finishing: 24 },
      oracle: { kind: 'openai', model: 'faulty', form: 'completion', retries: 0, not_own: [] },
    });
    expect(summary.oracle.calls + summary.oracle.cache_hits).toBe(asked.length);
    expect(summary.oracle.calls).toBe(server.requests);
    await server.close();
    const again = await inProcess('run', '--oracle', 'replay', '--answers', path('asked.json'));
    expect(summaryOf(again)).toMatchObject({ hash: summary.hash, replay: { same: true } });
  });

  it('continues a saved run that the model has played, to the hash of the whole one', async () => {
    const whole = summaryOf(await run('--out', path('whole.json')));
    const first = summaryOf(await run('--rounds', '3', '--checkpoint', path('saved.json')));
    expect(first.rounds).toBe(3);
    const args = ['--resume', path('saved.json'), ...asks, '--out', path('resumed.json')];
    expect(summaryOf(await inProcess('run', ...args)).hash).toBe(whole.hash);
    const { decisions, config } = documentOf('resumed.json');
    expect(config.earlier_oracles).toBeUndefined();
    const bare = ({ source: _, ...decision }: (typeof decisions)[number]) => decision;
    expect(decisions.map(bare)).toEqual(documentOf('whole.json').decisions.map(bare));
  });

  it('continues with the policy where a model began, and the document records who decided until when', async () => {
    await run('--rounds', '2', '--checkpoint', path('saved.json'));
    const { requests } = server;
    summaryOf(await inProcess('run', '--resume', path('saved.json'), '--out', path('mixed.json')));
    expect(server.requests).toBe(requests);
    const { config, decisions } = documentOf('mixed.json');
    expect(config.oracle).toEqual({ kind: 'policy' });
    expect(config.earlier_oracles).toMatchObject([{ until: 2, oracle: { kind: 'openai' } }]);
    expect(new Set(decisions.filter(({ tick }) => tick > 2).map(({ source }) => source))).toEqual(
      new Set(['policy', 'chart']),
    );
  });

  it('reports on stderr which answers are not the model’s own', async () => {
    const { code, stdout, stderr } = await run('--calls', '5');
    const { decisions, oracle } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    const count = oracle.not_own[0].count;
    expect([code, oracle.calls, count]).toEqual([0, 5, decisions - oracle.calls - oracle.cache_hits]);
    expect(stderr).toBe(
      `${count} of ${decisions} answers are not the model's own: ${count} by the policy (calls in this run spent)\n`,
    );
  });

  it('shows what missions would ask, and asks nothing', async () => {
    const estimate = summaryOf(await run('--estimate'));
    const alone = await playOut(await openMissions());
    const { decisionCount } = alone.state;
    expect(estimate).toMatchObject({ rounds: alone.rounds, questions: decisionCount, calls: decisionCount });
    expect(server.requests).toBe(0);
  });

  it('compares by the model’s own answers, each run asking for its own, up to the limit of steps', async () => {
    const { code, stdout } = await inProcess('compare', '--model', 'governed', '--agents', '6', ...asks);
    expect(code).toBe(0);
    const { limit, limits } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    const last = limits.at(-1);
    expect([limit, last.limit]).toEqual([24, 24]);
    expect(server.requests).toBe(last.without.steps + last.with.steps);
  });

  it('compares nothing where a server fails', async () => {
    const failing = await startFaulty({ fault: 'html', seed: 1 });
    const args = ['compare', '--model', 'governed', '--oracle', 'ollama', '--oracle-model', 'faulty'];
    const { code, stdout, stderr } = await inProcess(...args, '--oracle-url', failing.url);
    await failing.close();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^statescope: \d+ (questions|answers) in a row .+ at http:\/\/127[^\n]+\n$/);
  });
});
