import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeOtlpTraces } from '../../../src/engine/traces/spans/tracers/otlpProtobuf.ts';
import { bytesOfFixture, readFiles, readFixture } from './fixture.ts';

type Given = Readonly<Record<string, unknown>>;

/** A value as OTLP/JSON writes it. */
function anyValue(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: attributes(value as Given) } };
}
const attributes = (given: Given) =>
  Object.entries(given).map(([key, value]) => ({ key, value: anyValue(value) }));

/** A span that begins `second` seconds after the first. */
const span = (id: string, parent: string, second: number, given: Given, more: Given = {}) => ({
  ...{ traceId: 'A1', spanId: id, parentSpanId: parent, name: id, attributes: attributes(given) },
  startTimeUnixNano: `${1_767_225_600 + second}000005000`,
  endTimeUnixNano: `${1_767_225_601 + second}000000000`,
  ...more,
});
const readAll = (spans: readonly unknown[]) =>
  readFiles({ a: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }) });
const read = (...spans: readonly unknown[]) => readAll(spans);

const AGENT = span('agent', '', 0, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' });
const START = 1_767_225_600_000;

describe('a case whose agent’s own span is there', () => {
  const agentSpan = (id: string, parent: string, second: number) =>
    span(id, parent, second, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': id });
  const tool = (id: string, parent: string, second: number) =>
    span(id, parent, second, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look' });
  const closedOf = (...spans: readonly unknown[]) =>
    read(...spans).cases.map(({ id, isClosed }) => [id, isClosed === true]);

  it('is closed, and not before that span has come', () => {
    expect(closedOf(tool('a', 'clerk', 1))).toEqual([['a1', false]]);
    expect(closedOf(tool('a', 'clerk', 1), agentSpan('clerk', '', 0))).toEqual([['a1', true]]);
  });

  it('is not closed by an agent within another one that may still run, nor by a call alone', () => {
    expect(closedOf(tool('a', 'clerk', 1), agentSpan('clerk', 'chief', 0))).toEqual([['a1', false]]);
    expect(closedOf(tool('a', '', 1))).toEqual([['a1', false]]);
  });

  it('is open again once its conversation goes on', () => {
    const talk = {
      attributes: attributes({
        'gen_ai.conversation.id': 'talk',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'look',
      }),
    };
    const first = [{ ...tool('a', 'clerk', 1), ...talk }, agentSpan('clerk', '', 0)];
    const second = { ...tool('b', 'later', 9), ...talk, traceId: 'B2' };
    const end = { ...agentSpan('later', '', 8), traceId: 'B2' };
    expect(closedOf(...first)).toEqual([['talk', true]]);
    expect(closedOf(...first, second)).toEqual([['talk', false]]);
    expect(closedOf(...first, second, end)).toEqual([['talk', true]]);
  });

  it('is that of a sub-agent as soon as its own span has come', () => {
    const spans = [
      tool('plan', 'chief', 1),
      span('task', 'chief', 2, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'task' }),
      agentSpan('scout', 'task', 3),
      tool('look', 'scout', 4),
    ];
    expect(closedOf(...spans)).toContainEqual(['a1/scout', true]);
    expect(closedOf(...spans)).toContainEqual(['a1', false]);
  });
});

describe('spans of OpenTelemetry', () => {
  it('give calls, results, words and costs by the present conventions', () => {
    const input = [{ role: 'user', parts: [{ type: 'text', content: 'Find it' }] }];
    const output = [
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'I search' },
          { type: 'tool_call', id: 'c', name: 'search', arguments: { q: 1 } },
        ],
        finish_reason: 'tool_call',
      },
    ];
    const { cases } = read(
      AGENT,
      span('chat m', 'agent', 1, {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm', 'gen_ai.conversation.id': 'talk' },
        ...{ 'gen_ai.usage.input_tokens': 7, 'gen_ai.usage.output_tokens': 3 },
        ...{ 'gen_ai.input.messages': JSON.stringify(input), 'gen_ai.output.messages': output },
      }),
      span('execute_tool search', 'agent', 2, {
        ...{
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'c',
        },
        ...{
          'gen_ai.tool.call.arguments': { q: 1 },
          'gen_ai.tool.call.result': '3 found',
          'error.type': 'timeout',
        },
      }),
    );
    expect(cases).toEqual([
      {
        parent: null,
        ...{ id: 'talk', outcome: null, reward: null, end: null, tokens: 'exact', labels: { model: 'm' } },
        isClosed: true,
        steps: [
          {
            ...{ tool: 'search', state: null, agent: 'clerk', args: '{"q":1}', argsHash: '6ae0f660' },
            ...{
              result: '3 found',
              resultHash: expect.stringMatching(/^[0-9a-f]{8}$/),
              failed: true,
              error: 'timeout',
            },
            ...{ prompt: 'Find it', answer: 'I search', at: START + 2_000.005, until: START + 3_000 },
            ...{ tokensIn: 7, tokensOut: 3, usd: null },
            ...{ tokensCachedRead: null, tokensCachedWrite: null, tokensReasoning: null },
            modelCalls: [[START + 1_000.005, START + 2_000]],
            ...{ waitsFor: null, isInferred: false },
          },
        ],
      },
    ]);
  });

  it('have on the first step of a turn when its model was called, with calls of turns without a step', () => {
    const chat = (id: string, second: number, more: Given = {}) =>
      span(id, 'agent', second, { 'gen_ai.operation.name': 'chat', ...more });
    const tool = (id: string, second: number) =>
      span(id, 'agent', second, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': id });
    const wantsTools = { 'gen_ai.response.finish_reasons': ['tool_calls'] };
    const { cases } = read(
      ...[AGENT, chat('lost', 1, wantsTools), chat('one', 3, wantsTools), tool('look', 5), tool('read', 6)],
      chat('last', 9),
    );
    const at = (second: number) => [START + second * 1000 + 0.005, START + (second + 1) * 1000];
    expect(cases[0].steps.map(step => [step.tool, step.at, step.modelCalls])).toEqual([
      ['look', at(5)[0], [at(1), at(3)]],
      ['read', at(6)[0], null],
      // A message is the call itself.
      ['say', at(9)[0], null],
    ]);
  });

  it('have a call without a span of its own begin when the model has asked for it', () => {
    const output = [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'search' }] }];
    const { cases } = read(
      span('chat', '', 4, { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': output }),
    );
    expect(cases[0].steps).toMatchObject([
      { tool: 'search', at: START + 5000, until: null, modelCalls: [[START + 4000.005, START + 5000]] },
    ]);
  });

  it.each([
    [
      'events of each message, as up to 1.36',
      { 'gen_ai.system': 'openai', 'gen_ai.operation.name': 'chat' },
      [
        { name: 'gen_ai.user.message', attributes: attributes({ content: 'Find it' }) },
        {
          name: 'gen_ai.choice',
          attributes: attributes({
            finish_reason: 'tool_calls',
            message: JSON.stringify({
              role: 'assistant',
              tool_calls: [{ id: 'c', function: { name: 'search', arguments: '{"q":1}' } }],
            }),
          }),
        },
      ],
    ],
    [
      'numbered prompts and completions, as OpenLLMetry',
      {
        ...{ 'llm.request.type': 'chat', 'gen_ai.prompt.0.role': 'system', 'gen_ai.prompt.0.content': 'You' },
        ...{ 'gen_ai.prompt.1.role': 'user', 'gen_ai.prompt.1.content': 'Find it' },
        ...{
          'gen_ai.completion.0.tool_calls.0.name': 'search',
          'gen_ai.completion.0.finish_reason': 'tool_calls',
        },
        ...{
          'gen_ai.completion.0.tool_calls.0.arguments': '{"q":1}',
          'gen_ai.completion.0.tool_calls.0.id': 'c',
        },
      },
      [],
    ],
    [
      'numbered messages, as OpenInference',
      {
        ...{ 'openinference.span.kind': 'LLM', 'llm.input_messages.0.message.role': 'user' },
        ...{
          'llm.input_messages.0.message.content': 'Find it',
          'llm.output_messages.0.message.role': 'assistant',
        },
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":1}',
      },
      [],
    ],
    [
      'messages as JSON, as now',
      {
        ...{
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Find it"}]}]',
        },
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"search","arguments":{"q":1}}]}]',
      },
      [],
    ],
  ])('give a call without a span of its own by %s', (_, given, events) => {
    const { cases } = read(AGENT, span('x', 'agent', 1, given, { events }));
    expect(cases).toHaveLength(1);
    expect(cases[0].steps).toMatchObject([
      { tool: 'search', args: '{"q":1}', prompt: 'Find it', agent: 'clerk' },
    ]);
  });

  it('give tools of OpenLLMetry, and its old names of tokens', () => {
    const { cases } = read(
      span('chat', '', 1, {
        'llm.request.type': 'chat',
        'gen_ai.usage.prompt_tokens': 4,
        'gen_ai.usage.completion_tokens': 1,
      }),
      span('x.tool', '', 2, {
        ...{ 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'x' },
        ...{ 'traceloop.entity.input': '{"a":1}', 'traceloop.entity.output': '2' },
      }),
    );
    expect(cases[0].steps).toMatchObject([
      { tool: 'x', args: '{"a":1}', result: '2', tokensIn: 4, tokensOut: 1 },
    ]);
  });

  it('count the tokens of the calls, or those of the agent, never both', () => {
    const paid = { 'gen_ai.usage.input_tokens': 50, 'gen_ai.usage.output_tokens': 5 };
    const agent = span('agent', '', 0, { 'gen_ai.operation.name': 'invoke_agent', ...paid });
    const inner = span('inner', 'agent', 0, { 'gen_ai.operation.name': 'invoke_agent', ...paid });
    const tool = span('t', 'inner', 2, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't' });
    expect(read(agent, inner, tool).cases[0].steps).toMatchObject([
      { tool: 't', tokensIn: 50, tokensOut: 5 },
    ]);
    const chat = span('chat', 'inner', 1, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 8,
    });
    expect(read(agent, inner, chat, tool).cases[0].steps).toMatchObject([
      { tool: 't', tokensIn: 8, tokensOut: null },
    ]);
  });

  it('keep turns of agents that run in parallel apart', () => {
    const agent = (name: string) =>
      span(name, '', 0, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name });
    const chat = (parent: string, second: number, tokens: number) =>
      span(`chat ${parent}`, parent, second, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': tokens,
      });
    const tool = (parent: string, second: number) =>
      span(`tool ${parent}`, parent, second, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': `by ${parent}`,
      });
    const { cases } = read(
      agent('a'),
      agent('b'),
      chat('a', 1, 10),
      chat('b', 2, 20),
      tool('a', 3),
      tool('b', 4),
    );
    expect(cases[0].steps).toMatchObject([
      { tool: 'by a', agent: 'a', tokensIn: 10 },
      { tool: 'by b', agent: 'b', tokensIn: 20 },
    ]);
  });

  it('are judged by an evaluation, and have an end', () => {
    const verdict = (given: Given) => [{ name: 'gen_ai.evaluation.result', attributes: attributes(given) }];
    const judged = (given: Given) =>
      read(
        { ...AGENT, events: verdict(given), status: { code: 2, message: 'too long' } },
        span('t', 'agent', 1, { 'gen_ai.tool.name': 't' }),
      ).cases[0];
    expect(
      judged({ 'gen_ai.evaluation.score.value': 0.5, 'gen_ai.evaluation.score.label': 'pass' }),
    ).toMatchObject({
      ...{ outcome: 'succeeded', reward: 0.5, end: 'too long' },
    });
    expect(judged({ 'gen_ai.evaluation.score.value': 0 })).toMatchObject({ outcome: 'failed', reward: 0 });
    expect(judged({ 'gen_ai.evaluation.score.value': 0.5 })).toMatchObject({ outcome: null, reward: 0.5 });
  });

  it('survive parents in a circle, spans that come twice, clocks that go back and ends that are missing', () => {
    const tool = (id: string, parent: string, second: number, more: Given = {}) =>
      span(id, parent, second, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': id }, more);
    const { cases, skipped } = read(
      tool('a', 'c', 3, { endTimeUnixNano: '0' }),
      tool('b', 'a', 2, { endTimeUnixNano: '1767225600000000000' }),
      tool('b', 'a', 2),
      tool('c', 'b', 1, { startTimeUnixNano: undefined }),
      tool('d', 'd', 4),
    );
    expect(skipped).toEqual([]);
    expect(cases[0].steps.map(({ tool: name, at, until }) => [name, at, until])).toEqual([
      ['b', START + 2_000.005, START + 3_000],
      ['c', null, START + 2_000],
      ['a', START + 3_000.005, null],
      ['d', START + 4_000.005, START + 5_000],
    ]);
  });

  it('are read with keys in snake case and names of enumerations as well', () => {
    const { cases } = readFiles({
      a: JSON.stringify({
        resource_spans: [
          {
            scope_spans: [
              {
                spans: [
                  {
                    ...{
                      trace_id: 'A1',
                      span_id: 'B',
                      name: 'execute_tool x',
                      start_time_unix_nano: 1.7672256e18,
                    },
                    ...{ status: { code: 'STATUS_CODE_ERROR', message: 'no' } },
                    attributes: [{ key: 'tool.name', value: { string_value: 'x' } }],
                  },
                ],
              },
            ],
          },
        ],
      }),
    });
    expect(cases).toMatchObject([{ id: 'a1', steps: [{ tool: 'x', at: START, failed: true, error: 'no' }] }]);
  });

  it('of something other than agents are named', () => {
    expect(readFixture('raw/otlp/opentelemetry-proto_trace.json').skipped).toEqual([
      {
        ...{ file: 'raw/otlp/opentelemetry-proto_trace.json', line: null },
        reason:
          'read as OpenTelemetry spans, without any case in it; left out: spans of traces without an agent, a model or a tool: 1',
      },
    ]);
  });
});

