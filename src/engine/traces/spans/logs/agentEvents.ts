import { parseMessage, type ToolCall } from '../../lists/message.ts';
import { parseTraceTime } from '../../times.ts';
import { unwrapToolResult } from '../../unwrapValues.ts';
import { normalizeUsage } from '../../usage.ts';
import { getPathValue, matchesFlag, parseJsonText, toFiniteNumber, toWordText } from '../../values.ts';
import type { SpanAttributes } from '../otelSpan.ts';
import type { AgentEvent } from './joinLogsWithSpans.ts';

type EventFields = (name: string) => unknown;
type EventReader = (name: string, field: EventFields, facts: EventFacts) => AgentEvent | null;

/** Agents whose log records are read, by what their names begin with. */
const READERS: readonly (readonly [prefix: string, read: EventReader])[] = [
  ['claude_code.', readClaudeCodeEvent],
  ['codex.', readCodexEvent],
  ['gemini_cli.', readGeminiOrQwenEvent],
  ['qwen-code.', readGeminiOrQwenEvent],
];

/**
 * Event of an agent in a log record; null for one of another kind: of settings, of a request that is repeated with its
 * answer.
 */
export function readAgentEvent(record: LogRecord): AgentEvent | null {
  const name = getRecordEventName(record);
  const [prefix, read] = READERS.find(([one]) => name.startsWith(one)) ?? [];
  if (prefix === undefined || read === undefined) return null;
  const field: EventFields = key => record.attributes.get(key);
  const conversation = getRecordConversation(record);
  if (conversation === null) return null;
  const until = parseTraceTime(field('event.timestamp')) ?? record.time;
  const duration = toFiniteNumber(field('duration_ms'));
  const facts = {
    ...{ conversation, run: readToolRun(field), trace: record.traceId, span: record.spanId, until },
    at: until === null || duration === null ? until : until - duration,
  };
  return read(name.slice(prefix.length), field, facts);
}

/** The conversation that a record names. */
export function getRecordConversation({ attributes }: LogRecord): string | null {
  const named = ['conversation.id', 'session.id', 'gen_ai.conversation.id'].map(key =>
    toWordText(attributes.get(key)),
  );
  return named.find(id => id !== null) ?? null;
}

/** True for the record of a step: it is an agent's, or holds a message of a model. */
export const isStepRecord = (record: LogRecord): boolean =>
  isMessageRecord(record) || readAgentEvent(record) !== null;

/** True if a record holds messages of a call of a model, by the conventions for GenAI. */
export const isMessageRecord = ({ name, spanId }: LogRecord): boolean =>
  /^gen_ai\./.test(name) && spanId !== '';

/** True if a record is an agent's at all, and not of an instrumented library. */
export const isAgentRecord = (record: LogRecord): boolean =>
  READERS.some(([prefix]) => getRecordEventName(record).startsWith(prefix));

/** Claude Code leaves its prefix out of `event.name`, and has it in the body. */
function getRecordEventName({ name, body }: LogRecord): string {
  const bodyText = toWordText(body) ?? '';
  return bodyText.startsWith('claude_code.') ? bodyText : name;
}

/** Gemini CLI counts the prompts of a sub-agent behind its id, Qwen Code behind the session, its name and its call. */
const PROMPT_OF_RUN = /^(?:([0-9a-f-]{36})|[0-9a-f-]{36}#([^#].*))#\d+$/;

function readToolRun(field: EventFields): AgentEvent['run'] {
  const prompt = toWordText(field('prompt_id')) ?? '';
  const id = toWordText(field('agent_id')) ?? PROMPT_OF_RUN.exec(prompt)?.slice(1).find(Boolean) ?? null;
  const source = toWordText(field('query_source')) ?? '';
  const named = source.startsWith('agent:') ? (source.split(':').at(-1) ?? null) : null;
  return id === null
    ? null
    : { id, name: toWordText(field('agent_name')) ?? toWordText(field('subagent_name')) ?? named };
}

type EventFacts = Omit<AgentEvent, 'kind'>;
type ModelEvent = Extract<AgentEvent, { kind: 'model' }>;

/** An answer of a model; missing fields are unknown. */
const createModelEvent = (
  facts: EventFacts,
  report: Pick<ModelEvent, 'model' | 'usage'> & Partial<ModelEvent>,
): ModelEvent => ({
  ...{ ...facts, kind: 'model', id: null, text: null, calls: [], usd: null, error: null, isUtility: false },
  ...report,
});

function readClaudeCodeEvent(name: string, field: EventFields, facts: EventFacts): AgentEvent | null {
  switch (name) {
    case 'api_request':
    case 'api_error':
      return createModelEvent(facts, {
        id: toWordText(field('request_id')),
        model: toWordText(field('model')),
        // Claude Code's own counts leave out what was read from the cache and written to it, as Anthropic's do.
        usage: normalizeUsage(
          {
            ...{
              input: toFiniteNumber(field('input_tokens')),
              output: toFiniteNumber(field('output_tokens')),
            },
            cachedRead: toFiniteNumber(field('cache_read_tokens')),
            cachedWrite: toFiniteNumber(field('cache_creation_tokens')),
          },
          { cached: true },
        ),
        usd: toFiniteNumber(field('cost_usd')),
        error: name === 'api_error' ? (toWordText(field('error')) ?? 'error') : null,
      });
    case 'assistant_response':
      return {
        ...facts,
        kind: 'text',
        id: toWordText(field('request_id')),
        text: toWordText(field('response')),
      };
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: toWordText(field('prompt')) };
    case 'tool_result':
      return {
        ...{
          ...facts,
          kind: 'tool',
          id: toWordText(field('tool_use_id')),
          name: toWordText(field('tool_name')) ?? '',
        },
        args: parseJsonText(field('tool_input') ?? field('tool_parameters')),
        ...{ result: null, failed: matchesFlag(field('success'), false), error: toWordText(field('error')) },
      };
    default:
      return null;
  }
}

