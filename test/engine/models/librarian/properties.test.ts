import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibrarianParameters } from '../../../../src/engine/models/librarian/librarianParameters.ts';
import type { LibrarianQuestion } from '../../../../src/engine/models/librarian/librarianQuestion.ts';
import type { Memory, MemoryEntry } from '../../../../src/engine/models/librarian/memory/memory.ts';
import type { LibrarianStep } from '../../../../src/engine/models/librarian/step/librarianStep.ts';
import type { Answer } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { cases } from '../../../runs.ts';
import { documentText } from '../../play.ts';
import {
  act,
  agentOf,
  ask,
  type Given,
  move,
  openReaders,
  said,
  stateOf,
  stepsOf,
  think,
} from './reading.ts';

/*
 * Whatever two agents say, in a small world of few tags and values: what holds after every tick is checked by a model of
 * its own, which knows only what was there before and which action was carried out.
 */
const AGENTS = 2;
const MAX_ITERATIONS = 40;

const tag = fc.constantFrom('a', 'b', 'c', 'd e', 'answer_q1');
/** Some quote what answers are made of. */
const value = fc.constantFrom(
  ...['x', 'y y', 'z'.repeat(30), 'w'.repeat(120)],
  ...['below <5', 'x</think>y', '&toString; &lt;b&gt;', '<agent><action><type>working_memory_remove</type>'],
);
const asJson = ([type, tags, value]: readonly [string, string, string]): string =>
  JSON.stringify({ agent: { action: { type, tags, value } } });
const state = fc.constantFrom('thinking', 'executing', 'executing', 'executing', 'dreaming');
const type = fc.constantFrom(
  ...[
    'working_memory_add',
    'working_memory_add',
    'working_memory_remove',
    'storage_load',
    'storage_save',
    'erase',
  ],
);
const thought = fc.record({ state, text: fc.constantFrom('one', 'two', 'three', undefined) });
const spoken = fc.oneof(
  { weight: 4, arbitrary: thought.map(({ state, text }) => think(state, text)) },
  { weight: 6, arbitrary: fc.tuple(type, tag, value).map(([type, tag, value]) => act(type, tag, value)) },
  { weight: 3, arbitrary: fc.tuple(type, tag, value).map(asJson) },
  { weight: 2, arbitrary: fc.array(tag, { minLength: 1, maxLength: 4 }).map(tags => move(...tags)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);
const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 12, arbitrary: spoken.map(said) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'late' }) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'unusable', reason: '500' }) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'unusable', reason: 'an empty answer', said: true }) },
);
const limits: fc.Arbitrary<Partial<LibrarianParameters>> = fc
  .record({
    soft: fc.integer({ min: 16, max: 60 }),
    more: fc.integer({ min: 0, max: 40 }),
    paging: fc.boolean(),
    hard: fc.boolean(),
    thinking_log: fc.boolean(),
    log_entries: fc.integer({ min: 1, max: 3 }),
    max_iterations: fc.integer({ min: 1, max: MAX_ITERATIONS }),
    patience: fc.integer({ min: 2, max: 20 }),
    history_depth: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ soft, more, ...rest }) => ({ ...rest, paging_limit: soft, hard_limit: soft + more }));
const place = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd_e'), value, { maxKeys: 3 });
const memory = fc.record({
  working_memory: place,
  storage: place,
  state: fc.constantFrom('thinking', 'executing', 'paging', 'nowhere'),
  thinking_log_001: fc.constantFrom('before', 'earlier'),
});
const world = fc.record({
  given: fc
    .record({ parameters: limits, memory })
    .map((given): Given => ({ ...given, setup: { agents: AGENTS } })),
  answers: fc.array(answer, { minLength: 1, maxLength: 2 * MAX_ITERATIONS }),
});

type Contents = ReadonlyMap<string, string>;
interface Memories {
  readonly working: Contents;
  readonly storage: Contents;
}
const contents = (entries: Iterable<MemoryEntry>): Contents =>
  new Map([...entries].map(({ tag, value }) => [tag, value]));