describe('spans of the AI SDK', () => {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/agents/aiSdk6.jsonl'), 'utf8');

  it('give calls with arguments and results, messages and tokens', () => {
    const { cases, skipped } = readFiles({ a: text });
    expect(skipped).toEqual([]);
    expect(cases).toHaveLength(1);
    const [called, said] = cases[0].steps;
    expect(cases[0].steps).toHaveLength(2);
    expect(called).toMatchObject({
      ...{ tool: 'getOrder', args: '{"order":7}', result: '{"order":7,"state":"sent"}', failed: false },
      ...{ prompt: 'Where is order 7?', tokensIn: 120, tokensOut: 30 },
    });
    expect(said).toMatchObject({ tool: 'say', answer: 'It was sent.', tokensIn: 120, tokensOut: 30 });
  });

  it('give the requested calls of an answer where their spans are missing', () => {
    const spans = JSON.parse(text);
    const [scope] = spans.resourceSpans[0].scopeSpans;
    scope.spans = scope.spans.filter(({ name }: { name: string }) => name !== 'ai.toolCall');
    const { cases } = readFiles({ a: JSON.stringify(spans) });
    expect(cases[0].steps.map(({ tool, args }) => [tool, args])).toEqual([
      ['getOrder', '{"order":7}'],
      ['say', null],
    ]);
  });
});

