import { expect, it } from 'vitest';
import { buildLibrarianHashEntry } from '../../../../src/engine/models/librarian/librarianLedger.ts';
import { outsideOf } from '../../entryFields.ts';
import { act, agentOf, doing, move, openReaders, play } from './reading.ts';

it('the entry of a step holds all of its fields except its place, its source and tokens', async () => {
  const { run, steps } = await play(doing(act('working_memory_add', 'a', 'one'), move('a')));
  const { memory, asked } = agentOf(run);
  const gone = { ...memory.entries[0], to: 2, end: 'remove' } as const;
  const fact = { passage: 1, sentence: 's', place: null, span: null };
  const line = {
    ...(asked[0] ?? { id: 'q1', question: 'Who?', expected: 'me', loaded: false, tick: 1 }),
    given: 'x',
    mark: 'right',
    settled: 3,
    fact,
  } as const;
  const step = steps.find(({ action }) => action !== null);
  const whole = {
    step: { ...step, claims: 'c', thought: 't', error: 'e', result: 'r' } as (typeof steps)[number],
    traces: {
      entries: [memory.entries[0]],
      moves: [{ tick: 1, from: 0, to: 1, cause: 'load', row: 2 }],
      settled: [line],
    },
  } as const;
  const entryOf = ({ step: is, traces }: typeof whole) => buildLibrarianHashEntry(is, traces);
  expect(outsideOf(whole, entryOf)).toEqual([
    'step.action.value',
    'step.agent',
    'step.row',
    'step.source',
    'step.tick',
    'step.tokensIn',
    'step.tokensOut',
    'traces.entries.*.from',
    'traces.entries.*.to',
    'traces.moves.*.tick',
    'traces.settled.*.expected',
    'traces.settled.*.question',
    'traces.settled.*.settled',
  ]);
  const left = { ...whole, traces: { ...whole.traces, entries: [gone] } };
  expect(entryOf(left as never)).not.toBe(entryOf(whole));
});

it('the first entry of an agent leaves out the given memory', async () => {
  const run = await openReaders();
  expect(agentOf(run).memory.settle()).toEqual([]);
});
