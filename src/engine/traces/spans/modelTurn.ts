import { isResponsesCallItem, type Message, parseMessage } from '../lists/message.ts';
import { MAX_VALUE_DEPTH } from '../traceSteps.ts';
import { getPathValue, isFieldsObject, parseJsonText, toWordText } from '../values.ts';
import type { OtelEvent, SpanAttributes } from './otelSpan.ts';
import type { GivenResult, ModelTurn } from './piece.ts';

/** Most messages of a question that are looked at, in attributes with a number each. */
const MAX_MESSAGES = 10_000;

/** Attributes, at least one of which is on any span with words, calls, or the reason for its answer's end. */
export const WORD_ATTRIBUTES: readonly string[] = [
  ...['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.prompt', 'gen_ai.completion'],
  ...['ai.prompt.messages', 'ai.response.text', 'ai.response.toolCalls', 'input.value', 'output.value'],
  ...['llm.input_messages.0.message', 'llm.output_messages.0.message'].flatMap(base => [
    ...[`${base}.role`, `${base}.content`, `${base}.tool_calls.0.tool_call.function.name`],
  ]),
  ...['gen_ai.prompt.0', 'gen_ai.completion.0'].flatMap(base => [
    ...[`${base}.role`, `${base}.content`, `${base}.tool_calls.0.name`],
  ]),
  ...['gen_ai.response.finish_reasons', 'llm.response.finish_reason', 'gen_ai.response.finish_reason'],
];

/** The turn of a span without words. */
export const NOTHING_SAID: ModelTurn = {
  ...{ prompt: null, text: null, calls: [], asked: [], awaited: [], wantsTools: null },
  ...{ results: new Map(), ownResults: new Map() },
};

/**
 * Input and answer of a model, in the five generations of attributes: messages as JSON, a prompt and a completion with
 * numbers (OpenLLMetry), numbered messages (OpenInference), an event for each message, or a text and calls (the AI
 * SDK).
 * @param readGiven finds the input messages in a value
 */
export function readSpanTurn(
  attributes: SpanAttributes,
  events: readonly OtelEvent[],
  readGiven: (value: unknown) => readonly Message[] = parseMessages,
): ModelTurn {
  const given = findFirstMessages(
    () => readGiven(attributes.get('gen_ai.input.messages')),
    () => readNumberedMessages(attributes, 'llm.input_messages', '.message', '.tool_call.function'),
    () => readNumberedMessages(attributes, 'gen_ai.prompt', '', ''),
    () => readGiven(attributes.get('gen_ai.prompt')),
    () =>
      events
        .filter(event => /^gen_ai\.(?:system|user|assistant|tool)\.message$/.test(event.name))
        .flatMap(readEventMessages),
    () => readGiven(attributes.get('ai.prompt.messages')),
    () => readGiven(attributes.get('input.value')),
  );
  const answered = findFirstMessages(
    () => parseMessages(attributes.get('gen_ai.output.messages')),
    () => readNumberedMessages(attributes, 'llm.output_messages', '.message', '.tool_call.function'),
    () => readNumberedMessages(attributes, 'gen_ai.completion', '', ''),
    () => parseMessages(attributes.get('gen_ai.completion')),
    () => events.filter(event => event.name === 'gen_ai.choice').flatMap(readEventMessages),
    () => readAiSdkAnswer(attributes),
    () => parseMessages(attributes.get('output.value')),
  );
  return buildTurnFromMessages(given, answered, getFinishReason(attributes));
}

/** A turn of the messages that a model was given, and those that it answered. */
export function buildTurnFromMessages(
  given: readonly Message[],
  answered: readonly Message[],
  finish: string | null,
): ModelTurn {
  const last = given.findLast(
    ({ role, text, results }) => role !== 'system' && (text !== null || results.length > 0),
  );
  const calls = answered.length === 1 ? answered[0].calls : answered.flatMap(message => message.calls);
  const stopped = finish ?? answered.findLast(message => message.finish !== null)?.finish ?? null;
  const texts = answered.flatMap(({ text }) => (text === null ? [] : [text]));
  return {
    prompt: last?.text ?? toWordText(last?.results[0]?.value),
    text: texts.length > 0 ? texts.join('\n') : null,
    calls,
    asked: findLastAnswer(given).flatMap(message => message.calls),
    // Input since the last answer; the rest came before.
    results: indexResultsByCallId(given.slice(given.findLastIndex(({ role }) => role === 'assistant') + 1)),
    ownResults: indexResultsByCallId(answered),
    awaited: given.some(({ awaited }) => awaited !== undefined && awaited.length > 0)
      ? given.flatMap(message => message.awaited ?? [])
      : NO_MESSAGES,
    wantsTools: calls.length > 0 ? true : stopped === null ? null : /tool|function/i.test(stopped),
  };
}

const NO_MESSAGES: readonly string[] = [];

/** Results by the ids of their calls. */
function indexResultsByCallId(messages: readonly Message[]): ReadonlyMap<string, GivenResult> {
  const found = new Map<string, GivenResult>();
  for (const message of messages)
    for (const { id, value, failed } of message.results) if (id !== null) found.set(id, { value, failed });
  return found;
}

/** The messages of the last answer that was given back, thoughts between them left out. */
function findLastAnswer(given: readonly Message[]): readonly Message[] {
  const end = given.findLastIndex(({ role }) => role === 'assistant');
  let begin = end;
  while (begin > 0 && /^(?:assistant|reasoning)$/.test(given[begin - 1].role)) begin--;
  return end < 0 ? [] : given.slice(begin, end + 1);
}