describe('spans of LangSmith’s exporter', () => {
  /** A message as LangChain serialises it. */
  const message = (name: string, kwargs: Given) => ({
    ...{ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs },
  });
  const run = (kind: string, operation: string, inputs: unknown, outputs: unknown, more: Given = {}) => ({
    ...{ 'langsmith.span.kind': kind, 'gen_ai.operation.name': operation },
    ...{ 'gen_ai.prompt': JSON.stringify(inputs), 'gen_ai.completion': JSON.stringify(outputs) },
    ...{ 'langsmith.metadata.langgraph_node': 'desk', 'langsmith.metadata.thread_id': 'thread 7', ...more },
  });

  it('give calls, messages, nodes and threads; templates are not steps', () => {
    const asked = message('HumanMessage', { content: 'Where is order 7?', type: 'human' });
    const calls = [{ name: 'get_order', args: { order: 7 }, id: 'c1', type: 'tool_call' }];
    const calling = message('AIMessage', { content: '', type: 'ai', tool_calls: calls });
    const said = message('AIMessage', { content: 'It was sent.', type: 'ai' });
    const tokens = { 'gen_ai.usage.input_tokens': 120, 'gen_ai.usage.output_tokens': 30 };
    const { cases } = read(
      span('LangGraph', '', 0, run('chain', 'chain', {}, {})),
      span('template', 'LangGraph', 1, run('prompt', 'chat', {}, {})),
      span(
        'ChatOpenAI',
        'LangGraph',
        2,
        run(
          'llm',
          'chat',
          { messages: [[asked]] },
          { generations: [[{ text: '', message: calling }]] },
          tokens,
        ),
      ),
      span('get_order', 'LangGraph', 3, run('tool', 'execute_tool', { order: 7 }, { output: 'sent' })),
      span(
        'again',
        'LangGraph',
        4,
        run(
          'llm',
          'chat',
          { messages: [[asked, calling]] },
          { generations: [[{ text: '', message: said }]] },
          tokens,
        ),
      ),
    );
    expect(cases.map(({ id }) => id)).toEqual(['thread 7']);
    expect(cases[0].steps).toHaveLength(2);
    expect(cases[0].steps[0]).toMatchObject({
      ...{ tool: 'get_order', state: 'desk', args: '{"order":7}', result: 'sent' },
      ...{ prompt: 'Where is order 7?', tokensIn: 120, tokensOut: 30 },
    });
    expect(cases[0].steps[1]).toMatchObject({ tool: 'say', answer: 'It was sent.', state: 'desk' });
  });
});

