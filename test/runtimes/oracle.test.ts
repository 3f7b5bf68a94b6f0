import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OracleHalt } from '../../src/engine/core/errors.ts';
import type { ChartDecisionRecord } from '../../src/engine/models/chart/reports/chartDocumentSchema.ts';
import type { DecisionRecord } from '../../src/engine/models/social/reports/socialDocumentSchema.ts';
import type { SocialDocument } from '../../src/engine/models/social/reports/socialRecord.ts';
import { PROMPT_VERSION } from '../../src/engine/oracle/formats/choicePrompt.ts';
import type { ChoiceQuestion } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { RemoteKind } from '../../src/engine/oracle/servers/getServerKind.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { openChart } from '../engine/models/chart/playing.ts';
import { documentText, playTo } from '../engine/play.ts';
import { IS_LONG, sample } from '../runs.ts';
import { Asked, checkedDocument, opened, remoteFor, tinyAt } from './asked.ts';
import { installLlama, LLAMA_MODEL, type Llama, type LlamaOptions, startLlama } from './llama/llama.ts';

interface ChartDocument {
  readonly decisions: readonly ChartDecisionRecord[];
}

/** Twenty in the long run. */
const ROUNDS = IS_LONG ? 20 : 4;
const DIALECTS: readonly RemoteKind[] = ['ollama', 'openai'];
const KEY = 'canary-key-0123456789';

const started: Llama[] = [];
async function start(options: LlamaOptions): Promise<Llama> {
  const llama = await startLlama(options);
  started.push(llama);
  return llama;
}
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 10));
}

/** Of all that ask a server which is in good health. */
let shared: Llama;
beforeAll(async () => {
  installLlama();
  shared = await start({ slots: 4 });
}, 90_000);
afterAll(() => Promise.all(started.map(llama => llama.stop())));

/** The decisions of a document that were not the warm-up's. */
const ownDecisions = ({ decisions }: SocialDocument) => decisions.filter(({ tick }) => tick > 0);
const agentOf = ({ agent_id }: DecisionRecord): number => Number(agent_id.slice('agent_'.length)) - 1;
const isOwn = ({ source }: DecisionRecord): boolean => source === 'ollama' || source === 'openai';

/** Plays it, and checks the document, for which the server is asked nothing. */
async function played(over: Partial<RemoteSetup>, rounds = ROUNDS) {
  const { run, oracle } = await opened(tinyAt(shared.url, over));
  const asked = new Asked(oracle);
  const before = await shared.health();
  await playTo(run, rounds, asked);
  const { requests } = await shared.health();
  const document = await checkedDocument(run);
  expect((await shared.health()).requests).toBe(requests);
  return {
    run,
    requests: requests - before.requests,
    report: oracle.report(),
    questions: asked.questions,
    document,
  };
}

/** Each question has one decision, and each decision is one of the question's options or a fallback. */
function expectLegal(document: SocialDocument, questions: ReadonlyMap<string, ChoiceQuestion>): void {
  const own = ownDecisions(document);
  expect(own.map(decision => `${decision.tick} ${agentOf(decision)}`)).toEqual([...questions.keys()]);
  for (const decision of own) {
    const { options } = questions.get(`${decision.tick} ${agentOf(decision)}`)!;
    const { action, next_state, source, probabilities } = decision;
    const states = options.filter(option => option.action === action).map(option => option.nextState);
    expect(source === 'fallback' ? ['scrolling'] : states).toEqual([next_state]);
    if (probabilities === null) continue;
    const possible = Object.keys(probabilities).filter(name => probabilities[name] > 0);
    expect(options.map(option => option.action)).toEqual(expect.arrayContaining(possible));
    const sum = Object.values(probabilities).reduce((total, p) => total + p, 0);
    expect(Math.abs(sum - 1)).toBeLessThan(1e-5);
  }
}

