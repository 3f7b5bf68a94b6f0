import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { governed } from '../../src/engine/models/governed/governedModel.ts';
import type { PairReport } from '../../src/engine/models/governed/reports/governedDetail.ts';
import { governedQueries } from '../../src/engine/models/governed/reports/governedQueries.ts';
import { governedDocumentSchema } from '../../src/engine/models/governed/reports/governedRecord.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { estimateModelUsage } from '../../src/oracles/client/estimateModelUsage.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { verifyDocumentText } from '../../src/oracles/recording/verifyDocumentText.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import { CORPUS, openMissions, playOut } from '../engine/models/governed/mission.ts';
import { documentText } from '../engine/play.ts';
import { DIALECTS, type Dialect } from '../faulty/ask.ts';
import { type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';
import { completionCases } from './completionCases.ts';
import { askedOf, checkedMissions, openAgain, oracleOf, playThrough, recordingOf } from './missions.ts';
import { expectNoUnhandledRejection } from './unhandled.ts';
import { NO_LIMITS, setupOf } from './world.ts';

const GOALS = ['How is the architecture built?', 'Find the nothing', 'Who executes jobs?', 'Say the licence'];
const STEPS = 6;
/** Seconds, where a fault hangs. */
const DEADLINE = 0.2;

expectNoUnhandledRejection();

const HANGING: readonly FaultName[] = ['hung-headers', 'late', 'slow-drip'];
/** Its answer comes, and says nothing that can be done. */
const SENSELESS: Partial<Record<FaultName, RegExp>> = {
  'outside-the-set': /^"dance" is no action: tool, reason or finish$/,
  // It can be read, and is refused: there is no such phase, and while analyzing no tool.
  'contradictory-state': /^"scrolling" is no phase$|^no tool in ANALYZING$/,
};
const HARMLESS: readonly FaultName[] = [
  'none',
  'response-twice',
  'reversed',
  'storm-503',
  'duplicate-keys',
  'control-characters',
  'obedient',
  'thoughts-with-drafts',
];

const open = (oracle: RemoteSetup, governance = true, goals: readonly string[] = GOALS) =>
  openMissions({ goals, setup: { oracle }, parameters: { governance, step_limit: STEPS } });

describe.concurrent('missions end, and their document is valid, replays and resumes, by a server', () => {
  it.each(
    completionCases('governed').map(
      one => [`with “${one.fault}” at ${one.share} of what ${one.kind} is asked`, one] as const,
    ),
  )('%s', async (_, { fault, kind, share }) => {
    const delay = fault === 'late' ? 2_000 : 10;
    const faulty = await startFaulty({ fault, share, seed: 1, delay, retryAfter: 0 });
    const limits = { ...NO_LIMITS, deadline: HANGING.includes(fault) ? DEADLINE : 60 };
    const setup = setupOf([faulty.url], { kind, form: 'auto', limits });
    const run = await open(setup);
    await playThrough(run, oracleOf(run, setup)).finally(() => faulty.close());
    expect(run.state.isOver).toBe(true);
    const document = await checkedMissions(run, GOALS);
    expect(document.agents.filter(({ steps }) => steps > STEPS)).toEqual([]);
    const asked = askedOf(document);
    const struck = asked.filter(
      ({ kind, refused }) =>
        kind === 'unanswered' || kind === 'unreadable' || SENSELESS[fault]?.test(refused ?? ''),
    );
    if (HARMLESS.includes(fault)) {
      expect(struck).toEqual([]);
      return;
    }
    expect(struck.length).toBeGreaterThan(0);
    if (share === 1) expect(struck.length).toBe(asked.length);
    else expect(struck.length).toBeLessThan(asked.length);
    const source = HANGING.includes(fault) ? 'late' : SENSELESS[fault] ? kind : 'fallback';
    expect(new Set(struck.map(decision => decision.source))).toEqual(new Set([source]));
    for (const { refused } of struck) if (SENSELESS[fault]) expect(refused).toMatch(SENSELESS[fault]);
  });
});

const servers: Faulty[] = [];
async function serverOf(fault: FaultName, kind: Dialect, over: Partial<RemoteSetup> = {}, share = 1) {
  const server = await startFaulty({ fault, share, seed: 1, delay: 10, retryAfter: 0 });
  servers.push(server);
  return { server, setup: setupOf([server.url], { kind, form: 'auto', ...over }) };
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

describe('a governed run', () => {
  it.each(DIALECTS)('against nothing stays at its start and reports why, by %s', async kind => {
    const { setup } = await serverOf('refused', kind);
    const run = await open(setup);
    expect(await playThrough(run, oracleOf(run, setup))).toEqual([
      expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:\d+\. [^\n]+$/),
    ]);
    expect(run.tick).toBe(0);
    await checkedMissions(run, GOALS);
  });

  it.each(DIALECTS)('is recorded as completions with their template, by %s', async kind => {
    const { setup } = await serverOf('none', kind);
    const run = await open(setup);
    await playThrough(run, oracleOf(run, setup));
    const { oracle } = (await checkedMissions(run, GOALS)).config;
    expect(oracle).toMatchObject({ kind, model: 'faulty', form: 'completion', texts: false });
    const { template } = oracle as { template: { system: string; user: string } };
    expect(template.system).toContain('one JSON object');
    expect(template.user).toContain('Advice: {advice}');
  });

  it('continues with its own characters when the budget is spent', async () => {
    const limits = { ...NO_LIMITS, callsPerRun: 5 };
    const { server, setup } = await serverOf('none', 'openai', { limits });
    const run = await open(setup);
    const inner = oracleOf(run, setup);
    const policy = new Map<string, string>();
    const watching: Oracle = {
      name: 'watching',
      ...(inner.record && { record: inner.record }),
      ask(questions, signal) {
        for (const question of questions) {
          const answer = run.state.policy(question);
          if (answer.kind === 'text') policy.set(`${question.agent} ${question.tick}`, answer.text);
        }
        return inner.ask(questions, signal);
      },
    };
    await playThrough(run, watching);
    expect(server.requests).toBe(5);
    const asked = askedOf(await checkedMissions(run, GOALS));
    const own = asked.filter(({ source }) => source === 'openai');
    const spent = asked.filter(({ source }) => source === 'budget');
    expect([own.length, asked.length - own.length]).toEqual([5, spent.length]);
    expect(spent.length).toBeGreaterThan(2);
    for (const { agent_id, tick, answer } of spent)
      expect(answer).toBe(policy.get(`${Number(agent_id.slice(6)) - 1} ${tick}`));
  });

  it('asks again in the next round for late answers, without blame', async () => {
    const limits = { ...NO_LIMITS, deadline: DEADLINE };
    const { setup } = await serverOf('hung-headers', 'ollama', { limits });
    const run = await open(setup, true, GOALS.slice(0, 1));
    await playThrough(run, oracleOf(run, setup));
    const { decisions, agents } = await checkedMissions(run, GOALS.slice(0, 1));
    expect(decisions.map(({ kind, rule, phase }) => `${phase} ${kind} ${rule}`)).toEqual([
      ...Array(STEPS).fill('init unanswered null'),
      'init forced step_limit',
    ]);
    expect(decisions.every(({ failed, advice }) => failed === 0 && advice === null)).toBe(true);
    expect(agents[0]).toMatchObject({ outcome: 'cut_off', steps: STEPS, final: null });
    const { user } = governedQueries.of(run.state, 'stepPrompt', 2, { tick: run.tick, tickSeconds: 3 })!;
    expect(user).toContain('2. no answer came (not accepted: no answer came in time)');
  });

  it('asks once for the prompt that many missions share', async () => {
    const goals = Array.from({ length: 6 }, () => GOALS[0]);
    const { server, setup } = await serverOf('none', 'ollama');
    const first = await open(setup, true, goals);
    const { signal } = new AbortController();
    await first.step(oracleOf(first, setup), signal);
    expect(server.requests).toBe(1);
    const sources = askedOf(await checkedMissions(first, goals)).map(({ source }) => source);
    expect(sources.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'cache'), 'ollama']);

    // Without governance no part of a prompt is an agent's own: all steps are shared.
    const free = await open(setup, false, goals);
    await playThrough(free, oracleOf(free, setup));
    const { agents, measurements, ...document } = await checkedMissions(free, goals);
    const asked = askedOf({ agents, measurements, ...document });
    expect(asked.length).toBe(6 * agents[0].steps);
    expect(server.requests - 1).toBe(agents[0].steps);
    expect(measurements).toHaveLength(agents[0].steps);
  });

  it.each(DIALECTS)('with second chances announces them, replays and resumes, by %s', async kind => {
    const { setup } = await serverOf('outside-the-set', kind);
    const goals = ['The same', 'The same thing'];
    const parameters = { second_chances: 2, same_state: 100 };
    const run = await openMissions({ goals, setup: { oracle: setup }, parameters });
    await playThrough(run, oracleOf(run, setup));
    const { agents, decisions, config } = await checkedMissions(run, goals);
    expect(config.parameters.second_chances).toBe(2);
    expect(agents.map(({ resumed, outcome, rule }) => [resumed, outcome, rule])).toEqual(
      agents.map(() => [2, 'finished_stuck', 'failed_decisions']),
    );
    const warned = decisions.filter(({ advice }) =>
      advice?.text.startsWith('You were found stuck by the rule'),
    );
    expect(warned.map(({ phase, source }) => [phase, source])).toEqual(Array(4).fill(['deciding', kind]));
  });

  it('with second chances is verified, but not after they were changed', async () => {
    const run = await playOut(
      await openMissions({ goals: GOALS, parameters: { second_chances: 1, trouble: 1 } }),
    );
    const document = (await checkedMissions(run, GOALS)) as {
      config: { parameters: Record<string, unknown> };
    };
    const verdictOn = async (text: string) => {
      const recording = await readRecording('run.json', new TextEncoder().encode(text));
      const { signal } = new AbortController();
      return verifyDocumentText(text, recording, await openAgain(recording, GOALS), {
        rest: async () => {},
        signal,
      });
    };
    const text = documentText(run);
    expect((await verdictOn(text)).verdict).toBe('verified');
    for (const second_chances of [0, 2, 3]) {
      const { parameters } = document.config;
      const config = { ...document.config, parameters: { ...parameters, second_chances } };
      const changed = text.replace(JSON.stringify(document.config), JSON.stringify(config));
      expect(changed).not.toBe(text);
      await expect(
        verdictOn(changed).then(
          ({ verdict }) => verdict,
          () => 'refused',
        ),
      ).resolves.not.toBe('verified');
    }
  });

  it('is not replayed on other documents or for other goals', async () => {
    const run = await playOut(await openMissions({ goals: GOALS }));
    const recording = await recordingOf(run);
    const needs = { key: () => null, recording, environment: createSystemEnvironment() };
    const other = await openAgain(recording, ['Find another thing']);
    expect(() => createOracleForRun(other, recording.setup, needs)).toThrow(
      /^the recording was made on goals\.json \(fingerprint [0-9a-f]{8}\), but this is goals\.json \([0-9a-f]{8}\); open the list of missions of the recording together with it$/,
    );
    const { own: _, ...bundled } = recording.setup;
    const elsewhere = await openMissions({ setup: bundled });
    expect(() => createOracleForRun(elsewhere, bundled, needs)).toThrow(
      /^the recording was made on files \(fingerprint [0-9a-f]{8}\), but this is handbook \([0-9a-f]{8}\); open the documents of the recording together with it$/,
    );
    const same = await openAgain(recording, GOALS);
    expect(createOracleForRun(same, recording.setup, needs)).toBeInstanceOf(ReplayOracle);
  });

  it('is not replayed with the answers of another run', async () => {
    const recording = await recordingOf(await playOut(await openMissions({ goals: GOALS })));
    const other = await openMissions({ goals: GOALS, parameters: { active: 1 }, setup: { seed: 99 } });
    await expect(playOut(other, new ReplayOracle(recording))).rejects.toThrow(
      /the recording (has no (answer|text) for agent_|ends after round)/,
    );
    other.assertWhole();
  });
});

