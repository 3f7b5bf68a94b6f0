import { messageOf, type ToolCall } from '../../lists/message.ts';
import { plainResult } from '../../plain.ts';
import { timeOf } from '../../times.ts';
import { normalUsage } from '../../usage.ts';
import { at, isFlag, numberOf, unpacked, wordOf } from '../../values.ts';
import type { AgentEvent } from './agentEvent.ts';
import type { LogRecord } from './logRecord.ts';

type Fields = (name: string) => unknown;
type Reader = (name: string, field: Fields, facts: Facts) => AgentEvent | null;

/** Agents whose log records are read, by what their names begin with. */
const READERS: readonly (readonly [prefix: string, read: Reader])[] = [
  ['claude_code.', claudeCode],
  ['codex.', codex],
  ['gemini_cli.', geminiOrQwen],
  ['qwen-code.', geminiOrQwen],
];

/** What a log record tells of an agent; null for one of another kind: of settings, of a request that is told again with its answer. */
export function agentEventOf(record: LogRecord): AgentEvent | null {
  const name = eventNameOf(record);
  const [prefix, read] = READERS.find(([one]) => name.startsWith(one)) ?? [];
  if (prefix === undefined || read === undefined) return null;
  const field: Fields = key => record.attributes.get(key);
  const conversation = conversationOf(record);
  if (conversation === null) return null;
  const until = timeOf(field('event.timestamp')) ?? record.time;
  const duration = numberOf(field('duration_ms'));
  const facts = {
    ...{ conversation, run: runOf(field), trace: record.traceId, span: record.spanId, until },
    at: until === null || duration === null ? until : until - duration,
  };
  return read(name.slice(prefix.length), field, facts);
}

/** The conversation that a record names. */
export function conversationOf({ attributes }: LogRecord): string | null {
  const named = ['conversation.id', 'session.id', 'gen_ai.conversation.id'].map(key =>
    wordOf(attributes.get(key)),
  );
  return named.find(id => id !== null) ?? null;
}

/** Whether a record tells of a step: it is an agent's, or holds a message of a model. */
export const isReadRecord = (record: LogRecord): boolean =>
  isMessageRecord(record) || agentEventOf(record) !== null;

/** Whether a record holds messages of a call of a model, by the conventions for GenAI. */
export const isMessageRecord = ({ name, spanId }: LogRecord): boolean =>
  /^gen_ai\./.test(name) && spanId !== '';

/** Whether a record is an agent's at all, and not of an instrumented library. */
export const isAgentRecord = (record: LogRecord): boolean =>
  READERS.some(([prefix]) => eventNameOf(record).startsWith(prefix));

/** Claude Code leaves its prefix out of `event.name`, and has it in the body. */
function eventNameOf({ name, body }: LogRecord): string {
  const said = wordOf(body) ?? '';
  return said.startsWith('claude_code.') ? said : name;
}

/** Gemini CLI counts the prompts of a sub-agent behind its id, Qwen Code behind the session, its name and its call. */
const PROMPT_OF_RUN = /^(?:([0-9a-f-]{36})|[0-9a-f-]{36}#([^#].*))#\d+$/;

function runOf(field: Fields): AgentEvent['run'] {
  const prompt = wordOf(field('prompt_id')) ?? '';
  const id = wordOf(field('agent_id')) ?? PROMPT_OF_RUN.exec(prompt)?.slice(1).find(Boolean) ?? null;
  const source = wordOf(field('query_source')) ?? '';
  const named = source.startsWith('agent:') ? (source.split(':').at(-1) ?? null) : null;
  return id === null
    ? null
    : { id, name: wordOf(field('agent_name')) ?? wordOf(field('subagent_name')) ?? named };
}

type Facts = Omit<AgentEvent, 'kind'>;
type ModelEvent = Extract<AgentEvent, { kind: 'model' }>;

/** An answer of a model of which what is not given is not told. */
const modelEvent = (
  facts: Facts,
  told: Pick<ModelEvent, 'model' | 'usage'> & Partial<ModelEvent>,
): ModelEvent => ({
  ...{ ...facts, kind: 'model', id: null, text: null, calls: [], usd: null, error: null, isUtility: false },
  ...told,
});

function claudeCode(name: string, field: Fields, facts: Facts): AgentEvent | null {
  switch (name) {
    case 'api_request':
    case 'api_error':
      return modelEvent(facts, {
        id: wordOf(field('request_id')),
        model: wordOf(field('model')),
        // Claude Code's own counts leave out what was read from the cache and written to it, as Anthropic's do.
        usage: normalUsage(
          {
            ...{ input: numberOf(field('input_tokens')), output: numberOf(field('output_tokens')) },
            cachedRead: numberOf(field('cache_read_tokens')),
            cachedWrite: numberOf(field('cache_creation_tokens')),
          },
          { cached: true },
        ),
        usd: numberOf(field('cost_usd')),
        error: name === 'api_error' ? (wordOf(field('error')) ?? 'error') : null,
      });
    case 'assistant_response':
      return { ...facts, kind: 'text', id: wordOf(field('request_id')), text: wordOf(field('response')) };
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: wordOf(field('prompt')) };
    case 'tool_result':
      return {
        ...{
          ...facts,
          kind: 'tool',
          id: wordOf(field('tool_use_id')),
          name: wordOf(field('tool_name')) ?? '',
        },
        args: unpacked(field('tool_input') ?? field('tool_parameters')),
        ...{ result: null, failed: isFlag(field('success'), false), error: wordOf(field('error')) },
      };
    default:
      return null;
  }
}