/** Wrappers of messages. Items of a response are under `output`, contents of Gemini under `content`. */
const WRAPPERS = ['messages', 'choices', 'generations', 'message', 'contents', 'content', 'output', 'kwargs'];

/** The messages that a value holds: a list of them, one, or what wraps them. */
export const parseMessages = (value: unknown): Message[] => parseNestedMessages(value, 0);

function parseNestedMessages(value: unknown, depth: number): Message[] {
  if (depth > MAX_VALUE_DEPTH) return [];
  const held = parseJsonText(value);
  if (Array.isArray(held)) return held.flatMap(one => parseNestedMessages(one, depth + 1));
  if (!isMessageLike(held))
    for (const key of WRAPPERS)
      if (typeof getPathValue(held, key) === 'object' && getPathValue(held, key) !== null)
        return parseNestedMessages(getPathValue(held, key), depth + 1);
  const message = parseMessage(held);
  if (message === null) return [];
  // OpenLLMetry keeps the whole input of a response as the one text of a message.
  const whole = message.text?.startsWith('[{"') === true ? parseJsonText(message.text) : null;
  return Array.isArray(whole) && whole.every(item => isMessageLike(item) || parseMessage(item) !== null)
    ? whole.flatMap(one => parseNestedMessages(one, depth + 1))
    : [message];
}

/** A message as it is, an item that is a call or its result, or LangChain's serialised form. */
const isMessageLike = (value: unknown): boolean =>
  isFieldsObject(value) &&
  (getPathValue(value, 'role') !== undefined ||
    isResponsesCallItem(value) ||
    (isFieldsObject(getPathValue(value, 'kwargs')) && Array.isArray(getPathValue(value, 'id'))));

/** The first way that finds messages. */
function findFirstMessages(...ways: readonly (() => readonly Message[])[]): readonly Message[] {
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** Messages whose parts are attributes: `PREFIX.N INFIX.role`. */
function readNumberedMessages(
  attributes: SpanAttributes,
  prefix: string,
  infix: string,
  call: string,
): Message[] {
  const found: Message[] = [];
  for (let index = 0; index < MAX_MESSAGES; index++) {
    const base = `${prefix}.${index}${infix}`;
    const calls = readNumberedCalls(attributes, `${base}.tool_calls`, call);
    const role = toWordText(attributes.get(`${base}.role`));
    const text = toWordText(attributes.get(`${base}.content`));
    if (role === null && text === null && calls.length === 0) break;
    const message = {
      role: role ?? (prefix.includes('prompt') ? 'user' : 'assistant'),
      content: text,
      tool_calls: calls,
      tool_call_id: attributes.get(`${base}.tool_call_id`),
      finish_reason: attributes.get(`${base}.finish_reason`),
    };
    for (const one of parseMessages(message)) found.push(one);
  }
  return found;
}

function readNumberedCalls(attributes: SpanAttributes, base: string, call: string): unknown[] {
  const calls: unknown[] = [];
  for (let index = 0; index < MAX_MESSAGES; index++) {
    const name = attributes.get(`${base}.${index}${call}.name`);
    if (name === undefined) break;
    const id = attributes.get(`${base}.${index}${call === '' ? '' : '.tool_call'}.id`);
    calls.push({ id, name, arguments: attributes.get(`${base}.${index}${call}.arguments`) });
  }
  return calls;
}

/** The message of an event of conventions up to 1.36. */
function readEventMessages({ name, attributes }: OtelEvent): Message[] {
  const message = parseJsonText(attributes.get('message'));
  const role = /^gen_ai\.(\w+)\.message$/.exec(name)?.[1] ?? 'assistant';
  const content = parseJsonText(attributes.get('content'));
  return parseMessages({
    role: toWordText(attributes.get('role')) ?? role,
    content: isFieldsObject(content) ? JSON.stringify(content) : Array.isArray(message) ? message : content,
    tool_calls: parseJsonText(attributes.get('tool_calls')),
    tool_call_id: attributes.get('id'),
    finish_reason: attributes.get('finish_reason'),
    ...(isFieldsObject(message) ? message : {}),
  });
}

/** The AI SDK's notes on an answer: a text, and calls whose parts have names of their own. */
function readAiSdkAnswer(attributes: SpanAttributes): Message[] {
  const text = toWordText(attributes.get('ai.response.text'));
  const calls = parseJsonText(attributes.get('ai.response.toolCalls'));
  const listed: readonly unknown[] = Array.isArray(calls) ? calls : [];
  if (text === null && listed.length === 0) return [];
  return parseMessages({
    role: 'assistant',
    content: text,
    tool_calls: listed.map(one => ({
      id: getPathValue(one, 'toolCallId'),
      name: getPathValue(one, 'toolName'),
      arguments: getPathValue(one, 'input') ?? getPathValue(one, 'args'),
    })),
  });
}

function getFinishReason(attributes: SpanAttributes): string | null {
  const reasons = parseJsonText(attributes.get('gen_ai.response.finish_reasons'));
  return (
    toWordText(Array.isArray(reasons) ? reasons[0] : reasons) ??
    toWordText(attributes.get('llm.response.finish_reason')) ??
    toWordText(attributes.get('gen_ai.response.finish_reason'))
  );
}