describe('an estimate', () => {
  it('counts the completions of the policy’s run, and ends with its missions', async () => {
    const options = { rounds: 1000, form: 'auto', archetypes: false, texts: false } as const;
    const { signal } = new AbortController();
    const counts = await estimateModelUsage(await openMissions(), options, async () => {}, signal);
    const run = await playOut(await openMissions());
    const { decisions } = await checkedMissions(run, undefined);
    const asked = decisions.filter(({ source }) => source !== 'chart');
    expect(counts).toMatchObject({ rounds: run.rounds, questions: asked.length, calls: asked.length });
    const tokens = asked.reduce((sum, { tokens_in }) => sum + tokens_in, 0);
    expect(counts.tokensIn / tokens).toBeGreaterThan(0.95);
    expect(counts.tokensIn / tokens).toBeLessThan(1.1);
  });
});

const utf8 = new TextEncoder();
const files = {
  corpus: CORPUS,
  missions: [{ name: 'goals.json', bytes: utf8.encode(JSON.stringify(GOALS)) }],
};
const SETUP: Setup = {
  ...createDefaultSetup(governed),
  own: ['corpus', 'missions'],
  seed: 3,
  parameters: { active: 2 },
};
const newSession = () => {
  let frames = 0;
  const session = new EngineSession({
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    changed: () => {
      frames++;
    },
  });
  return Object.assign(session, { changes: () => frames });
};
async function bytesOf(session: EngineSession): Promise<Uint8Array<ArrayBuffer>> {
  const { parts } = await session.exportDocument(() => {});
  return new Uint8Array(Buffer.concat(parts));
}
const documentOf = async (session: EngineSession) =>
  governedDocumentSchema.parse(JSON.parse(new TextDecoder().decode(await bytesOf(session))));