describe('spans in protobuf', () => {
  const bytes = bytesOfFixture('otlp/tau2_retail_5.genai.pb');

  it('are the same as in JSON', () => {
    const spans = decodeOtlpTraces(bytes);
    expect(spans).toHaveLength(73);
    expect(spans[0]).toMatchObject({
      ...{ traceId: '554a277dfee4dceb4e56322ffd7a8bec', spanId: '44e00f3d55cdfc75', parentSpanId: '' },
      ...{
        name: 'invoke_agent retail_agent',
        start: 1754064997053.887,
        end: 1754065010700.788,
        failed: false,
      },
    });
    expect(spans[0].events[0].attributes.get('gen_ai.evaluation.score.value')).toBe(1);
    const ids = new Set(readFiles({ a: bytes }).cases.map(({ id }) => id));
    const same = readFixture('otlp/tau2_retail_40.genai.jsonl').cases.filter(({ id }) => ids.has(id));
    expect(readFiles({ a: bytes }).cases).toEqual(same);
  });

  it('are refused where they end too early, with the reason', () => {
    expect(() => decodeOtlpTraces(bytes.subarray(0, 1_000))).toThrow('protobuf that ends within a field');
    expect(readFiles({ a: bytes.subarray(0, 20_000) }).skipped).toEqual([
      { file: 'a', line: null, reason: 'protobuf that ends within a field' },
    ]);
  });

  it('are refused where an attribute is nested too deep', () => {
    const field = (number: number, inner: readonly number[]): number[] => {
      const length = inner.length < 128 ? [inner.length] : [(inner.length & 0x7f) | 0x80, inner.length >> 7];
      return [(number << 3) | 2, ...length, ...inner];
    };
    let value = field(1, [120]);
    for (let depth = 0; depth < 80; depth++) value = field(5, field(1, value));
    const deep = field(9, [...field(1, [107]), ...field(2, value)]);
    const traces = field(1, field(2, field(2, [...field(1, [1, 2]), ...deep])));
    expect(() => decodeOtlpTraces(Uint8Array.from(traces))).toThrow(
      'an attribute nested more than 64 levels deep',
    );
  });
});

