import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines, readCase, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const call = (id: string) => ({ part_kind: 'tool-call', tool_name: 'look', args: {}, tool_call_id: id });
const response = (...parts: readonly object[]) => ({
  ...{ kind: 'response', parts, timestamp: '2026-01-01T00:00:01Z' },
  usage: { request_tokens: 10, response_tokens: 1, details: { reasoning_tokens: 1 } },
});
const request = (...parts: readonly object[]) => ({ kind: 'request', parts });

describe('messages of Pydantic AI', () => {
  it('have a step for each call, with the tokens of its response', () => {
    const { cases, skipped } = readCase('a11-pydantic-ai', 'messages.json');
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([
      [
        'messages.json',
        [
          ['look', false],
          ['say', null],
        ],
        [300, 30],
      ],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({
      ...{ args: '{"q":1}', result: '2', prompt: 'how many?' },
      ...{ at: Date.UTC(2026, 0, 1, 0, 0, 1), until: Date.UTC(2026, 0, 1, 0, 0, 2) },
    });
    expect(skipped).toEqual([]);
  });

  it('failed where a tool has to be called again, or was denied', () => {
    const messages = [
      response(call('a'), call('b'), call('c')),
      request(
        { part_kind: 'retry-prompt', tool_name: 'look', tool_call_id: 'b', content: 'no' },
        { part_kind: 'tool-return', tool_name: 'look', tool_call_id: 'a', content: { n: 1 } },
        { part_kind: 'tool-return', tool_name: 'look', tool_call_id: 'c', content: 'x', outcome: 'denied' },
      ),
    ];
    const { cases } = readFiles({ a: json({ messages }) });
    expect(cases[0]!.steps.map(({ failed, result, error }) => [failed, result, error])).toEqual([
      [false, '{"n":1}', null],
      [true, 'no', 'no'],
      [true, 'x', 'x'],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({ tokensIn: 10, tokensOut: 1, tokensReasoning: 1 });
  });

  it('hold what tools of the provider returned within the answer', () => {
    const parts = [
      { ...call('a'), part_kind: 'builtin-tool-call' },
      { part_kind: 'builtin-tool-return', tool_name: 'look', tool_call_id: 'a', content: 'found' },
      { part_kind: 'text', content: 'Two' },
    ];
    const { cases } = readFiles({ a: json([response(...parts)]) });
    expect(cases[0]!.steps).toMatchObject([{ tool: 'look', result: 'found', answer: 'Two' }]);
  });

  it('report an invalid line in one line', () => {
    const { skipped } = readFiles({ a: jsonLines(response(call('a')), { weather: 'fine' }) });
    expect(skipped).toEqual([{ file: 'a', line: 2, reason: 'no request or response with parts' }]);
  });
});
