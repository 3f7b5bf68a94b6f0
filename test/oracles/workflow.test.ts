import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { WorkflowDecision } from '../../src/engine/models/workflow/reports/workflowDocumentSchema.ts';
import { workflowDocumentSchema } from '../../src/engine/models/workflow/reports/workflowRecord.ts';
import { workflow } from '../../src/engine/models/workflow/workflowModel.ts';
import type { Answer } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { estimateModelUsage } from '../../src/oracles/client/estimateModelUsage.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import { CALM, choice, code, llm, textOf } from '../engine/models/workflow/own.ts';
import {
  action,
  exampleText,
  filesOf,
  type Given,
  LATE,
  openAgents,
  playTicks,
  Script,
} from '../engine/models/workflow/playing.ts';
import { documentText, playTo } from '../engine/play.ts';
import { DIALECTS, type Dialect } from '../faulty/ask.ts';
import { type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';
import { IS_LONG } from '../runs.ts';
import { completionCases } from './completionCases.ts';
import { playThrough } from './missions.ts';
import { Mortal } from './rightly.ts';
import { expectNoUnhandledRejection } from './unhandled.ts';
import { askedOf, checkedWorkflow, openAgain, oracleOf, recordingOf } from './workflows.ts';
import { NO_LIMITS, setupOf } from './world.ts';

const TICKS = IS_LONG ? 6 : 4;
/** Seconds, where a fault hangs. */
const DEADLINE = 0.2;

expectNoUnhandledRejection();

/** Asks by both kinds of steps, under all three policies. */
const TEXT = textOf({
  states: ['a', 'b'],
  transitions: [
    ['a', 'b'],
    ['b', 'a'],
  ],
  steps: [
    code("context['n'] = tick"),
    llm({ in_state: 'a', prompt: '{n} {agent_id}', max_retries: 1 }),
    choice({ go: 'a', stay: 'b' }, { in_state: 'b', prompt: 'Now, {agent_id}, at {n}?', on_failure: 'skip' }),
  ],
});
const given = (oracle: RemoteSetup, part: Partial<Setup> = {}): Given => ({
  text: TEXT,
  setup: { oracle, agents: 4, ...part },
  parameters: { ...CALM, ticks: TICKS },
});

const HANGING: readonly FaultName[] = ['hung-headers', 'late', 'slow-drip'];
/** Faults whose answers can still be read and carried out. */
const HARMLESS: readonly FaultName[] = [
  'none',
  'response-twice',
  'reversed',
  'storm-503',
  'duplicate-keys',
  'control-characters',
  'obedient',
  'thoughts-with-drafts',
  'contradictory-state',
];

const faultyOf = (fault: FaultName, share: number): Promise<Faulty> =>
  startFaulty({ fault, share, seed: 1, delay: fault === 'late' ? 2_000 : 10, retryAfter: 0 });

const servers: Faulty[] = [];
async function serverOf(fault: FaultName, kind: Dialect, over: Partial<RemoteSetup> = {}) {
  const server = await faultyOf(fault, 1);
  servers.push(server);
  return { server, setup: setupOf([server.url], { kind, form: 'auto', ...over }) };
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

describe.concurrent('agents play to the end, and their document is valid, replays and resumes, by a server', () => {
  it.each(
    completionCases('workflow').map(
      one => [`with “${one.fault}” at ${one.share} of what ${one.kind} is asked`, one] as const,
    ),
  )('%s', async (_, { fault, kind, share }) => {
    const limits = { ...NO_LIMITS, deadline: HANGING.includes(fault) ? DEADLINE : 60 };
    const server = await faultyOf(fault, share);
    const setup = setupOf([server.url], { kind, form: 'auto', limits });
    const run = await openAgents(given(setup));
    await playThrough(run, oracleOf(run, setup)).finally(() => server.close());
    expect([run.state.isOver, run.tick]).toEqual([true, TICKS]);
    const document = await checkedWorkflow(run);
    expect(askedOf(document)).toHaveLength(4 * TICKS);
    // A choice that has an action beside it can be read.
    const asked = askedOf(document).filter(({ type }) => fault !== 'outside-the-set' || type === 'llm');
    const struck = asked.filter(({ failure }) => failure !== null);
    if (HARMLESS.includes(fault)) {
      expect(struck).toEqual([]);
      return;
    }
    expect(struck.length).toBeGreaterThan(0);
    if (share === 1) expect(struck.length).toBe(asked.length);
    else expect(struck.length).toBeLessThan(asked.length);
  });
});

describe('a run of a workflow', () => {
  it.each(DIALECTS)('against nothing stays at its start and reports why, by %s', async kind => {
    const { setup } = await serverOf('refused', kind);
    const run = await openAgents(given(setup));
    expect(await playThrough(run, oracleOf(run, setup))).toEqual([
      expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:\d+\. [^\n]+$/),
    ]);
    expect(run.tick).toBe(0);
  });

  it('is recorded as completions with their template', async () => {
    const { setup } = await serverOf('none', 'openai');
    const run = await openAgents(given(setup));
    await playThrough(run, oracleOf(run, setup));
    const { config } = await checkedWorkflow(run);
    expect(config.oracle).toMatchObject({
      ...{ kind: 'openai', model: 'faulty', form: 'completion', texts: false },
      template: { system: expect.stringContaining('Answer with one JSON object'), user: '{n} {agent_id}' },
    });
  });

  it('continues with the built-in policy when the budget is spent', async () => {
    const { server, setup } = await serverOf('none', 'openai', { limits: { ...NO_LIMITS, callsPerRun: 3 } });
    const run = await openAgents(given(setup));
    await playThrough(run, oracleOf(run, setup));
    expect(server.requests).toBe(3);
    const sources = askedOf(await checkedWorkflow(run)).map(({ source }) => source);
    expect(new Set(sources)).toEqual(new Set(['openai', 'budget']));
  });
});

describe('a recording of a workflow', () => {
  const ANSWERS: readonly (string | Answer)[] = [
    action('make', 'a "quoted"\nnote'),
    LATE,
    'Let us go then.',
    { kind: 'unusable', reason: 'an empty answer', said: true },
    '```json\n{"action": "test"}\n```',
    { kind: 'unusable', reason: '500 after 4 tries' },
    'neither',
    '<think>hm</think>{"choice": "stay"}',
    '\u0000\u202e🚀',
  ];
  const recorded = async (text = TEXT) =>
    playTicks(
      await openAgents({ text, setup: { agents: 3 }, parameters: CALM }),
      12,
      new Script(...ANSWERS, ...ANSWERS),
    );

  it('replays texts, late and unusable answers to the same hash, by itself', async () => {
    const run = await recorded();
    const { decisions } = await checkedWorkflow(run);
    const failures = new Set(decisions.map(({ failure }) => failure));
    expect(failures).toEqual(new Set([null, 'unanswered', 'unreadable', 'unmapped']));
  });

  it('includes the text of a workflow of the user’s, but no bundled one', async () => {
    const own = await recordingOf(await recorded());
    expect(own.setup.own).toEqual(['workflow']);
    expect(own.files.workflow?.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['own.yaml', TEXT],
    ]);
    const ours = await recordingOf(await playTicks(await openAgents({ setup: { preset: 'pivoting' } }), 3));
    expect([ours.setup.own, ours.setup.preset, ours.files]).toEqual([undefined, 'pivoting', {}]);
  });

  it('includes a bundled workflow under another preset, and an edited one', async () => {
    for (const text of [exampleText('careful'), exampleText('completed').replace('ours', 'OURS')]) {
      const run = await recorded(text);
      const { files } = await recordingOf(run);
      expect(new TextDecoder().decode(files.workflow?.[0].bytes)).toBe(text);
      await checkedWorkflow(run);
    }
  });

  it('is not replayed on another workflow', async () => {
    const recording = await recordingOf(await recorded());
    const other = await openAgents({ text: `# x\n${TEXT}`, setup: { agents: 3 } });
    const needs = { key: () => null, recording, environment: createSystemEnvironment() };
    expect(() => createOracleForRun(other, recording.setup, needs)).toThrow(
      /open the workflow of the recording together with it$/,
    );
    expect(createOracleForRun(await openAgain(recording), recording.setup, needs)).toBeInstanceOf(
      ReplayOracle,
    );
  });

  it('with two answers of an agent in a round is refused', async () => {
    const document = JSON.parse(documentText(await recorded()));
    document.decisions.push(document.decisions[0]);
    const bytes = new TextEncoder().encode(JSON.stringify(document));
    await expect(readRecording('run.json', bytes)).rejects.toThrow(
      'run.json: two answers for agent_001 in round 1',
    );
  });

  it('may have code that failed next to an answer', async () => {
    const text = textOf({ steps: [code('1 / 0', { on_failure: 'skip' }), llm()] });
    const run = await playTicks(await openAgents({ text }), 9, new Script('wait'));
    const { decisions } = await checkedWorkflow(run);
    expect(new Set(decisions.map(({ source }) => source))).toEqual(new Set(['chart', 'ollama']));
  });
});