describe('a session', () => {
  it('stops by itself when all missions have ended, however it is played', async () => {
    const alone = await playOut(
      await openMissions({ goals: GOALS, setup: SETUP, parameters: { active: 2 } }),
    );
    const ways: readonly ((session: EngineSession) => Promise<unknown>)[] = [
      session => session.play(0),
      session => session.play(2_000),
      session => session.runTo(1_000_000),
      async session => {
        for (let i = 0; i < alone.rounds; i++) await session.step();
      },
    ];
    for (const play of ways) {
      const session = newSession();
      await session.open(SETUP, files, null);
      await play(session);
      const changes = session.changes();
      await session.step();
      await session.play(0);
      await session.runTo(1_000_000);
      await Promise.all([session.step(), session.step(), session.play(10)]);
      expect(session.changes()).toBe(changes);
      const { hash, config } = await documentOf(session);
      expect([hash, config.rounds]).toEqual([alone.hash, alone.rounds]);
    }
  });

  it('compares its run, once it is over, with a counterpart that the same server is asked for', async () => {
    const { setup: oracle } = await serverOf('none', 'openai');
    const session = newSession();
    for (const governance of [false, true]) {
      const parameters = { active: 2, governance, step_limit: STEPS };
      await session.open({ ...SETUP, oracle, parameters }, files, null);
      await session.runTo(2);
      await expect(session.compare()).rejects.toThrow('compare once all have ended');
      await session.play(0);
      const { agents } = await documentOf(session);
      const { rows } = (await session.compare()) as PairReport;
      const own = rows.map(row => (governance ? row.with : row.without));
      expect(own.map(({ ending, steps, tokens }) => [ending, steps, tokens])).toEqual(
        agents.map(({ ending, steps, tokens }) => [ending, steps, tokens]),
      );
      expect(rows.every(row => row.without.steps > 0 && row.with.steps > 0)).toBe(true);
    }
  });

  it('compares nothing where more than one oracle has decided', async () => {
    const { setup: oracle } = await serverOf('none', 'openai');
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(2);
    await session.goOn(oracle);
    await session.play(0);
    await expect(session.compare()).rejects.toThrow('more than one oracle has decided');
  });

  it('switches from policy to server and back, and the document records who decided until when', async () => {
    const { setup: oracle } = await serverOf('none', 'openai');
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(2);
    await session.goOn(oracle);
    await session.runTo(4);
    await session.goOn({ kind: 'policy' });
    await session.play(0);
    const document = await documentOf(session);
    expect(document.config.oracle).toEqual({ kind: 'policy' });
    expect(document.config.earlier_oracles).toMatchObject([
      { until: 2, oracle: { kind: 'policy' } },
      { until: 4, oracle: { kind: 'openai', model: 'faulty', form: 'completion' } },
    ]);
    const sources = (from: number, to: number) =>
      new Set(askedOf(document).flatMap(({ tick, source }) => (tick >= from && tick <= to ? [source] : [])));
    expect([sources(1, 2), sources(3, 4), sources(5, 999)]).toEqual([
      new Set(['policy']),
      new Set(['openai']),
      new Set(['policy']),
    ]);
    expect(document.agents.map(({ ended }) => ended)).not.toContain(null);

    const { setup, rounds, hash } = await session.readRecording({
      name: 'run.json',
      bytes: await bytesOf(session),
    });
    await session.open(setup, files, null);
    await session.runTo(rounds);
    const again = await documentOf(session);
    expect(again.hash).toBe(hash);
    expect(again.config.oracle).toMatchObject({ kind: 'replay', earlier: document.config.earlier_oracles });
  });

  it('resumes with its own model after the rounds of a document', async () => {
    const { server, setup: oracle } = await serverOf('none', 'ollama');
    const setup = { ...SETUP, oracle };
    const session = newSession();
    await session.open(setup, files, null);
    await session.runTo(2);
    const before = await bytesOf(session);
    const { spent } = (await session.oracleReport())!;
    const requests = server.requests;
    const next = newSession();
    await next.resume(setup, files, { document: { name: 'saved.json', bytes: before }, spent }, null);
    expect(server.requests).toBe(requests);
    expect(Buffer.from(await bytesOf(next)).equals(before)).toBe(true);
    await next.play(0);
    await session.play(0);
    const [whole, resumed] = [await documentOf(session), await documentOf(next)];
    expect(resumed.hash).toBe(whole.hash);
    expect(resumed.config.rounds).toBeGreaterThan(2);
  });

  it.each<[string, Partial<Setup>, Files, string]>([
    ['with a parameter out of range', { parameters: { step_limit: 0 } }, files, 'step_limit must be'],
    [
      'with a corpus that is not a text',
      {},
      { ...files, corpus: [{ name: 'a.md', bytes: new Uint8Array([0x61, 0]) }] },
      'a.md is not text',
    ],
    ['without its files', {}, {}, 'this run used your own list of missions'],
  ])('keeps its run when another one %s cannot be opened', async (_, part, given, words) => {
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(4);
    await expect(session.open({ ...SETUP, ...part }, given, null)).rejects.toThrow(words);
    await session.play(0);
    const alone = await playOut(
      await openMissions({ goals: GOALS, setup: SETUP, parameters: { active: 2 } }),
    );
    expect((await documentOf(session)).hash).toBe(alone.hash);
  });
});

describe('a run with measured time', () => {
  it('replays to its hash, from the measurements in its document', async () => {
    const { url } = await startFaulty({ fault: 'none', seed: 1 });
    const setup = setupOf([url], { form: 'json', temperature: 0.5 });
    const run = await openMissions({
      setup: { oracle: setup, agents: 3 },
      parameters: { measured_time: true },
    });
    expect(await playThrough(run, oracleOf(run, setup))).toEqual([]);
    const { decisions } = await checkedMissions(run, undefined);
    const own = decisions.filter(({ source }) => source === 'ollama');
    expect(own.length).toBeGreaterThan(3);
  });
});