const memoriesOf = ({ working, storage }: Memory): Memories => ({
  working: contents(working.values()),
  storage: contents(storage.values()),
});
const valuesIn = ({ working, storage }: Memories) => new Set([...working.values(), ...storage.values()]);

/** The values that an agent has to have after a step: all that it had, but what it has thrown away itself. */
function expected(before: Memories, step: LibrarianStep | undefined): Set<string> {
  const values = valuesIn(before);
  if (step?.kind !== 'action') return values;
  const { type, tags, value } = step.action!;
  const without = { working: new Map(before.working), storage: new Map(before.storage) };
  if (type === 'working_memory_remove') without.working.delete(tags[0]);
  if (type === 'storage_save') without.storage.set(tags[0], value!);
  const left = valuesIn(without);
  if (type === 'working_memory_add') left.add(value!);
  return left;
}

/** The effect of an action by itself, apart from entries that have to make room. */
function expectDone(
  before: Memories,
  after: Memories,
  step: LibrarianStep | undefined,
  hasLimit: boolean,
): void {
  if (step?.kind !== 'action') {
    expect(after).toEqual(before);
    return;
  }
  const { type, tags, value } = step.action!;
  const [tag] = tags;
  if (type === 'storage_save') expect([...after.storage]).toContainEqual([tag, value]);
  if (type === 'working_memory_remove') expect(after.working.has(tag)).toBe(false);
  if (type === 'move_to_storage') for (const tag of tags) expect(after.working.has(tag)).toBe(false);
  if (type === 'working_memory_add' && !hasLimit) expect(after.working.get(tag)).toBe(value);
  if (type === 'storage_load' && !hasLimit && before.storage.has(tag))
    expect(after.working.get(tag)).toBe(before.storage.get(tag));
  // Only a save changes the value under a tag of storage.
  for (const [stored, held] of before.storage)
    if (!(type === 'storage_save' && stored === tag)) expect(after.storage.get(stored)).toBe(held);
}

const sumOf = (entries: Iterable<MemoryEntry>) => [...entries].reduce((sum, { tokens }) => sum + tokens, 0);
const listOf = (entries: Iterable<MemoryEntry>) => [...entries].map(({ tag, value }) => [tag, value]);

/** Answers each question by the next of the list, from its start again at its end. */
const oracleOf = (answers: readonly Answer[], seen: (question: LibrarianQuestion) => void = () => {}) => ({
  name: 'random',
  ask: async (questions: readonly object[]) =>
    (questions as readonly LibrarianQuestion[]).map(question => {
      seen(question);
      return answers[(question.number * AGENTS + question.agent) % answers.length];
    }),
});

async function played(given: Given, answers: readonly Answer[], watch?: Parameters<typeof oracleOf>[1]) {
  const run = await openReaders(given);
  const { signal } = new AbortController();
  const oracle = oracleOf(answers, watch);
  return { run, step: () => run.step(oracle, signal) };
}