function readCodexEvent(name: string, field: EventFields, facts: EventFacts): AgentEvent | null {
  switch (name) {
    case 'sse_event':
    case 'websocket_event':
      // The same event comes twice, once with its counts.
      if (field('event.kind') !== 'response.completed' || field('input_token_count') === undefined)
        return null;
      return createModelEvent(facts, {
        model: toWordText(field('model')),
        usage: normalizeUsage({
          ...{
            input: toFiniteNumber(field('input_token_count')),
            output: toFiniteNumber(field('output_token_count')),
          },
          cachedRead: toFiniteNumber(field('cached_token_count')),
          cachedWrite: toFiniteNumber(field('cache_write_token_count')),
          reasoning: toFiniteNumber(field('reasoning_token_count')),
        }),
      });
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: toWordText(field('prompt')) };
    case 'tool_result':
      return readCodexResultEvent(field, facts);
    default:
      return null;
  }
}

function readCodexResultEvent(field: EventFields, facts: EventFacts): AgentEvent {
  const output = toWordText(field('output')) ?? '';
  const code = /^Process exited with code (-?\d+)$/m.exec(output.slice(0, 2_000))?.[1];
  const rest = /(?:^|\n)Output:\n([\s\S]*)$/.exec(output)?.[1];
  return {
    ...{
      ...facts,
      kind: 'tool',
      id: toWordText(field('call_id')),
      name: toWordText(field('tool_name')) ?? '',
    },
    args: parseJsonText(field('arguments')),
    // Ids of chunks and times of the clock stand before what the command wrote.
    result: rest === undefined || code === undefined ? unwrapToolResult(output) : rest,
    failed: matchesFlag(field('success'), false) || (code !== undefined && code !== '0'),
    error: matchesFlag(field('success'), false) ? output : null,
  };
}

function readGeminiOrQwenEvent(name: string, field: EventFields, facts: EventFacts): AgentEvent | null {
  switch (name) {
    case 'api_response':
      return createModelEvent(facts, {
        id: toWordText(field('response_id')),
        model: toWordText(field('model')),
        usage: readUsageByTotal(field),
        ...readGeminiAnswer(parseJsonText(field('response_text'))),
        isUtility: /^utility/.test(toWordText(field('role')) ?? ''),
      });
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: toWordText(field('prompt')) };
    case 'tool_call':
      return {
        ...{
          ...facts,
          kind: 'tool',
          id: toWordText(field('call_id')),
          name: toWordText(field('function_name')) ?? '',
        },
        ...{
          args: parseJsonText(field('function_args')),
          result: null,
          failed: matchesFlag(field('success'), false),
        },
        error: toWordText(field('error')) ?? toWordText(field('error.message')),
      };
    default:
      return null;
  }
}

/** The provider decides if thoughts are in the output; the total shows it. */
function readUsageByTotal(field: EventFields) {
  const [input, output, reasoning, total] = [
    ...['input_token_count', 'output_token_count', 'thoughts_token_count', 'total_token_count'],
  ].map(key => toFiniteNumber(field(key)));
  const isBeside = total !== null && reasoning !== null && (input ?? 0) + (output ?? 0) + reasoning === total;
  return normalizeUsage(
    { input, output, reasoning, cachedRead: toFiniteNumber(field('cached_content_token_count')) },
    { reasoning: isBeside },
  );
}

/** The words and calls of an answer: a text as it is, or Gemini's candidates, which come in pieces. */
function readGeminiAnswer(answer: unknown): {
  readonly text: string | null;
  readonly calls: readonly ToolCall[];
} {
  if (typeof answer === 'string') return { text: answer === '' ? null : answer, calls: [] };
  const pieces: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const parts = pieces.flatMap(piece => getPathValue(piece, 'candidates', 0, 'content', 'parts') ?? []);
  const message = parseMessage({
    role: 'model',
    parts: parts.filter(part => getPathValue(part, 'thought') !== true),
  });
  return { text: message?.text ?? null, calls: message?.calls ?? [] };
}

/** A log record of OpenTelemetry, as its JSON and its protobuf form both hold it. */
export interface LogRecord {
  /** Empty if it belongs to no span. */
  readonly traceId: string;
  readonly spanId: string;
  /** Name of the event: the record's own, or that under `event.name`. */
  readonly name: string;
  /** Milliseconds since 1970; null if it is missing. */
  readonly time: number | null;
  readonly body: unknown;
  readonly attributes: SpanAttributes;
}
