import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../../src/cli/commands/playWholeRun.ts';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import { cli, inProcess, type Outcome, running } from '../cli/command.ts';
import { startFaulty } from '../faulty/server.ts';
import { sample } from '../runs.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

const CANARY = 'canary-key-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'statescope-oracle-'));
const path = (name: string) => join(folder, name);
const documentOf = (file: string): SocialDocument =>
  socialDocumentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const summaryOf = ({ stdout }: Outcome) => JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;

/** A busy society of fifty, decided by the model at `url`. */
const played = (kind: string, url: string, ...more: string[]) => [
  ...['run', '--oracle', kind, '--oracle-url', url, '--oracle-model', LLAMA_MODEL],
  ...['--rounds', '20', '--agents', '50', '--network', 'small-world', '--seed', '4'],
  ...['--set', 'activity=20', '--set', 'posting=20', '--set', 'attention=0.1', ...more],
];
const repeated = (file: string, ...more: string[]) => [
  ...['run', '--oracle', 'replay', '--answers', file],
  ...more,
];
/** Checks that stderr has this one line alone. */
const expectLine = (outcome: Outcome, code: number, line: RegExp) => {
  expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(line) });
  expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
};

let llama: Llama;
let keyed: Llama;
beforeAll(installLlama, 80_000);
beforeAll(async () => {
  const [version, ...servers] = await Promise.all([
    // The first call bundles the command.
    cli('--version'),
    startLlama({ slots: 2 }),
    startLlama({ slots: 2, key: CANARY }),
  ]);
  expect(version.code).toBe(0);
  [llama, keyed] = servers;
}, 60_000);
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await Promise.all([llama.stop(), keyed.stop()]);
  rmSync(folder, { recursive: true });
});

describe('a run by a language model', () => {
  it.each(sample(['ollama'], ['openai']))(
    'of %s is replayed to the same hash by its document alone',
    async kind => {
      const out = path(`${kind}.json`);
      const outcome = await cli(...played(kind, llama.url, '--out', out));
      expect([outcome.code, outcome.stderr]).toEqual([0, '']);
      const summary = summaryOf(outcome);
      expect(summary.oracle).toMatchObject({
        kind,
        model: LLAMA_MODEL,
        form: 'letter',
        retries: 0,
      });
      expect(summary.oracle!.calls).toBeGreaterThan(50);
      const document = documentOf(out);
      expect(document).toMatchObject({ hash: summary.hash, config: { rounds: 20, oracle: { kind } } });
      const own = document.decisions.filter(({ tick }) => tick > 0);
      // Now and then a model with random weights has no letter among its likeliest tokens.
      expect(own.filter(({ source }) => source === kind).length / own.length).toBeGreaterThan(0.9);
      expect(own.filter(({ source }) => source !== kind && source !== 'fallback')).toEqual([]);

      const { requests } = await llama.health();
      const again = await inProcess(...repeated(out));
      expect([again.code, again.stderr]).toEqual([0, '']);
      expect(summaryOf(again)).toMatchObject({
        hash: summary.hash,
        rounds: 20,
        agents: 50,
        replay: { of: summary.hash, same: true },
      });
      expect((await llama.health()).requests).toBe(requests);
    },
  );

  it('that is interrupted leaves a whole document of the rounds that were played', async () => {
    const out = path('interrupted.json');
    const endless = played('ollama', llama.url, '--rounds', '5000', '--out', out);
    const { requests } = await llama.health();
    const command = running(...cli.command(...endless));
    await vi.waitUntil(async () => (await llama.health()).requests > requests + 20, { timeout: 20_000 });
    command.kill('SIGINT');
    const outcome = await command.ended;
    expect(outcome.code).toBe(130);
    const { rounds, hash, stopped } = summaryOf(outcome);
    expect(rounds).toBeGreaterThan(0);
    expect(outcome.stderr).toBe(
      `\ninterrupted: ends after what is under way; once more ends at once\n${out}: the run up to round ${rounds}\nstatescope: interrupted after round ${rounds}\n`,
    );
    expect(stopped).toBe(`interrupted after round ${rounds}`);
    expect(documentOf(out)).toMatchObject({ hash, config: { rounds } });
    expect((await llama.health()).busy).toBe(0);
    const again = await inProcess(...repeated(out));
    expect(summaryOf(again)).toMatchObject({ hash, rounds, replay: { same: true } });
  });

  it('in which nothing listens ends with one line, and leaves a document that was there as it was', async () => {
    const { url } = await startFaulty({ fault: 'refused', seed: 1 });
    const out = path('kept.json');
    writeFileSync(out, 'what was there');
    const before = readdirSync(folder);
    const outcome = await cli(...played('ollama', url, '--out', out));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^statescope: Nothing answers at http:\/\/127\.0\.0\.1:\d+\. Start it with .+\n$/,
    );
    expect(readFileSync(out, 'utf8')).toBe('what was there');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('with a model that the server lacks ends with a line that lists the available ones', async () => {
    const outcome = await inProcess(...played('openai', llama.url), '--oracle-model', 'missing');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^statescope: .+The model is not there\. Choose one that it has: tiny\.\n$/,
    );
  });

  it('ends after the round in which its server died, and the document replays', async () => {
    const dying = await startLlama({ slots: 2 });
    const out = path('died.json');
    const command = running(...cli.command(...played('openai', dying.url, '--rounds', '5000', '--out', out)));
    await vi.waitUntil(async () => (await dying.health()).requests > 20, { timeout: 20_000 });
    await dying.stop();
    const outcome = await command.ended;
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /: the run up to round \d+\n\d+ of \d+ answers are not the model's own: .+\nstatescope: after round \d+: 5 questions in a row failed at .+\n$/,
    );
    const { hash, config } = documentOf(out);
    const again = await inProcess(...repeated(out));
    expect(summaryOf(again)).toMatchObject({ hash, rounds: config.rounds, replay: { same: true } });
  });
});

