import { describe, expect, it } from 'vitest';
import { readFiles } from '../fixture.ts';

const response = (id: string, output: readonly object[], more: object = {}) =>
  JSON.stringify({ id, object: 'response', created_at: 1_767_225_600, model: 'm', output, ...more });
const says = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const after = (previous_response_id: string) => ({ previous_response_id });

describe('responses of OpenAI', () => {
  it('have a step for each call of a tool on the server, with its result', () => {
    const output = [
      { type: 'mcp_call', id: 'a', name: 'roll', arguments: '{"d":6}', output: '4', error: null },
      { type: 'mcp_call', id: 'b', name: 'roll', arguments: '{}', output: null, error: 'no dice' },
      { type: 'code_interpreter_call', id: 'c', code: 'print(1)', outputs: [], status: 'completed' },
      { type: 'file_search_call', id: 'd', queries: ['x'], status: 'failed' },
      { type: 'computer_call', id: 'e', call_id: 'f', action: { type: 'click' }, status: 'completed' },
      says('You got 4'),
    ];
    const usage = { input_tokens: 100, output_tokens: 20 };
    const { cases } = readFiles({ a: response('r', output, { usage }) });
    expect(cases[0].steps).toMatchObject([
      { tool: 'roll', args: '{"d":6}', result: '4', failed: false, tokensIn: 100, tokensOut: 20 },
      { tool: 'roll', failed: true, error: 'no dice' },
      { tool: 'code_interpreter', args: 'print(1)', result: '[]' },
      { tool: 'file_search', args: '["x"]', failed: true },
      { tool: 'computer', args: '{"type":"click"}', failed: null },
      { tool: 'say', answer: 'You got 4', tokensIn: null },
    ]);
  });

  it('are ordered by the time at which they were made, whatever the order of the file', () => {
    const lines = [
      response('a', [says('A')]),
      response('c', [says('C')], after('a')),
      response('b', [says('B')], { ...after('a'), created_at: 1_767_225_700 }),
    ];
    const read = (...order: readonly string[]) => readFiles({ a: order.join('\n') }).cases;
    expect(read(...lines)[0].steps.map(({ answer }) => answer)).toEqual(['A', 'C', 'B']);
    expect(read(...lines.toReversed())).toEqual(read(...lines));
  });

  it('begin somewhere where each names another one before it', () => {
    const lines = [response('b', [says('B')], after('a')), response('a', [says('A')], after('b'))];
    const { cases } = readFiles({ a: lines.join('\n') });
    expect(cases.map(({ steps }) => steps.map(({ answer }) => answer))).toEqual([['A', 'B']]);
  });
});
