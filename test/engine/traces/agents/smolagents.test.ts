import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines, readCase, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const action = (number: number, more: object) => ({
  ...{
    step_number: number,
    timing: { start_time: 1_767_225_600, end_time: 1_767_225_601 },
    model_output: 'hm',
  },
  ...{ token_usage: { input_tokens: 10, output_tokens: 1 }, error: null, observations: 'o' },
  ...more,
});
const call = (name: string) => ({ id: name, type: 'function', function: { name, arguments: {} } });

describe('memories of smolagents', () => {
  it('have a step for each call, with the tokens of its action', () => {
    const { cases, skipped } = readCase('a07-smolagents', 'memory.json');
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([
      [
        'memory.json',
        [
          ['python_interpreter', false],
          ['final_answer', false],
        ],
        [300, 30],
      ],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({
      ...{ args: 'len(x)', result: '2', prompt: 'how many?', answer: 'Thought' },
      ...{ at: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 1, 0, 0, 2) },
    });
    expect(skipped).toEqual([]);
  });

  it('mark an error of an action, which is the last of its calls', () => {
    const error = { type: 'AgentExecutionError', message: 'boom' };
    const steps = [
      action(1, { error, tool_calls: [call('a'), call('b')] }),
      action(2, { error, tool_calls: null }),
    ];
    const { cases } = readFiles({ a: json({ steps }) });
    expect(calls(cases[0]!)).toEqual([
      ['a', null],
      ['b', true],
      ['say', true],
    ]);
    expect(cases[0]!.steps[1]!.error).toBe('boom');
  });

  it('count the cost of a plan with the action that follows it', () => {
    const plan = { plan: 'first', token_usage: { input_tokens: 5, output_tokens: 2 } };
    const { cases } = readFiles({ a: json([{ task: 'go' }, plan, action(1, { tool_calls: [call('a')] })]) });
    expect(tokens(cases)).toEqual([15, 3]);
    expect(cases[0]!.steps).toHaveLength(1);
  });

  it('report in one line a line that is not a step', () => {
    const { skipped } = readFiles({ a: jsonLines(action(1, { tool_calls: [call('a')] }), 7) });
    expect(skipped).toEqual([{ file: 'a', line: 2, reason: 'a step that is not an object' }]);
  });
});
