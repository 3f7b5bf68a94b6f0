import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { librarian } from '../../src/engine/models/librarian/librarianModel.ts';
import type { LibrarianDecision } from '../../src/engine/models/librarian/reports/librarianDocumentSchema.ts';
import { librarianDocumentSchema } from '../../src/engine/models/librarian/reports/librarianRecord.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { estimateModelUsage } from '../../src/oracles/client/estimateModelUsage.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import { ATTIC } from '../engine/models/librarian/own.ts';
import {
  act,
  filesOf,
  type Given,
  move,
  openReaders,
  playOut,
  stateOf,
  think,
} from '../engine/models/librarian/reading.ts';
import { documentText } from '../engine/play.ts';
import { DIALECTS, type Dialect } from '../faulty/ask.ts';
import { type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';
import { completionCases } from './completionCases.ts';
import { askedOf, checkedReaders, openAgain, oracleOf, recordingOf } from './librarians.ts';
import { playThrough } from './missions.ts';
import { Mortal } from './rightly.ts';
import { expectNoUnhandledRejection } from './unhandled.ts';
import { NO_LIMITS, setupOf } from './world.ts';

const ITERATIONS = 6;
/** Seconds, where a fault hangs. */
const DEADLINE = 0.2;

expectNoUnhandledRejection();

const given = (oracle: RemoteSetup, part: Given['parameters'] = {}): Given => ({
  setup: { oracle, agents: 4 },
  parameters: { max_iterations: ITERATIONS, ...part },
  memory: { working_memory: { letter: 'green' }, storage: { k: 'v' } },
});

const HANGING: readonly FaultName[] = ['hung-headers', 'late', 'slow-drip'];
/** Faults whose answers can be read, though perhaps not carried out. */
const HARMLESS: readonly FaultName[] = [
  'none',
  'response-twice',
  'reversed',
  'storm-503',
  'duplicate-keys',
  'control-characters',
  'obedient',
  'thoughts-with-drafts',
  'outside-the-set',
  'contradictory-state',
];

const servers: Faulty[] = [];
async function serverOf(fault: FaultName, kind: Dialect, over: Partial<RemoteSetup> = {}, share = 1) {
  const server = await startFaulty({
    fault,
    share,
    seed: 1,
    delay: fault === 'late' ? 2_000 : 10,
    retryAfter: 0,
  });
  servers.push(server);
  return { server, setup: setupOf([server.url], { kind, form: 'auto', ...over }) };
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

describe('readers end, and their document is valid, replays and resumes, by a server', () => {
  it.each(
    completionCases('librarian').map(
      one => [`with “${one.fault}” at ${one.share} of what ${one.kind} is asked`, one] as const,
    ),
  )('%s', async (_, { fault, kind, share }) => {
    const limits = { ...NO_LIMITS, deadline: HANGING.includes(fault) ? DEADLINE : 60 };
    const { setup } = await serverOf(fault, kind, { limits }, share);
    const all = given(setup, { json_answers: true });
    const run = await openReaders(all);
    await playThrough(run, oracleOf(run, setup));
    expect(run.state.isOver).toBe(true);
    const document = await checkedReaders(run, all);
    expect(document.agents.map(({ iterations }) => iterations)).toEqual(Array(4).fill(ITERATIONS));
    const asked = askedOf(document);
    const struck = asked.filter(({ kind }) => kind === 'unanswered' || kind === 'unreadable');
    if (HARMLESS.includes(fault)) {
      expect(struck).toEqual([]);
      return;
    }
    expect(struck.length).toBeGreaterThan(0);
    if (share === 1) expect(struck.length).toBe(asked.length);
    else expect(struck.length).toBeLessThan(asked.length);
    const sources = new Set(struck.map(({ source }) => source));
    expect(sources).toEqual(new Set([HANGING.includes(fault) ? 'late' : 'fallback']));
  });
});

describe('a run of readers', () => {
  it.each(DIALECTS)('against nothing stays at its start and reports why, by %s', async kind => {
    const { setup } = await serverOf('refused', kind);
    const run = await openReaders(given(setup));
    expect(await playThrough(run, oracleOf(run, setup))).toEqual([
      expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:\d+\. [^\n]+$/),
    ]);
    expect(run.tick).toBe(0);
  });

  it('is recorded as completions with their template, and its own files by their hash', async () => {
    const { setup } = await serverOf('none', 'openai');
    const all = given(setup);
    const run = await openReaders(all);
    await playThrough(run, oracleOf(run, setup));
    const { config } = await checkedReaders(run, all);
    expect(config.oracle).toMatchObject({
      kind: 'openai',
      model: 'faulty',
      form: 'completion',
      texts: false,
    });
    const { template } = config.oracle as { template: { system: string; user: string } };
    expect(template.system).toContain("valid XML containing an 'agent' tag");
    expect(template.user).toContain('## Working memory');
    expect(config).toMatchObject({ source: { name: 'attic.md', count: 1 }, memory: { name: 'memory.json' } });
  });

  it('continues with its own readers when the budget is spent', async () => {
    const limits = { ...NO_LIMITS, callsPerRun: 3 };
    const { server, setup } = await serverOf('none', 'openai', { limits });
    const all = given(setup, { max_iterations: 40 });
    const run = await openReaders(all);
    await playThrough(run, oracleOf(run, setup));
    expect(server.requests).toBe(3);
    const document = await checkedReaders(run, all);
    const sources = new Set(askedOf(document).map(({ source }) => source));
    expect(sources).toEqual(new Set(['openai', 'budget', 'cache']));
    expect(document.agents.map(({ right }) => right)).toEqual([1, 1, 1, 1]);
  });

  const other = { 'attic.md': `${ATTIC['attic.md']}\nQ: And?\nA: no` };
  it.each<readonly [string, Given, RegExp]>([
    ['texts', { source: other }, /open the texts of the recording together with it$/],
    ['memory', { memory: { storage: { k: 'other' } } }, /open the memory of the recording together with it$/],
    ['configuration', { config: { role: 'x' } }, /open the configuration of the recording together with it$/],
  ])('is not replayed with other files as %s', async (_, part, words) => {
    const own: Given = { memory: { storage: { k: 'v' } }, config: { role: 'Reader' } };
    const recording = await recordingOf(await playOut(await openReaders(own)));
    const needs = { key: () => null, recording, environment: createSystemEnvironment() };
    const elsewhere = await openAgain(recording, { ...own, ...part });
    expect(() => createOracleForRun(elsewhere, recording.setup, needs)).toThrow(words);
    const same = await openAgain(recording, own);
    expect(createOracleForRun(same, recording.setup, needs)).toBeInstanceOf(ReplayOracle);
  });

  it('is not replayed without its files', async () => {
    const recording = await recordingOf(
      await playOut(await openReaders({ memory: { storage: { k: 'v' } } })),
    );
    await expect(openReaders({ setup: recording.setup, source: ATTIC })).rejects.toThrow();
    const { own: _, ...bundled } = recording.setup;
    const elsewhere = await openReaders({ source: null, setup: bundled });
    const needs = { key: () => null, recording, environment: createSystemEnvironment() };
    expect(() => createOracleForRun(elsewhere, bundled, needs)).toThrow(/^the recording was made on /);
  });
});

describe('an estimate', () => {
  it('counts the questions of the policy’s run, and ends with its tasks', async () => {
    const options = { rounds: 10_000, form: 'auto', archetypes: false, texts: false } as const;
    const { signal } = new AbortController();
    const counts = await estimateModelUsage(await openReaders(), options, async () => {}, signal);
    const run = await playOut(await openReaders());
    expect(counts).toMatchObject({ rounds: run.rounds, questions: run.state.decisionCount });
  });
});

/** Turns the direction of writing round, rings, hides. */
const CONTROLS = '\u202eevol\u202c\u0007\u0000\u200b\u001b[31m';
const ADD = act('working_memory_add', 'a b', 'x');
const BOMB = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${ADD.replace('x', '&lol2;')}`;
/** Replies of a server while an agent executes, and their consequences. */
const ANSWERS: readonly (readonly [said: string, became: Partial<LibrarianDecision>])[] = [
  ['I would add it.', { kind: 'unreadable', error: 'no agent tag in it' }],
  [`\`\`\`xml\n${ADD}\n\`\`\``, { kind: 'action', mended: ['taken out of what stood around it'] }],
  [ADD.slice(0, -9), { kind: 'action', mended: ['unclosed tags'] }],
  ['', { kind: 'unreadable', source: 'fallback', error: 'an empty answer', answer: null }],
  ['<think>I wonder', { kind: 'unreadable', source: 'fallback', error: 'only thinking, no answer' }],
  [BOMB, { kind: 'unreadable', error: 'a DOCTYPE, which is not read' }],
  ['<a>'.repeat(5_000), { kind: 'unreadable', error: 'tags more than 64 deep' }],
  ['x'.repeat(300_000), { kind: 'unanswered', source: 'fallback', error: 'the reply is longer than 256 kB' }],
  [ADD.replace('a b', CONTROLS), { kind: 'action', result: 'evol[31m added, 3 tokens' }],
  [act('working_memory_add', 'a', CONTROLS), { kind: 'action' }],
  [act(CONTROLS, 'a'), { kind: 'refused' }],
  ['{"action": {"type": "working_memory_add", "tags": "a", "value": "x"}}', { mended: ['read as JSON'] }],
  [move('a'), { kind: 'refused' }],
];