describe('rounds of fifty agents', () => {
  it.each(
    sample<{ readonly kind: RemoteKind; readonly form: 'letter' | 'json' }>(
      [
        { kind: 'ollama', form: 'letter' },
        { kind: 'openai', form: 'json' },
      ],
      [
        { kind: 'ollama', form: 'json' },
        { kind: 'openai', form: 'letter' },
      ],
    ),
  )(
    'decided by $form in the dialect of $kind are legal, recorded and replay without the server',
    async ({ kind, form }) => {
      const { run, document, questions, report, requests } = await played({ kind, form });
      expect(run.tick).toBe(ROUNDS);
      expectLegal(document, questions);
      const decisions = ownDecisions(document);
      expect(decisions.length).toBeGreaterThan(ROUNDS * 3);
      expect(document.config.oracle).toMatchObject({
        kind,
        model: LLAMA_MODEL,
        form,
        prompt_version: PROMPT_VERSION,
      });
      for (const decision of decisions)
        expect(decision).toMatchObject({
          model: LLAMA_MODEL,
          form,
          prompt_version: PROMPT_VERSION,
          raw: expect.any(String),
        });
      const usable = decisions.filter(isOwn);
      expect(usable.every(({ source }) => source === kind)).toBe(true);
      expect(usable.every(({ probabilities }) => (probabilities !== null) === (form === 'letter'))).toBe(
        true,
      );
      // The model's weights are random: its JSON often names a state and an action that contradict each other.
      expect(usable.length / decisions.length).toBeGreaterThan(form === 'letter' ? 0.9 : 0.1);
      expect(report).toMatchObject({ calls: requests, retries: 0, decisions: decisions.length });
      expect(document.measurements.map(({ tick, agent_id }) => [tick, agent_id])).toEqual(
        decisions.map(({ tick, agent_id }) => [tick, agent_id]),
      );
      for (const measurement of document.measurements) {
        expect(measurement).toMatchObject({ tries: 1, tokens_in: expect.any(Number) });
        expect(
          Math.min(measurement.milliseconds, measurement.tokens_in, measurement.tokens_out),
        ).toBeGreaterThan(0);
      }
    },
  );
});

describe('archetypes', () => {
  it('are asked once for each post, and each agent’s decision records what it was adapted from', async () => {
    const { document, report, requests, questions } = await played({ archetypes: true }, 15);
    expectLegal(document, questions);
    const decisions = ownDecisions(document);
    expect(report).toMatchObject({ calls: requests, decisions: decisions.length });
    expect(report.calls).toBeLessThan(decisions.length);
    expect(report.calls + report.cacheHits).toBe(decisions.length);
    const sent = document.measurements.filter(({ milliseconds }) => milliseconds > 0);
    expect(sent).toHaveLength(report.calls);
    const shared = decisions.filter(({ archetype_probabilities }) => archetype_probabilities !== undefined);
    expect(shared.length).toBe(decisions.filter(({ source }) => source !== 'fallback').length);
    expect(new Set(shared.map(({ source }) => source))).toEqual(new Set(['ollama', 'cache']));
  });
});

describe('texts', () => {
  it('are the model’s own, in the posts of those who replied and reshared', async () => {
    const { document } = await played({ form: 'json', texts: true }, 8);
    const written = document.decisions.filter(({ text }) => text !== undefined);
    expect(written.length).toBeGreaterThan(0);
    for (const { action, raw, text } of written) {
      expect(['reply', 'reshare']).toContain(action);
      expect((JSON.parse(raw!) as { text: string }).text.trim()).not.toBe('');
      expect(text).not.toBe('');
    }
    const posted = new Set(document.posts.map(({ author_id, text }) => `${author_id} ${text}`));
    const told = written.filter(({ agent_id, text }) => posted.has(`${agent_id} ${text}`));
    expect(told.length).toBeGreaterThan(0);
  });
});