describe('an estimate', () => {
  it('counts the questions of the policy’s run', async () => {
    const options = { rounds: 30, form: 'auto', archetypes: false, texts: false } as const;
    const { signal } = new AbortController();
    const counts = await estimateModelUsage(await openAgents(), options, async () => {}, signal);
    const run = await playTo(await openAgents(), 30);
    expect(counts).toMatchObject({ rounds: 30, questions: run.state.decisionCount });
  });
});

/** Turns the direction of writing round, rings, hides. */
const CONTROLS = '\u202eevol\u202c\u0007\u0000\u200b\u001b[31m';
/** Replies of a server to an agent's first question, and their consequences. */
const SAID: readonly (readonly [said: string, became: Partial<WorkflowDecision>])[] = [
  ['I would make it.', { failure: 'unreadable', result: 'no JSON object in it' }],
  [`\`\`\`json\n${action('make')}\n\`\`\``, { action: 'make', mended: ['taken out of a fence'] }],
  [action('make').slice(0, -1), { action: 'make', mended: ['its JSON was repaired'] }],
  ['', { failure: 'unreadable', source: 'fallback', result: 'an empty answer', answer: null }],
  ['<think>I wonder', { failure: 'unreadable', source: 'fallback', result: 'only thinking, no answer' }],
  ['{"a":'.repeat(5_000), { failure: 'unreadable' }],
  [
    'x'.repeat(300_000),
    { failure: 'unanswered', source: 'fallback', result: 'the reply is longer than 256 kB' },
  ],
  [action('think', CONTROLS), { action: 'think', note: 'evol[31m', result: 'noted: evol[31m' }],
  [action(CONTROLS), { failure: 'unreadable', result: 'there is no action “evol[31m”' }],
  ['{"__proto__": {"action": "make"}}', { failure: 'unreadable', result: 'its object names no action' }],
  [action('ship'), { action: 'ship', outcome: 'done', result: 'there is nothing to ship' }],
];