it('any reply of a server is read or is a failed cycle, and every reader ends', async () => {
  const saidTo = (prompt: string) =>
    prompt.includes('\nexecuting, iteration')
      ? ANSWERS[Number(/text (\d+)!/.exec(prompt)![1])][0]
      : think('executing');
  const mortal = await new Mortal(({ prompt }) => saidTo(prompt)).start();
  const source = Object.fromEntries(
    ANSWERS.map((_, i) => [
      `${String(i).padStart(2, '0')}.md`,
      `This is text ${i}!\nQ: Is this text ${i}!\nA: y`,
    ]),
  );
  const oracle = setupOf([mortal.url], { form: 'auto' });
  const all: Given = {
    source,
    setup: { agents: ANSWERS.length, oracle, preset: 'careful' },
    parameters: { max_iterations: 4 },
  };
  const run = await openReaders(all);
  await playThrough(run, oracleOf(run, oracle)).finally(() => mortal.stop());
  const document = await checkedReaders(run, all);
  const first = document.decisions.filter(({ tick }) => tick === 2);
  for (const [i, [said, became]] of ANSWERS.entries()) {
    expect(first[i], said.slice(0, 60)).toMatchObject({ state: 'executing', source: 'ollama', ...became });
    expect(first[i].answer ?? '').not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
  }
  // The reading of an answer can be shown as it stands.
  for (const { tag, value } of document.entries)
    expect(tag + (value ?? '')).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
});

