import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { eventSchema, eventsHeadSchema } from '../../../src/engine/events/eventLogSchema.ts';
import { EventReader } from '../../../src/engine/events/eventReader.ts';
import { writeEventLines, writeEventLogHeader } from '../../../src/engine/events/writeEventLines.ts';
import type { EventKind, EventRecord } from '../../../src/engine/model/event.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { buildChoicePrompt } from '../../../src/engine/oracle/formats/choicePrompt.ts';
import type { Oracle, Question } from '../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { documentText, open, playTo } from '../play.ts';

const ROUNDS = 16;
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const isPublished = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(read('public/event-log.schema.json')),
);

/** All lines of a run after the first, as one text. */
const textOf = async (run: Run, withPrompts = false): Promise<string> =>
  [...writeEventLines(await EventReader.of(run), run.machine.past.start + 1, run.tick, {}, withPrompts)].join(
    '',
  );
const recordsOf = (text: string): readonly EventRecord[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
const ofKind = (records: readonly EventRecord[], kind: EventKind) =>
  records.filter(record => record.kind === kind);

const CASES = MODELS.map(([model, part], i) => [i === 1 ? 'social with moods' : model, model, part] as const);

describe.each(CASES)('the events of %s', (_, model, part) => {
  const played = async (oracle = (run: Run): Oracle => mixedAnswers(run)) => {
    const run = createRun(await loadedOf(model, part, 7));
    await playTo(run, 0);
    return playTo(run, ROUNDS, oracle(run));
  };

  it('fit the schema, that of the code and the published one', async () => {
    const run = await played();
    const head = JSON.parse(writeEventLogHeader(run));
    expect(eventsHeadSchema.safeParse(head).success).toBe(true);
    expect(isPublished(head)).toBe(true);
    const records = recordsOf(await textOf(run, true));
    expect(records.length).toBeGreaterThan(20);
    for (const record of records) {
      expect(eventSchema.safeParse(record).error).toBeUndefined();
      expect(isPublished(record), JSON.stringify(record)).toBe(true);
    }
  });

  it('are the same when a round is over and ever after', async () => {
    const run = createRun(await loadedOf(model, part, 7));
    let text = '';
    for (let tick = run.tick + 1; tick <= ROUNDS; tick++) {
      await playTo(run, tick, tick > 0 ? mixedAnswers(run) : undefined);
      text += [...writeEventLines(await EventReader.of(run), tick, tick, {}, true)].join('');
    }
    expect(text === (await textOf(run, true))).toBe(true);
  });

  it('are all transitions and all questions, with an answer or a fallback to each', async () => {
    const run = await played();
    const records = recordsOf(await textOf(run));
    const document = JSON.parse(documentText(run));
    const decisions: readonly { source: string; answer?: string | null; raw?: string }[] =
      document.decisions.filter(({ source }: { source: string }) => source !== 'chart');
    expect(ofKind(records, 'state_transition')).toHaveLength(document.transitions.tick.length);
    expect(ofKind(records, 'question')).toHaveLength(decisions.length);
    const failed = decisions.filter(({ source }) => source === 'late' || source === 'fallback');
    const fallbacks = ofKind(records, 'fallback');
    expect(failed.length > 0 || model === 'chart').toBe(true);
    expect(fallbacks.filter(({ source }) => source === 'late' || source === 'fallback')).toHaveLength(
      failed.length,
    );
    expect(ofKind(records, 'answer')).toHaveLength(
      decisions.filter(one => !failed.includes(one) || one.raw !== undefined).length,
    );
  });

  it('include the prompts that were sent', async () => {
    const asked: Question[] = [];
    const sent = new Map<string, unknown>();
    const run = await played(run => {
      const mixed = mixedAnswers(run);
      return {
        name: 'listening',
        async ask(questions, signal) {
          for (const one of questions) sent.set(`${one.tick} ${one.agent}`, promptSent(one));
          asked.push(...questions);
          return mixed.ask(questions, signal);
        },
      };
    });
    const questions = ofKind(recordsOf(await textOf(run, true)), 'question').filter(({ tick }) => tick > 0);
    expect(questions).toHaveLength(asked.length);
    const told = questions.filter(({ prompt }) => prompt !== undefined);
    expect(told.length > 0 || asked.length === 0).toBe(true);
    // What a chart's policy answers is not put in words.
    if (model !== 'chart') expect(told).toHaveLength(questions.length);
    for (const { tick, agent_id, prompt } of told)
      expect(prompt).toEqual(sent.get(`${tick} ${Number(agent_id?.slice('agent_'.length)) - 1}`));
    expect((await textOf(run)).includes('"prompt"')).toBe(false);
  });
});

const librarians = async () => createRun(await loadedOf('librarian', { agents: 4 }, 3));

/** A prompt as it goes to a model. */
function promptSent(question: Question): unknown {
  if (question.kind === 'choice') return buildChoicePrompt(question, 'letter', false);
  return { system: question.system ?? '', user: question.prompt };
}

describe('the event log', () => {
  it('has changes first, then agent after agent, then what was posted', async () => {
    const run = await open({
      network: 'small-world',
      agents: 60,
      parameters: { warm_up: 20, activity: 15 },
      changes: [
        { tick: 9, name: 'liking', value: 3 },
        { tick: 9, kind: 'intervention', name: 'insert_post', on: ['agent_005', 'climate'] },
      ],
    });
    await playTo(run, 12);
    const reader = await EventReader.of(run);
    const events = reader.at(9).map(event => reader.record(event));
    const inserted = { kind: 'intervention', name: 'insert_post', on: ['agent_005', 'climate'] };
    expect(events.slice(0, 2).map(({ kind, change }) => [kind, change])).toEqual([
      ['intervention', { name: 'liking', value: 3 }],
      ['intervention', inserted],
    ]);
    const rest = events.slice(2);
    const posted = rest.findIndex(({ kind }) => kind === 'post');
    expect(rest.slice(posted).every(({ kind }) => kind === 'post')).toBe(true);
    expect(rest.at(-1)).toMatchObject({ kind: 'post', agent_id: 'agent_005', topic: 'climate' });
    const agents = rest.slice(0, posted).map(({ agent_id }) => agent_id);
    expect(agents).toEqual([...agents].sort());
    expect(new Set(agents).size).toBeGreaterThan(3);
  });

  it('lists the requested agents, kinds and rounds only, and names them in its first line', async () => {
    const run = await playTo(await open({ model: 'governed', network: 'none', agents: 9 }), 12);
    const choice = { from: 3, to: 9, agents: [1, 4], kinds: ['tool_call', 'answer'] } as const;
    const reader = await EventReader.of(run);
    const records = recordsOf([...writeEventLines(reader, 1, 12, choice)].join(''));
    const wanted = recordsOf(await textOf(run)).filter(
      ({ tick, agent_id = '', kind }) =>
        tick >= 3 &&
        tick <= 9 &&
        ['agent_002', 'agent_005'].includes(agent_id) &&
        (kind === 'tool_call' || kind === 'answer'),
    );
    expect(records.length).toBeGreaterThan(4);
    expect(records).toEqual(wanted);
    const { from, to, agents, kinds } = eventsHeadSchema.parse(JSON.parse(writeEventLogHeader(run, choice)));
    expect([from, to, agents, kinds]).toEqual([3, 9, ['agent_002', 'agent_005'], choice.kinds]);
  });

  it('of missions lists what their rules found, advised and ended', async () => {
    const run = await playTo(await open({ model: 'governed', network: 'none', agents: 24, seed: 7 }), 40);
    const records = recordsOf(await textOf(run));
    const stuck = ofKind(records, 'stuck_detection');
    const ended = stuck.filter(({ verdict }) => verdict !== undefined);
    const document = JSON.parse(documentText(run));
    const verdicts = document.decisions.filter(({ kind }: { kind: string }) => kind === 'verdict');
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.map(({ agent_id, tick, rule, reason }) => [agent_id, tick, rule, reason])).toEqual(
      expect.arrayContaining(
        verdicts.map((one: Record<string, unknown>) => [one.agent_id, one.tick, one.rule, one.reason]),
      ),
    );
    for (const { agent_id, tick } of ended)
      expect(ofKind(records, 'state_transition')).toContainEqual(
        expect.objectContaining({ agent_id, tick, to_state: expect.stringMatching(/^stuck_/) }),
      );
    const forced = ofKind(records, 'tool_call').filter(({ arguments: given }) =>
      JSON.stringify(given).includes('"reason":"stuck_detection"'),
    );
    expect(forced.length).toBeGreaterThan(0);
  });

  it('of librarians lists what moved between working memory and storage', async () => {
    const run = await playTo(await librarians(), 90);
    const moves = ofKind(recordsOf(await textOf(run)), 'memory_move');
    const document = JSON.parse(documentText(run));
    expect(moves.length).toBeGreaterThan(10);
    expect(moves).toHaveLength(document.moves.length);
    expect(new Set(moves.map(({ cause }) => cause)).size).toBeGreaterThan(1);
  });
});
