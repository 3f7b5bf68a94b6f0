import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines, reversed, tokens } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const call = (id: string, parent: string | null, name: string, second: number, more: object = {}) => ({
  ...{
    id,
    trace_id: 't',
    parent_id: parent,
    op_name: `weave:///team/shop/op/${name}:v1`,
    inputs: {},
    output: null,
  },
  ...{
    started_at: `2026-01-01T00:00:0${second}Z`,
    ended_at: `2026-01-01T00:00:0${second + 1}Z`,
    exception: null,
  },
  ...more,
});
const usage = { summary: { usage: { m: { prompt_tokens: 100, completion_tokens: 10, requests: 1 } } } };
const CALLS = [
  call('1', null, 'desk', 0, usage),
  call('2', '1', 'openai.chat.completions.create', 1, {
    ...usage,
    inputs: { model: 'm', messages: [{ role: 'user', content: 'how many?' }] },
    output: { choices: [{ message: { role: 'assistant', content: 'I look' } }] },
  }),
  call('3', '1', 'look', 3, { inputs: { self: 'x', q: 1 }, output: 7 }),
  call('4', '1', 'read', 5, { exception: 'boom' }),
];

describe('calls of Weave', () => {
  it('have the sums of those below them, which count once, and leaves that are tools', () => {
    const { cases, skipped } = readFiles({ a: jsonLines(...CALLS) });
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([
      [
        't',
        [
          ['look', false],
          ['read', true],
        ],
        [100, 10],
      ],
    ]);
    expect(cases[0]!.steps).toMatchObject([
      { agent: 'desk', args: '{"q":1}', result: '7', prompt: 'how many?', answer: 'I look' },
      { error: 'boom' },
    ]);
    expect(skipped).toEqual([]);
  });

  it('are the same in a list, and in whatever order', () => {
    const files = { 'b.json': json(CALLS.slice(0, 2).toReversed()), 'a.json': json(CALLS.slice(2)) };
    for (const given of [files, reversed(files)])
      expect(readFiles(given).cases.map(one => [calls(one).map(([tool]) => tool), tokens([one])])).toEqual([
        [
          ['look', 'read'],
          [100, 10],
        ],
      ]);
  });

  it('report an invalid line in one line', () => {
    expect(readFiles({ a: jsonLines(...CALLS, { id: 'x' }) }).skipped).toEqual([
      { file: 'a', line: 5, reason: 'no call with an operation, a trace and a time' },
    ]);
  });
});