describe('with any answers of agents', () => {
  it('no value is lost except by a removal or a save, and working memory is never over the hard limit', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ given, answers }) => {
        const { hard = true, hard_limit } = given.parameters!;
        const { run, step } = await played(given, answers, ({ agent }) => {
          if (hard) expect(agentOf(run, agent).memory.workingTokens).toBeLessThanOrEqual(hard_limit!);
        });
        const agents = [...Array(AGENTS).keys()];
        const history = agents.map(agent => [snapshot(run, agent)]);
        while (!run.state.isOver) {
          const before = agents.map(agent => memoriesOf(agentOf(run, agent).memory));
          await step();
          for (const agent of agents) {
            const { memory } = agentOf(run, agent);
            const last = stepsOf(run, agent).at(-1);
            const done = last?.tick === run.tick ? last : undefined;
            const after = memoriesOf(memory);
            expect(valuesIn(after)).toEqual(expected(before[agent], done));
            expectDone(before[agent], after, done, hard);
            expect([memory.workingTokens, memory.storageTokens]).toEqual([
              sumOf(memory.working.values()),
              sumOf(memory.storage.values()),
            ]);
            history[agent].push(snapshot(run, agent));
          }
        }
        for (const agent of agents)
          for (const [tick, was] of history[agent].entries()) expect(past(run, agent, tick)).toEqual(was);
      }),
      cases(40, 750),
    );
  });

  it('the run ends at the limit of iterations or before, and counts what happened', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ given, answers }) => {
        const { max_iterations } = given.parameters!;
        const { run, step } = await played(given, answers);
        // Each question may be followed by one tick without; then it is brought back, and stops.
        while (!run.state.isOver && run.tick <= 2 * max_iterations! + 2) await step();
        expect(run.state.isOver).toBe(true);
        const { totals, agents } = stateOf(run).ledger;
        const steps = agents.flatMap(agent => agent.steps);
        expect(Math.max(...stateOf(run).columns.iterations)).toBeLessThanOrEqual(max_iterations!);
        expect(totals.stopped).toBe(AGENTS);
        expect(totals.asked).toBe(steps.filter(({ source }) => source !== null).length);
        expect(totals.lost).toBe(agents.reduce((sum, { memory }) => sum + memory.lost.length, 0));
        for (const { state, next, kind } of steps) {
          if (kind === 'unanswered') expect(next).toBe(state);
          else if (state !== 'thinking' && kind !== 'stopped') expect(next).toBe('thinking');
        }
      }),
      cases(40, 750),
    );
  });

  it('the prompt of a past step is the one that was sent, and its length was known without it', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ given, answers }) => {
        const sent = new Map<string, { readonly system: string; readonly user: string }>();
        const { run, step } = await played(given, answers, question => {
          const { agent, tick, system, prompt, characters } = question as LibrarianQuestion;
          expect(characters).toBe(system.length + prompt.length);
          sent.set(`${agent} ${tick}`, { system, user: prompt });
        });
        while (!run.state.isOver) await step();
        for (const { row, agent, tick } of stateOf(run).ledger.steps) {
          const detail = ask(run, 'readerStep', row);
          expect(detail?.prompt).toEqual(sent.get(`${agent} ${tick}`) ?? null);
        }
      }),
      cases(20, 400),
    );
  });

  it('a run saved in its midst continues to the same hash and document', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat({ max: 20 }), async ({ given, answers }, at) => {
        const whole = await played(given, answers);
        while (!whole.run.state.isOver) await whole.step();
        const first = await played(given, answers);
        while (!first.run.state.isOver && first.run.tick < at) await first.step();
        const text = JSON.stringify(first.run.save());
        const second = await played(given, answers);
        second.run.restore(JSON.parse(text));
        expect(JSON.stringify(second.run.save())).toBe(text);
        while (!second.run.state.isOver) await second.step();
        expect(second.run.hash).toBe(whole.run.hash);
        expect(documentText(second.run)).toBe(documentText(whole.run));
        expect(buildRunFrame(second.run, 1, 0)).toEqual(buildRunFrame(whole.run, 1, 0));
      }),
      cases(15, 300),
    );
  });
});

/** An agent's memory now. */
function snapshot(run: Run, agent: number) {
  const { memory, log } = agentOf(run, agent);
  return {
    working: listOf(memory.working.values()),
    storage: listOf(memory.storage.values()),
    log: [...log.entries],
    file: ask(run, 'memoryFile', { agent, tick: null }).text,
  };
}

/** The same, told later. */
function past(run: Run, agent: number, tick: number): ReturnType<typeof snapshot> {
  const { memory } = agentOf(run, agent);
  return {
    working: listOf(memory.at('working', tick)),
    storage: listOf(memory.at('storage', tick)),
    log: ask(run, 'memoryAt', { agent, tick }).thinkingLog.map(({ text }) => text),
    file: ask(run, 'memoryFile', { agent, tick }).text,
  };
}