describe('spans that lost attributes to a limit of their tracer', () => {
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
  const notesOf = (...spans: readonly unknown[]) =>
    read(...spans).notes.filter(note => note.includes('lost'));

  it('are counted, since what is missing is unknown and not 0', () => {
    const cut = (second: number) =>
      span(`chat ${second}`, 'agent', second, chat, { droppedAttributesCount: 6 });
    expect(notesOf(AGENT, span('chat', 'agent', 1, chat))).toEqual([]);
    expect(notesOf(AGENT, cut(1), cut(2))).toEqual([
      expect.stringMatching(/^2 spans lost attributes .* are unknown, not 0$/),
    ]);
  });

  it('are found in protobuf and in what JavaScript’s SDK holds', () => {
    const field = (number: number, inner: readonly number[]) => [(number << 3) | 2, inner.length, ...inner];
    const bytes = field(1, field(2, field(2, [...field(1, [1, 2]), ...field(5, [120]), (10 << 3) | 0, 6])));
    expect(decodeOtlpTraces(Uint8Array.from(bytes))[0]?.droppedAttributes).toBe(6);
    const held = {
      ...{
        traceId: 'a1',
        spanId: 'b1',
        name: 'chat',
        startTime: [1, 0],
        endTime: [2, 0],
        status: { code: 0 },
      },
      ...{ attributes: chat, events: [], _droppedAttributesCount: 3 },
    };
    const { notes } = readFiles({ a: JSON.stringify(held) });
    expect(
      notes.filter(note => note.startsWith('1 span lost attributes where it was recorded')),
    ).toHaveLength(1);
  });
});

