import { describe, expect, it } from 'vitest';
import { readFiles } from '../fixture.ts';

const stepsOf = (...messages: readonly object[]) =>
  readFiles({ a: JSON.stringify([{ role: 'user', content: 'Go' }, ...messages]) }).cases[0].steps;

describe('lists of messages', () => {
  it('have input with what was read from a cache or written to it, also where their source leaves it out', () => {
    const usage = {
      ...{ input_tokens: 5, output_tokens: 10 },
      ...{ cache_read_input_tokens: 1_000, cache_creation_input_tokens: 200 },
    };
    expect(stepsOf({ role: 'assistant', content: 'Hi', usage })).toMatchObject([
      { tokensIn: 1_205, tokensOut: 10, tokensCachedRead: 1_000, tokensCachedWrite: 200 },
    ]);
  });

  it('have the outputs of the AI SDK without their types, of which an error is a failure', () => {
    const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} });
    const result = (toolCallId: string, output: object) => ({
      ...{ type: 'tool-result', toolCallId, toolName: 'look', output },
    });
    const steps = stepsOf(
      { role: 'assistant', content: [call('a'), call('b'), call('c')] },
      {
        role: 'tool',
        content: [
          result('a', { type: 'text', value: 'fine' }),
          result('b', { type: 'json', value: { error: 'late' } }),
          result('c', { type: 'error-text', value: 'gone' }),
        ],
      },
    );
    expect(steps.map(({ result, failed }) => [result, failed])).toEqual([
      ['fine', null],
      ['{"error":"late"}', true],
      ['gone', true],
    ]);
  });

  it('count results that answer no call of their conversation', () => {
    const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } };
    const messages = [
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'b', content: 'lost' },
      { role: 'tool', tool_call_id: 'a', content: 'found' },
      { role: 'tool', tool_call_id: 'a', content: 'found again' },
    ];
    const { cases, leftOut } = readFiles({ a: JSON.stringify(messages) });
    expect(cases[0].steps).toMatchObject([{ tool: 'look', result: 'found' }]);
    expect(leftOut).toEqual([
      { file: 'a', what: 'results of tools that answer no call of their conversation', count: 2 },
    ]);
  });

  it('have a step for each tool that Anthropic ran, which may have failed', () => {
    const content = [
      { type: 'mcp_tool_use', id: 'a', name: 'echo', input: { a: 1 } },
      { type: 'mcp_tool_result', tool_use_id: 'a', is_error: true, content: [{ type: 'text', text: 'bad' }] },
      { type: 'server_tool_use', id: 'b', name: 'web_search', input: { query: 'x' } },
      {
        ...{ type: 'web_search_tool_result', tool_use_id: 'b' },
        content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
      },
      { type: 'text', text: 'Sorry' },
    ];
    expect(stepsOf({ role: 'assistant', content })).toMatchObject([
      { tool: 'echo', args: '{"a":1}', failed: true, error: 'bad' },
      { tool: 'web_search', failed: true, result: expect.stringContaining('max_uses_exceeded') },
    ]);
  });

  it('have the calls of the AI SDK’s messages for its page', () => {
    const toolInvocation = { toolCallId: 'c', toolName: 'weather', args: { city: 'P' } };
    const message = (more: object) => ({
      ...{ role: 'assistant', content: '' },
      parts: [{ type: 'tool-invocation', toolInvocation: { ...toolInvocation, ...more } }],
    });
    expect(stepsOf(message({ state: 'result', result: 'sun' }))).toMatchObject([
      { tool: 'weather', args: '{"city":"P"}', result: 'sun' },
    ]);
    expect(stepsOf(message({ state: 'call' }))).toMatchObject([{ tool: 'weather', result: null }]);
  });
});