describe('STATESCOPE_API_KEY', () => {
  it.each(['ollama', 'openai'])('opens the server of %s and is in no output', async kind => {
    vi.stubEnv('STATESCOPE_API_KEY', CANARY);
    const out = path(`key-${kind}.json`);
    const outcome = await cli(...played(kind, keyed.url, '--rounds', '4', '--out', out));
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    expect(summaryOf(outcome).oracle!.calls).toBeGreaterThan(0);
    expect(outcome.stdout + readFileSync(out, 'utf8')).not.toContain(CANARY);
  });

  it('that is wrong or missing is requested, and not shown', async () => {
    vi.stubEnv('STATESCOPE_API_KEY', '');
    const missing = await cli(...played('openai', keyed.url));
    vi.stubEnv('STATESCOPE_API_KEY', `${CANARY}-wrong`);
    const wrong = await cli(...played('openai', keyed.url));
    for (const { code, stdout, stderr } of [missing, wrong]) {
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(stderr).toMatch(/It needs a key, or a different one\. /);
      expect(stdout + stderr).not.toContain(CANARY);
    }
  });
});

describe('--answers', () => {
  it('that lack an answer end the replay with one line that names it', async () => {
    const out = path('whole.json');
    expect((await cli(...played('openai', llama.url, '--rounds', '5', '--out', out))).code).toBe(0);
    const document = documentOf(out);
    const row = document.decisions.findIndex(({ tick }) => tick === 4);
    const lost = document.decisions[row];
    const decisions = document.decisions.filter((_, i) => i !== row);
    writeFileSync(path('lacking.json'), JSON.stringify({ ...document, decisions }));
    const outcome = await inProcess(...repeated(path('lacking.json')));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toBe(
      `statescope: round 4: the recording has no answer for ${lost.agent_id}; it belongs to another run\n`,
    );
    expect(summaryOf(outcome)).toMatchObject({ rounds: 3, replay: { same: false } });
  });

  it.each([
    ['run', '--oracle', 'policy', '--calls', '5'],
    ['run', '--calls', '5'],
    ['run', '--oracle', 'ollama'],
    ['run', '--oracle', 'replay'],
    ['run', '--answers', 'any.json'],
  ])('or other options that do not belong together are bad usage: %s %s %s %s %s', async (...args) => {
    expectLine(await inProcess(...args.filter(arg => arg !== undefined)), 2, /^statescope: .+\n$/);
  });
});