describe('a round that is abandoned midway', () => {
  it('frees the server at once, stays unplayed, and is played when asked again', async () => {
    const llama = await start({ slots: 2 });
    const { run, oracle } = await opened(tinyAt(llama.url, { form: 'json', texts: true }));
    const isMany = () => run.state.questions(run.tick + 1).length >= 8;
    while (run.tick < 1 || !isMany()) await playTo(run, run.tick + 1);
    const { tick } = run;
    const { decisionCount } = run.state;
    const questions = run.state.questions(tick + 1).length;
    const abort = new AbortController();
    const step = run.step(oracle, abort.signal);
    await until(async () => (await llama.health()).done > 0);
    const aborted = performance.now();
    abort.abort();
    expect(await step).toBe(false);
    expect(performance.now() - aborted).toBeLessThan(200);
    await until(async () => (await llama.health()).busy === 0);
    expect(performance.now() - aborted).toBeLessThan(1000);
    expect(await llama.health()).toMatchObject({ waiting: 0 });
    expect([run.tick, run.state.decisionCount]).toEqual([tick, decisionCount]);
    expect(await run.step(oracle, new AbortController().signal)).toBe(true);
    expect([run.tick, run.state.decisionCount]).toEqual([tick + 1, decisionCount + questions]);
    expect(oracle.report().servers).toMatchObject([{ underWay: 0 }]);
    const { done, aborted: abandoned } = await llama.health();
    // Questions answered before the abort are not asked again, except an answer of each slot that was on its way just then.
    expect(done).toBeGreaterThanOrEqual(questions);
    expect(done).toBeLessThanOrEqual(questions + 2);
    expect(abandoned).toBeGreaterThan(0);
    await checkedDocument(run);
  });
});

describe('a flood', () => {
  it.each(IS_LONG ? [1, 2] : [1])(
    'beyond a queue of %d is asked again until the server has room',
    async maxQueue => {
      const llama = await start({ slots: 1, maxQueue });
      const { run, oracle } = await opened(tinyAt(llama.url, { kind: 'openai' }), { mostUnderWay: 16 });
      await playTo(run, 6, oracle);
      expect(run.tick).toBe(6);
      const { retries, notOwn } = oracle.report();
      expect(retries).toBeGreaterThan(0);
      expect(notOwn.filter(({ reason }) => reason.includes('503'))).toEqual([]);
      const document = await checkedDocument(run);
      expect(document.measurements.some(({ tries }) => tries > 1)).toBe(true);
    },
  );
});

describe('agents of a chart that asks', () => {
  it.each(['letter', 'json'] as const)('are decided by %s, and replayed without the server', async form => {
    const setup = tinyAt(shared.url, { kind: 'openai', form });
    const part = { preset: 'society', agents: 60, parameters: {}, oracle: setup };
    const { run } = await openChart(part);
    await playTo(run, 16, remoteFor(run, setup));
    const text = documentText(run);
    const { decisions } = JSON.parse(text) as ChartDocument;
    expect(decisions.length).toBeGreaterThan(5);
    const own = decisions.filter(({ source }) => source === 'openai');
    expect(own.length / decisions.length).toBeGreaterThan(form === 'letter' ? 0.9 : 0.1);
    for (const { action, situation } of own) {
      expect(['ignore', 'like', 'reply', 'share']).toContain(action);
      expect(situation).toMatch(/^agent_\d+ has \d+ followers .* \d+ of those whom agent_\d+ follows/);
    }
    const recording = await readRecording('run.json', new TextEncoder().encode(text));
    const again = await openChart(recording.setup);
    expect((await playTo(again.run, 16, new ReplayOracle(recording))).hash).toBe(run.hash);
  });
});

describe('a server with a key', () => {
  let llama: Llama;
  beforeAll(async () => {
    llama = await start({ slots: 2, key: KEY });
  });

  it.each(DIALECTS)(
    'answers a client that has it, and the key is in nothing that is written, by %s',
    async kind => {
      const { run, oracle } = await opened(tinyAt(llama.url, { kind }), { key: KEY });
      await playTo(run, 3, oracle);
      expect(ownDecisions(await checkedDocument(run)).some(isOwn)).toBe(true);
      const told = JSON.stringify([oracle.report(), oracle.reports, oracle.record]);
      expect(documentText(run) + told).not.toContain(KEY);
    },
  );

  it.each(DIALECTS.flatMap(kind => [undefined, `${KEY}-wrong`].map(key => ({ kind, key }))))(
    'ends a run before its first round, by $kind, for the key $key, which is never shown',
    async ({ kind, key }) => {
      const { run, oracle } = await opened(tinyAt(llama.url, { kind }), { key });
      const halt = (await playTo(run, 1, oracle).catch(error => error)) as OracleHalt;
      expect(halt).toBeInstanceOf(OracleHalt);
      expect(halt.message).toMatch(/needs a key, or a different one/);
      expect(`${halt.message} ${halt.stack} ${documentText(run)}`).not.toContain(KEY);
      expect(run.tick).toBe(0);
    },
  );
});
