import { expect, it } from 'vitest';
import { readFiles } from '../fixture.ts';

const START = Date.UTC(2026, 10, 1);
const nano = (ms: number) => `${START + ms}000000`;
const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));

/** A call of a model that ended then, all with the same counts. */
const call = (end: number) => ({
  ...{ traceId: `${end}`.padStart(32, '0'), spanId: `${end}`.padStart(16, '0'), name: 'llm_call' },
  ...{ startTimeUnixNano: nano(end - 40), endTimeUnixNano: nano(end) },
  attributes: attributes({
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 's' },
    ...{ 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 5 },
  }),
});

/** The record of an answer, which names no span and no id. */
const answer = (time: number, response_text: string, input_token_count = 100) => ({
  timeUnixNano: nano(time),
  attributes: attributes({
    ...{ 'event.name': 'gemini_cli.api_response', 'session.id': 's', response_text },
    ...{ input_token_count, output_token_count: 5, total_token_count: input_token_count + 5 },
  }),
});

const readBoth = (spans: readonly object[], logRecords: readonly object[]) =>
  readFiles({
    'spans.json': JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    'logs.json': JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
const answersIn = ({ cases }: ReturnType<typeof readBoth>) =>
  cases.map(({ steps }) => steps.map(({ tool, answer, tokensIn }) => [tool, answer, tokensIn]));

it('a record without ids belongs to the call with its counts that ended next to it', () => {
  const spans = [call(300), call(100), call(200)];
  const records = [answer(199, 'second'), answer(101, 'first'), answer(320, 'third')];
  expect(answersIn(readBoth(spans, records))).toEqual([
    [
      ['say', 'first', 100],
      ['say', 'second', 100],
      ['say', 'third', 100],
    ],
  ]);
});

it('a record of other counts, or of another time, belongs to no call, and is reported', () => {
  const read = readBoth([call(100)], [answer(101, 'others', 200), answer(60_000, 'late')]);
  expect(answersIn(read)).toEqual([[['say', null, 100]]]);
  const what = 'log records of answers that are none of their conversation’s spans';
  expect(read.leftOut).toEqual([{ file: 'logs.json', what, count: 2 }]);
});

it('calls that only the log records are steps next to the spans of the model', () => {
  const record = {
    timeUnixNano: nano(150),
    attributes: attributes({
      ...{ 'event.name': 'gemini_cli.tool_call', 'session.id': 's', function_name: 'read_file' },
      ...{ function_args: '{"path":"a"}', success: 'true' },
    }),
  };
  const [steps] = answersIn(readBoth([call(100), call(300)], [record]));
  expect(steps.map(([tool]) => tool)).toEqual(['say', 'read_file', 'say']);
});

it('a span within a conversation is completed by its records as well, where only the span around it names the conversation', () => {
  const [inner, around] = [call(100), call(300)];
  const nameless = {
    ...inner,
    attributes: inner.attributes.filter(({ key }) => key !== 'gen_ai.conversation.id'),
  };
  const agent = {
    ...{ ...around, spanId: 'a'.repeat(16), traceId: inner.traceId, name: 'invoke_agent' },
    startTimeUnixNano: nano(0),
    attributes: attributes({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': 's' }),
  };
  const read = readBoth([{ ...nameless, parentSpanId: agent.spanId }, agent], [answer(101, 'once')]);
  expect(answersIn(read)).toEqual([[['say', 'once', 100]]]);
});