describe('the result of a tool', () => {
  const message = (role: string, ...parts: readonly Given[]) => ({ role, parts });
  const asked = message('assistant', { type: 'tool_call', id: 'call_0', name: 'f', arguments: { a: 1 } });
  const gave = (response: string) => message('tool', { type: 'tool_call_response', id: 'call_0', response });
  const question = message('user', { type: 'text', content: 'Go' });
  const chat = (second: number, given: readonly unknown[], answer: unknown) =>
    span(`chat ${second}`, 'agent', second, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify(given),
      'gen_ai.output.messages': JSON.stringify([answer]),
    });
  const chats = [
    chat(1, [question], asked),
    chat(3, [question, asked, gave('good')], asked),
    chat(
      5,
      [question, asked, gave('good'), asked, gave('Error: bad')],
      message('assistant', { type: 'text', content: 'Done' }),
    ),
  ];
  const tool = (second: number, given: Given = {}) =>
    span(`tool ${second}`, 'agent', second, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'f',
      'gen_ai.tool.call.id': 'call_0',
      ...given,
    });

  it('is that of its turn where each turn gives its calls the same ids', () => {
    for (const tools of [[], [tool(2), tool(4)]])
      expect(read(AGENT, ...chats, ...tools).cases[0].steps).toMatchObject([
        { tool: 'f', result: 'good' },
        { tool: 'f', result: 'Error: bad' },
        { tool: 'say', answer: 'Done' },
      ]);
  });

  it.each([
    [{ content: [{ type: 'text', text: 'no such file' }], isError: true }],
    [{ lc: 1, type: 'constructor', kwargs: { content: 'no such file', status: 'error', tool_call_id: 'k' } }],
    [{ content: 'no such file', type: 'tool', status: 'error', tool_call_id: 'k' }],
    [{ output: { content: 'no such file', type: 'tool', status: 'error', tool_call_id: 'k' } }],
    [{ type: 'error-text', value: 'no such file' }],
  ])('is marked as a failure by its wrapper: %j', returned => {
    const { steps } = read(AGENT, tool(1, { 'gen_ai.tool.call.result': JSON.stringify(returned) })).cases[0];
    expect(steps).toMatchObject([{ failed: true, result: 'no such file', error: 'no such file' }]);
  });

  it('keeps what only resembles a wrapper', () => {
    const degrees = ['celsius', 'fahrenheit'].map(type => JSON.stringify({ type, value: 20 }));
    const { steps } = read(
      AGENT,
      ...degrees.map((result, i) => tool(i + 1, { 'gen_ai.tool.call.result': result })),
    ).cases[0];
    expect(steps.map(({ result }) => result)).toEqual(degrees);
  });
});