/** Two searches, the second of which fails, and an answer, as each interface has them. */
const SEARCHES: readonly (readonly [form: string, file: unknown])[] = [
  [
    'items of the Responses API',
    [
      { role: 'user', content: 'Find it' },
      { type: 'reasoning', id: 'r', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'search', arguments: '{"q":"one"}' },
      { type: 'function_call_output', call_id: 'a', output: 'nothing' },
      { type: 'function_call', call_id: 'b', name: 'search', arguments: '{"q":"two"}' },
      { type: 'function_call_output', call_id: 'b', output: 'Error: late' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Not found' }] },
    ],
  ],
  [
    'a request to the Responses API, which begins with a call',
    {
      model: 'm',
      input: [
        { type: 'function_call', call_id: 'a', name: 'search', arguments: '{"q":"one"}' },
        { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'nothing' }] },
        { type: 'function_call', call_id: 'b', name: 'search', arguments: '{"q":"two"}' },
        { type: 'function_call_output', call_id: 'b', output: 'Error: late' },
        { role: 'assistant', content: 'Not found' },
      ],
    },
  ],
  [
    'the history of the OpenAI Agents SDK',
    [
      { type: 'message', role: 'user', content: 'Find it' },
      { type: 'function_call', callId: 'a', name: 'search', status: 'completed', arguments: '{"q":"one"}' },
      {
        type: 'function_call_result',
        callId: 'a',
        name: 'search',
        output: { type: 'text', text: 'nothing' },
      },
      { type: 'function_call', callId: 'b', name: 'search', status: 'completed', arguments: '{"q":"two"}' },
      {
        type: 'function_call_result',
        callId: 'b',
        name: 'search',
        output: { type: 'text', text: 'Error: late' },
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Not found' }] },
    ],
  ],
  [
    'contents of Gemini',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Find it' }] },
        { role: 'model', parts: [{ functionCall: { name: 'search', args: { q: 'one' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'search', response: { output: 'nothing' } } }] },
        { role: 'model', parts: [{ functionCall: { name: 'search', args: { q: 'two' } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'search', response: { error: 'Error: late' } } }],
        },
        { role: 'model', parts: [{ text: 'Not found' }] },
      ],
    },
  ],
  [
    'messages of the AI SDK for pages',
    [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Find it' }] },
      {
        ...{ id: '2', role: 'assistant' },
        parts: [
          { type: 'step-start' },
          {
            ...{ type: 'tool-search', toolCallId: 'a', state: 'output-available' },
            ...{ input: { q: 'one' }, output: 'nothing' },
          },
          { type: 'step-start' },
          {
            ...{ type: 'dynamic-tool', toolName: 'search', toolCallId: 'b', state: 'output-error' },
            ...{ input: { q: 'two' }, errorText: 'Error: late' },
          },
        ],
      },
      { id: '3', role: 'assistant', parts: [{ type: 'text', text: 'Not found' }] },
    ],
  ],
];

it.each(SEARCHES)('are read from %s', (_, file) => {
  const { cases, leftOut, notes } = readFiles({ 'run.json': JSON.stringify(file) });
  expect(cases).toHaveLength(1);
  const [{ steps }] = cases;
  expect(steps.map(({ tool, args, failed }) => [tool, args, failed])).toEqual([
    ['search', '{"q":"one"}', null],
    ['search', '{"q":"two"}', true],
    ['say', null, null],
  ]);
  expect(steps[0].result).toContain('nothing');
  expect(steps[1].error).toContain('late');
  expect(steps[2].answer).toBe('Not found');
  expect(leftOut).toEqual([]);
  expect(notes.filter(note => !note.includes('count'))).toEqual([]);
});

it('leave a call of the AI SDK without result that runs, or that a person refused', () => {
  const part = (state: string) => ({ type: 'tool-search', toolCallId: state, state, input: {} });
  const parts = ['input-available', 'approval-requested', 'output-denied'].map(part);
  const steps = stepsOf({ role: 'assistant', parts });
  expect(steps.map(({ tool, result, failed }) => [tool, result, failed])).toEqual(
    parts.map(() => ['search', null, null]),
  );
});

it.each([
  [
    'a chat completion',
    {
      ...{ id: 'c', object: 'chat.completion', usage: { prompt_tokens: 9, completion_tokens: 4 } },
      choices: [
        {
          ...{ index: 0, finish_reason: 'tool_calls' },
          message: {
            ...{ role: 'assistant', content: null },
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'search', arguments: '{"q":"one"}' } },
            ],
          },
        },
      ],
    },
  ],
  [
    'an answer of Gemini',
    {
      candidates: [
        { content: { role: 'model', parts: [{ functionCall: { name: 'search', args: { q: 'one' } } }] } },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4 },
    },
  ],
])('are read from %s', (_, answer) => {
  const { cases } = readFiles({ 'answer.json': JSON.stringify(answer) });
  expect(cases.map(({ steps }) => steps)).toMatchObject([
    [{ tool: 'search', args: '{"q":"one"}', tokensIn: 9, tokensOut: 4 }],
  ]);
});