function codex(name: string, field: Fields, facts: Facts): AgentEvent | null {
  switch (name) {
    case 'sse_event':
    case 'websocket_event':
      // The same event comes twice, once with its counts.
      if (field('event.kind') !== 'response.completed' || field('input_token_count') === undefined)
        return null;
      return modelEvent(facts, {
        model: wordOf(field('model')),
        usage: normalUsage({
          ...{ input: numberOf(field('input_token_count')), output: numberOf(field('output_token_count')) },
          cachedRead: numberOf(field('cached_token_count')),
          cachedWrite: numberOf(field('cache_write_token_count')),
          reasoning: numberOf(field('reasoning_token_count')),
        }),
      });
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: wordOf(field('prompt')) };
    case 'tool_result':
      return codexResult(field, facts);
    default:
      return null;
  }
}

function codexResult(field: Fields, facts: Facts): AgentEvent {
  const output = wordOf(field('output')) ?? '';
  const code = /^Process exited with code (-?\d+)$/m.exec(output.slice(0, 2_000))?.[1];
  const rest = /(?:^|\n)Output:\n([\s\S]*)$/.exec(output)?.[1];
  return {
    ...{ ...facts, kind: 'tool', id: wordOf(field('call_id')), name: wordOf(field('tool_name')) ?? '' },
    args: unpacked(field('arguments')),
    // Ids of chunks and times of the clock stand before what the command wrote.
    result: rest === undefined || code === undefined ? plainResult(output) : rest,
    failed: isFlag(field('success'), false) || (code !== undefined && code !== '0'),
    error: isFlag(field('success'), false) ? output : null,
  };
}

function geminiOrQwen(name: string, field: Fields, facts: Facts): AgentEvent | null {
  switch (name) {
    case 'api_response':
      return modelEvent(facts, {
        id: wordOf(field('response_id')),
        model: wordOf(field('model')),
        usage: usageByTotal(field),
        ...answerIn(unpacked(field('response_text'))),
        isUtility: /^utility/.test(wordOf(field('role')) ?? ''),
      });
    case 'user_prompt':
      return { ...facts, kind: 'prompt', text: wordOf(field('prompt')) };
    case 'tool_call':
      return {
        ...{
          ...facts,
          kind: 'tool',
          id: wordOf(field('call_id')),
          name: wordOf(field('function_name')) ?? '',
        },
        ...{ args: unpacked(field('function_args')), result: null, failed: isFlag(field('success'), false) },
        error: wordOf(field('error')) ?? wordOf(field('error.message')),
      };
    default:
      return null;
  }
}

/** Whether thoughts are in the output hangs on who is behind; the total tells. */
function usageByTotal(field: Fields) {
  const [input, output, reasoning, total] = [
    ...['input_token_count', 'output_token_count', 'thoughts_token_count', 'total_token_count'],
  ].map(key => numberOf(field(key)));
  const isBeside = total !== null && reasoning !== null && (input ?? 0) + (output ?? 0) + reasoning === total;
  return normalUsage(
    { input, output, reasoning, cachedRead: numberOf(field('cached_content_token_count')) },
    { reasoning: isBeside },
  );
}

/** The words and calls of an answer: a text as it is, or Gemini's candidates, which come in pieces. */
function answerIn(answer: unknown): { readonly text: string | null; readonly calls: readonly ToolCall[] } {
  if (typeof answer === 'string') return { text: answer === '' ? null : answer, calls: [] };
  const pieces: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const parts = pieces.flatMap(piece => at(piece, 'candidates', 0, 'content', 'parts') ?? []);
  const message = messageOf({ role: 'model', parts: parts.filter(part => at(part, 'thought') !== true) });
  return { text: message?.text ?? null, calls: message?.calls ?? [] };
}