describe('hostile spans', () => {
  const brackets = '['.repeat(2_000) + ']'.repeat(2_000);

  it('may nest messages as deep as they like', () => {
    const given = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': brackets };
    expect(read(AGENT, span('chat', 'agent', 1, given)).cases[0].steps).toHaveLength(1);
  });

  it('may nest results as deep as they like, which are cut', () => {
    const value = { output: JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`) };
    const result = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.call.result': JSON.stringify(value),
    };
    const { steps } = read(AGENT, span('execute_tool f', 'agent', 1, result)).cases[0];
    expect(steps[0].result).toContain('… (cut: nested more than 64 levels deep)');
  });

  it('may be 130,000 in one', () => {
    const spans = Array.from({ length: 130_000 }, (_, i) => span(`s${i}`, 'agent', 1, {}));
    const tool = span('execute_tool f', 'agent', 2, { 'gen_ai.operation.name': 'execute_tool' });
    expect(readAll([AGENT, ...spans, tool]).cases[0].steps).toMatchObject([{ tool: 'f' }]);
  });

  it.each([
    'gen_ai.operation.name',
    'langfuse.observation.type',
    'mlflow.spanType',
    'ai.operationId',
    'gen_ai.evaluation.name',
  ])('may have an object for %s instead of a text', name => {
    const odd = span('x', 'agent', 1, { [name]: { toString: 'x', valueOf: 'y' } });
    expect(read(AGENT, odd, span('execute_tool f', 'agent', 2, {})).cases[0].steps).toHaveLength(1);
  });

  it('may be parents of each other: the circle is cut at the same place in whatever order they come', () => {
    const circle = ['b', 'c', 'a'].map((id, i, all) =>
      span(id, all[(i + 1) % 3], i, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': id }),
    );
    const once = read(...circle).cases;
    expect(once[0].steps).toHaveLength(3);
    expect(read(...circle.toReversed()).cases).toEqual(once);
  });
});

describe('traces in Tempo’s answers', () => {
  const spans = [
    AGENT,
    span(
      'execute_tool f',
      'agent',
      1,
      { 'gen_ai.operation.name': 'execute_tool' },
      { parentSpanId: 'AQIDBAUGBwg=' },
    ),
  ];
  spans[0] = { ...AGENT, traceId: 'AAECAwQFBgcICQoLDA0ODw==', spanId: 'AQIDBAUGBwg=' };
  spans[1] = { ...spans[1]!, traceId: 'AAECAwQFBgcICQoLDA0ODw==' };

  it.each([
    ['batches', { batches: [{ scopeSpans: [{ spans }] }] }],
    ['a trace', { trace: { resourceSpans: [{ scopeSpans: [{ spans }] }] } }],
  ])('are read, with their ids in hexadecimal digits: %s', (_, answer) => {
    const { cases, skipped } = readFiles({ a: JSON.stringify(answer) });
    expect(cases).toMatchObject([
      { id: '000102030405060708090a0b0c0d0e0f', steps: [{ tool: 'f', agent: 'clerk' }] },
    ]);
    expect(skipped).toEqual([]);
  });
});
