import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../../src/engine/models/social/reports/socialRecord.ts';
import type { Answer, Question } from '../../../src/engine/oracle/oracle.ts';
import type { Limits, RemoteSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { buildModelRecord } from '../../../src/oracles/recording/buildModelRecord.ts';
import { readRecording } from '../../../src/oracles/recording/recording.ts';
import { ResumedOracle } from '../../../src/oracles/recording/resumedOracle.ts';
import { EngineSession } from '../../../src/workers/engine/engineSession.ts';
import type { SavedRun } from '../../../src/workers/protocol/api.ts';
import { documentText, open, playTo, Scripted } from '../../engine/play.ts';
import { type Faulty, startFaulty } from '../../faulty/server.ts';

const BUSY: Partial<Setup> = {
  network: 'small-world',
  agents: 60,
  parameters: { activity: 20, posting: 20, attention: 0 },
};
const utf8 = new TextEncoder();

/** Every kind of answer, with all that a server tells about it. */
function mixed(q: Question): Answer {
  const evidence = {
    model: 'm',
    promptVersion: 2,
    form: 'letter',
    raw: 'A',
    mass: 0.123456789,
    milliseconds: 12.3456789,
    tokensIn: 211,
    tokensOut: 3,
    tries: 2,
  } as const;
  const options = q.kind === 'choice' ? q.options.length : 0;
  const probabilities = [1 / 3, 1 / 3, 1 / 6, 1 / 6].slice(0, options);
  switch ((q.agent + q.tick) % 6) {
    case 0:
      return { kind: 'late', evidence };
    case 1:
      return { kind: 'unusable', reason: 'no JSON', said: true, evidence };
    case 2:
      return { kind: 'chosen', option: 2, source: 'openai', text: `as ${q.agent} says`, evidence };
    case 3:
      return { kind: 'chosen', option: 1, source: 'budget' };
    case 4:
      return { kind: 'weighed', probabilities, source: 'cache', evidence: { ...evidence, tokensIn: 0 } };
    default:
      return { kind: 'weighed', probabilities, source: 'openai', evidence };
  }
}

describe('a resumed run', () => {
  it('has the same document as before, to the byte, whatever was answered', async () => {
    const run = await playTo(await open(BUSY), 12, new Scripted(mixed));
    const text = documentText(run);
    const again = await open(BUSY);
    await playTo(again, 12, new ResumedOracle(await readRecording('run.json', utf8.encode(text))));
    expect(again.hash).toBe(run.hash);
    expect(documentText(again)).toBe(text);
    const { decisions, measurements } = socialDocumentSchema.parse(JSON.parse(text));
    expect(new Set(decisions.filter(({ tick }) => tick > 0).map(({ source }) => source))).toEqual(
      new Set(['late', 'fallback', 'openai', 'budget', 'cache']),
    );
    expect(measurements.length).toBeGreaterThan(10);
  });

  it('records again who decided until when', async () => {
    const record = (model: string) =>
      buildModelRecord({ ...createRemoteDefaults('openai'), model }, [], 'letter', null, []);
    const run = await open(BUSY);
    await playTo(run, 4, run.policy);
    run.handOver();
    await playTo(run, 7, new Scripted(mixed, record('one')));
    run.handOver();
    await playTo(run, 9, new Scripted(mixed, record('other')));
    const text = documentText(run);
    expect(JSON.parse(text).config.earlier_oracles).toMatchObject([
      { until: 4, oracle: { kind: 'policy' } },
      { until: 7, oracle: { model: 'one' } },
    ]);
    const again = await open(BUSY);
    const oracle = new ResumedOracle(await readRecording('run.json', utf8.encode(text)));
    while (again.tick < 9) {
      const before = oracle.record;
      oracle.tick = again.tick + 1;
      if (oracle.record !== before) again.handOver();
      await again.step(oracle, new AbortController().signal);
    }
    expect(documentText(again)).toBe(text);
  });
});

const servers: Faulty[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const newSession = () =>
  new EngineSession({
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    changed: () => {},
  });

/** A session that has asked a server about three rounds, with its limits changed after the second. */
async function asked() {
  const server = await startFaulty({ fault: 'none', seed: 1 });
  servers.push(server);
  const oracle: RemoteSetup = {
    ...createRemoteDefaults('openai'),
    urls: [server.url],
    model: 'faulty',
    form: 'letter',
  };
  const setup: Setup = { ...DEFAULT_SETUP, ...BUSY, oracle };
  const session = newSession();
  await session.open(setup, {}, null);
  await session.step();
  await session.step();
  const limits: Limits = { ...oracle.limits, callsPerRun: 4000 };
  await session.setLimits(limits);
  await session.step();
  return { session, setup: { ...setup, oracle: { ...oracle, limits } } };
}

async function textOf(session: EngineSession): Promise<string> {
  const { parts } = await session.exportDocument(() => {});
  return Buffer.concat(parts).toString();
}

async function saved(session: EngineSession): Promise<SavedRun> {
  const document = { name: 'saved.json', bytes: utf8.encode(await textOf(session)) };
  return { document, spent: (await session.oracleReport())!.spent };
}

const read = (text: string): SocialDocument => socialDocumentSchema.parse(JSON.parse(text));

describe('a session', () => {
  it('continues with its own model after the rounds of a document', async () => {
    const { session, setup } = await asked();
    const before = await textOf(session);
    const { calls } = (await session.oracleReport())!.spent;
    const next = newSession();
    await next.resume(setup, {}, await saved(session), null);
    expect(await textOf(next)).toBe(before);

    await next.step();
    await session.step();
    const document = read(await textOf(next));
    const whole = read(await textOf(session));
    expect(document.config.rounds).toBe(4);
    const last = document.decisions.filter(({ tick }) => tick === 4);
    expect(last.length).toBeGreaterThan(0);
    expect(new Set(last.map(({ source }) => source))).toEqual(new Set(['openai']));
    expect(document.decisions.slice(0, -last.length)).toEqual(whole.decisions.slice(0, -last.length));
    // Limits and spending from before still count.
    expect(document.config.oracle).toEqual(whole.config.oracle);
    expect(document.config.oracle).toMatchObject({
      limits: { calls_per_run: 5000 },
      limit_changes: [{ tick: 3, calls_per_run: 4000 }],
    });
    expect((await next.oracleReport())!.spent.calls).toBe(calls + last.length);
  });

  it('keeps its run when a document belongs to another one', async () => {
    const { session, setup } = await asked();
    const hash = read(await textOf(session)).hash;
    const { document, spent } = await saved(session);
    const other = new TextDecoder().decode(document.bytes).replace(hash, 'ab'.repeat(32));
    const run: SavedRun = { document: { name: 'saved.json', bytes: utf8.encode(other) }, spent };
    await expect(session.resume(setup, {}, run, null)).rejects.toThrow('became another one');
    await expect(session.resume({ ...setup, seed: 9 }, {}, run, null)).rejects.toThrow(
      'it belongs to another run',
    );
    expect(read(await textOf(session)).hash).toBe(hash);
  });
});
