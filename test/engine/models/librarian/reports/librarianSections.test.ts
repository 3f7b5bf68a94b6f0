import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { buildRunDocumentJsonSchema } from '../../../../../src/engine/models/buildRunDocumentJsonSchema.ts';
import { librarianDocumentSchema } from '../../../../../src/engine/models/librarian/reports/librarianRecord.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { documentText } from '../../../play.ts';
import { CROWDED } from '../own.ts';
import { act, doing, LATE, openReaders, play, playOut, stepsOf, think } from '../reading.ts';

const parsed = (run: Run) => librarianDocumentSchema.parse(JSON.parse(documentText(run)));
const isPublished = new Ajv2020({ strict: false, validateFormats: false }).compile(
  await buildRunDocumentJsonSchema(),
);

describe('the document of a run of readers', () => {
  it('is one that the published schema allows', async () => {
    const run = await playOut(await openReaders({ ...CROWDED, setup: { agents: 3 } }));
    expect([isPublished(JSON.parse(documentText(run))), isPublished.errors]).toEqual([true, null]);
  });

  it('fits it with everything that can go wrong', async () => {
    const answers = [
      'what?',
      LATE,
      think('dreaming'),
      ...doing('<agent/>', act('working_memory_add', 'a', 'x')),
    ];
    const { run } = await play(answers);
    expect(isPublished(JSON.parse(documentText(run)))).toBe(true);
    const { decisions } = parsed(run);
    expect(decisions.map(({ kind, source, error }) => [kind, source, error])).toEqual([
      ['unreadable', 'ollama', 'no agent tag in it'],
      ['unanswered', 'late', 'no answer came in time'],
      ['thought', 'ollama', 'invalid state "dreaming", reset to thinking'],
      ['thought', 'ollama', null],
      ['refused', 'ollama', 'no action in it; in executing an action is needed'],
      ['thought', 'ollama', null],
      ['action', 'ollama', null],
    ]);
  });

  it('gives, before the first cycle, the state in which a memory puts its agent', async () => {
    const run = await openReaders({ ...CROWDED, setup: { agents: 3 } });
    const states = parsed(run).agents.map(({ memory, current_state }) => [memory.state, current_state]);
    expect(states[2]).toEqual(['executing', 'thinking']);
  });

  it('agrees between entries and memory, and between moves and causes', async () => {
    const run = await playOut(await openReaders({ ...CROWDED, setup: { agents: 3 } }));
    const { agents, entries, moves, decisions, questions } = parsed(run);
    const valueOfEntry = (agent_id: string, id: number): string => {
      const { value, copy_of } = entries.find(row => row.agent_id === agent_id && row.entry === id)!;
      expect(value === null).toBe(copy_of !== null);
      return value ?? valueOfEntry(agent_id, copy_of!);
    };
    for (const { agent_id, memory, working_tokens, storage_tokens, right } of agents) {
      const held = entries.filter(entry => entry.agent_id === agent_id && entry.to === null);
      for (const [place, values, tokens] of [
        ['working', memory.working_memory, working_tokens],
        ['storage', memory.storage, storage_tokens],
      ] as const) {
        const there = held.filter(entry => entry.place === place);
        expect(
          Object.fromEntries(there.map(({ tag, entry }) => [tag, valueOfEntry(agent_id, entry)])),
        ).toEqual(values);
        expect(there.reduce((sum, entry) => sum + entry.tokens, 0)).toBe(tokens);
      }
      const own = questions.filter(question => question.agent_id === agent_id);
      expect(own.filter(({ mark }) => mark === 'right')).toHaveLength(right);
    }
    for (const { decision, written, agent_id, entry } of entries) {
      if (decision === null) continue;
      expect(decisions[decision]).toMatchObject({ agent_id, tick: written, kind: 'action' });
      expect(decisions[decision].answer).toContain(valueOfEntry(agent_id, entry).slice(0, 10));
    }
    for (const { agent_id, from, to } of moves)
      expect(valueOfEntry(agent_id, from)).toBe(valueOfEntry(agent_id, to));
  });

  it('keeps tags that every object has as keys', async () => {
    const { run } = await play(
      doing(
        act('working_memory_add', '__proto__', 'x'),
        act('storage_save', 'constructor', 'y'),
        act('storage_save', '7', 'z'),
      ),
    );
    parsed(run);
    const [{ memory }] = JSON.parse(documentText(run)).agents;
    expect(JSON.stringify(memory)).toContain(
      '{"working_memory":{"__proto__":"x"},"storage":{"constructor":"y","_7":"z"}',
    );
    expect(stepsOf(run).filter(({ kind }) => kind === 'action')).toHaveLength(3);
  });
});
