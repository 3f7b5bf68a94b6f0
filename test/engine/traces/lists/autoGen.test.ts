import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const usage = (input: number) => ({ models_usage: { prompt_tokens: input, completion_tokens: 2 } });
const MESSAGES = [
  { source: 'user', models_usage: null, content: 'how many?', type: 'TextMessage' },
  {
    ...{ source: 'desk', type: 'ToolCallRequestEvent', created_at: '2026-01-01T00:00:01Z', ...usage(10) },
    content: [
      { id: 'a', name: 'look', arguments: '{"q":1}' },
      { id: 'b', name: 'read', arguments: '{}' },
    ],
  },
  {
    ...{ source: 'desk', type: 'ToolCallExecutionEvent', models_usage: null },
    content: [
      { call_id: 'b', name: 'read', content: 'no', is_error: true },
      { call_id: 'a', name: 'look', content: '2', is_error: false },
    ],
  },
  { source: 'desk', type: 'ToolCallSummaryMessage', models_usage: null, content: '2\nno' },
  { source: 'desk', type: 'ThoughtEvent', models_usage: null, content: 'hm' },
  { source: 'clerk', type: 'TextMessage', content: 'Two', ...usage(20) },
];

describe('messages of AutoGen', () => {
  it('have a step for each call in the model’s order, and none for the framework’s summary', () => {
    const { cases, skipped } = readFiles({ 'r.json': json({ messages: MESSAGES, stop_reason: 'done' }) });
    expect(cases.map(one => [one.id, one.end, calls(one), tokens([one])])).toEqual([
      [
        'r.json',
        'done',
        [
          ['look', false],
          ['read', true],
          ['say', null],
        ],
        [30, 4],
      ],
    ]);
    expect(cases[0]!.steps.map(({ agent }) => agent)).toEqual(['desk', 'desk', 'clerk']);
    expect(cases[0]!.steps[0]).toMatchObject({
      prompt: 'how many?',
      at: Date.UTC(2026, 0, 1, 0, 0, 1),
      tokensIn: 10,
    });
    expect(skipped).toEqual([]);
  });

  it('are read by lines, also where the result comes last and holds them again', () => {
    const { cases } = readFiles({ a: jsonLines(...MESSAGES, { messages: MESSAGES, stop_reason: null }) });
    expect(cases).toHaveLength(1);
    expect(tokens(cases)).toEqual([30, 4]);
  });

  it('are read out of the saved state of a team, and of an agent', () => {
    const thread = { type: 'TeamState', agent_states: { manager: { message_thread: MESSAGES } } };
    expect(tokens(readFiles({ a: json(thread) }).cases)).toEqual([30, 4]);
    const context = [
      { type: 'UserMessage', source: 'user', content: 'go' },
      {
        type: 'AssistantMessage',
        source: 'desk',
        thought: 'hm',
        content: [{ id: 'a', name: 'look', arguments: '{}' }],
      },
      { type: 'FunctionExecutionResultMessage', content: [{ call_id: 'a', content: '2', is_error: false }] },
    ];
    const agent = { type: 'AssistantAgentState', llm_context: { messages: context } };
    expect(readFiles({ a: json(agent) }).cases[0]!.steps).toMatchObject([
      { tool: 'look', result: '2', failed: false, answer: 'hm', prompt: 'go' },
    ]);
  });

  it('are the same cases whatever the order of files', () => {
    const files = { b: json({ messages: MESSAGES }), a: json(MESSAGES) };
    expect(readFiles(reversed(files)).cases).toEqual(readFiles(files).cases);
  });

  it('report an invalid line in one line', () => {
    const { skipped } = readFiles({ a: jsonLines(...MESSAGES, { weather: 'fine' }) });
    expect(skipped).toEqual([{ file: 'a', line: 7, reason: 'no message of AutoGen' }]);
  });
});
