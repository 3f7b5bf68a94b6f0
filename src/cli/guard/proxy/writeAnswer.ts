import type { ChatConversation, ChatDialect } from './readConversation.ts';

/** An answer in the model's place. */
interface WrittenAnswer {
  readonly contentType: string;
  readonly body: string;
}

/** Writes a text as the model would have answered it, streamed or not. @param id of the answer @param seconds since 1970 */
export function writeAnswer(
  dialect: ChatDialect,
  { model, isStreamed }: Pick<ChatConversation, 'model' | 'isStreamed'>,
  text: string,
  id: string,
  seconds: number,
): WrittenAnswer {
  const write = { chat: writeChat, responses: writeResponses, messages: writeMessages }[dialect];
  const { whole, events } = write({ model, text, id, seconds });
  return isStreamed
    ? { contentType: 'text/event-stream', body: events.map(formatServerEvent).join('') }
    : { contentType: 'application/json', body: JSON.stringify(whole) };
}

interface AnswerFacts {
  readonly model: string;
  readonly text: string;
  readonly id: string;
  readonly seconds: number;
}

/** An event of a stream: its name, if the dialect has names, and its data. */
type StreamEvent = readonly [name: string | null, data: object | string];

interface BothForms {
  readonly whole: object;
  readonly events: readonly StreamEvent[];
}

const formatServerEvent = ([name, data]: StreamEvent): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

function writeChat({ model, text, id, seconds }: AnswerFacts): BothForms {
  const head = { id: `chatcmpl-${id}`, created: seconds, model };
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const chunk = (delta: object, finish_reason: string | null): StreamEvent => [
    null,
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  ];
  return {
    whole: {
      ...{ ...head, object: 'chat.completion', usage },
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    },
    events: [
      chunk({ role: 'assistant', content: text }, null),
      chunk({}, 'stop'),
      [null, { ...head, object: 'chat.completion.chunk', choices: [], usage }],
      [null, '[DONE]'],
    ],
  };
}

function writeMessages({ model, text, id }: AnswerFacts): BothForms {
  const usage = { input_tokens: 0, output_tokens: 0 };
  const head = { id: `msg_${id}`, type: 'message', role: 'assistant', model };
  const named = (type: string, data: object = {}): StreamEvent => [type, { type, ...data }];
  const end = { stop_reason: 'end_turn', stop_sequence: null };
  return {
    whole: { ...head, content: [{ type: 'text', text }], ...end, usage },
    events: [
      named('message_start', {
        message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage },
      }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: end, usage: { output_tokens: 0 } }),
      named('message_stop'),
    ],
  };
}

function writeResponses({ model, text, id, seconds }: AnswerFacts): BothForms {
  const part = { type: 'output_text', text, annotations: [] };
  const item = { id: `msg_${id}`, type: 'message', role: 'assistant' };
  const done = { ...item, status: 'completed', content: [part] };
  const usage = {
    ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  };
  const response = (status: string, output: readonly object[]) => ({
    ...{ id: `resp_${id}`, object: 'response', created_at: seconds, model, status, output, usage },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, tools: [] },
    ...{ parallel_tool_calls: true, temperature: null, tool_choice: 'auto', top_p: null },
  });
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const events: readonly (readonly [string, object])[] = [
    ['response.created', { response: response('in_progress', []) }],
    [
      'response.output_item.added',
      { output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    ],
    ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
    ['response.output_text.delta', { ...place, delta: text }],
    ['response.output_text.done', { ...place, text }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index: 0, item: done }],
    ['response.completed', { response: response('completed', [done]) }],
  ];
  return {
    whole: response('completed', [done]),
    events: events.map(([type, data], i) => [type, { type, sequence_number: i, ...data }]),
  };
}