it('any reply of a server is read or is a failed step, and every agent continues', async () => {
  const mortal = await new Mortal(
    ({ prompt }) => SAID[Number(/agent_(\d+)/.exec(prompt)![1]) - 1][0],
  ).start();
  const oracle = setupOf([mortal.url], { form: 'auto' });
  const text = textOf({ steps: [llm({ prompt: '{agent_id}' })] });
  const run = await openAgents({
    text,
    setup: { oracle, agents: SAID.length },
    parameters: { ...CALM, ticks: 2 },
  });
  await playThrough(run, oracleOf(run, oracle)).finally(() => mortal.stop());
  const { decisions } = await checkedWorkflow(run);
  for (const [i, [said, became]] of SAID.entries()) {
    expect(decisions[i], said.slice(0, 60)).toMatchObject({ tick: 1, source: 'ollama', ...became });
    expect((decisions[i].answer ?? '') + decisions[i].result).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
  }
});

const SETUP: Setup = { ...createDefaultSetup(workflow), own: ['workflow'], agents: 4 };
const files = filesOf(TEXT);
const newSession = () =>
  new EngineSession({
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    changed: () => {},
  });
async function bytesOf(session: EngineSession): Promise<Uint8Array<ArrayBuffer>> {
  const { parts } = await session.exportDocument(() => {});
  return new Uint8Array(Buffer.concat(parts));
}
const documentOf = async (session: EngineSession) =>
  workflowDocumentSchema.parse(JSON.parse(new TextDecoder().decode(await bytesOf(session))));

describe('a session of a workflow', () => {
  it('switches from policy to server and back, and the document records who decided until when', async () => {
    const { setup: oracle } = await serverOf('none', 'openai');
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(2);
    await session.goOn(oracle);
    await session.runTo(4);
    await session.goOn({ kind: 'policy' });
    await session.runTo(6);
    const { config } = await documentOf(session);
    expect(config.earlier_oracles).toMatchObject([
      { until: 2, oracle: { kind: 'policy' } },
      { until: 4, oracle: { kind: 'openai', form: 'completion' } },
    ]);
  });

  it('is replayed from its own document, which includes the workflow', async () => {
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(20);
    const bytes = await bytesOf(session);
    const other = newSession();
    const { setup, files: held, rounds, hash } = await other.readRecording({ name: 'run.json', bytes });
    await other.open(setup, held, null);
    await other.runTo(rounds);
    expect((await documentOf(other)).hash).toBe(hash);
  });

  it('keeps its run when another text cannot be read', async () => {
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(4);
    await expect(session.open(SETUP, filesOf('workflow: 1'), null)).rejects.toThrow(
      'own.yaml, line 1, column 11',
    );
    await session.runTo(6);
    expect((await documentOf(session)).config.rounds).toBe(6);
  });
});