const SETUP: Setup = { ...createDefaultSetup(librarian), own: ['source', 'memory'], agents: 4 };
const files = filesOf({ memory: { storage: { k: 'v' } } });
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
  librarianDocumentSchema.parse(JSON.parse(new TextDecoder().decode(await bytesOf(session))));

describe('a session of readers', () => {
  it('stops by itself when all have stopped, and is replayed from its own document', async () => {
    const alone = await playOut(
      await openReaders({ memory: { storage: { k: 'v' } }, setup: { ...SETUP, agents: 4 } }),
    );
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.play(0);
    const bytes = await bytesOf(session);
    expect(new TextDecoder().decode(bytes)).toBe(documentText(alone));
    const { setup, rounds, hash } = await session.readRecording({ name: 'run.json', bytes });
    const { repeats } = await session.open(setup, files, null);
    expect(repeats).toBe(hash);
    await session.runTo(rounds);
    expect((await documentOf(session)).hash).toBe(hash);
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
    expect(document.config.earlier_oracles).toMatchObject([
      { until: 2, oracle: { kind: 'policy' } },
      { until: 4, oracle: { kind: 'openai', form: 'completion' } },
    ]);
    expect(document.agents.map(({ right }) => right)).toEqual([1, 1, 1, 1]);
    const recording = await session.readRecording({ name: 'run.json', bytes: await bytesOf(session) });
    const replay = await session.open(recording.setup, files, null);
    expect([replay.handOvers?.length, replay.repeats]).toEqual([2, undefined]);
  });

  it.each<[string, Partial<Setup>, Files, string]>([
    ['with a parameter out of range', { parameters: { log_entries: 0 } }, files, 'log_entries must be'],
    ['with contradicting limits', { parameters: { hard_limit: 20 } }, files, 'hard_limit 20 is below'],
    ['without its files', {}, {}, 'your own texts; drop them on the page to open it again'],
  ])('keeps its run when another one %s cannot be opened', async (_, part, other, words) => {
    const session = newSession();
    await session.open(SETUP, files, null);
    await session.runTo(4);
    await expect(session.open({ ...SETUP, ...part }, other, null)).rejects.toThrow(words);
    await session.play(0);
    expect((await documentOf(session)).agents.map(({ right }) => right)).toEqual([1, 1, 1, 1]);
  });
});

it('the run that a server has played has steps for everything in the chart', async () => {
  const { setup } = await serverOf('none', 'ollama');
  const run = await openReaders(given(setup));
  await playThrough(run, oracleOf(run, setup));
  expect(stateOf(run).ledger.steps.at(-1)).toMatchObject({ kind: 'stopped', next: 'stopped' });
});
