import { at, type Fields, isFields, listAt, textAt } from '../values.ts';

/** A tool that a message asks for. */
export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
}

/** What a tool gave back. */
export interface ToolResult {
  readonly id: string | null;
  readonly value: unknown;
  readonly failed: boolean | null;
}

/** A message of a conversation, in whatever form it was written. */
export interface Message {
  readonly role: string;
  readonly text: string | null;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  /** Whether it has parts, none of which is a text or a call: thoughts alone. */
  readonly silent: boolean;
  /** Why the model stopped. */
  readonly finish: string | null;
  /** Ids of its calls that a person was asked to allow. */
  readonly awaited?: readonly string[];
}

const ROLES: Readonly<Record<string, string>> = {
  ...{ ai: 'assistant', human: 'user', model: 'assistant', function: 'tool', developer: 'system' },
  ...{ AIMessage: 'assistant', HumanMessage: 'user', ToolMessage: 'tool', SystemMessage: 'system' },
  ...{ AIMessageChunk: 'assistant', function_call: 'assistant', function_call_output: 'tool' },
  ...{ custom_tool_call: 'assistant', custom_tool_call_output: 'tool', web_search_call: 'assistant' },
};

/**
 * A message of OpenAI (chat or responses), Anthropic, Gemini, LangChain, or the OpenTelemetry conventions; null for a
 * value that is none.
 */
export function messageOf(given: unknown): Message | null {
  const value = isFields(at(given, 'kwargs')) ? unwrapped(given) : given;
  if (!isFields(value)) return null;
  const said = textAt(value, 'role', 'type');
  if (said === null) return null;
  const role = Object.hasOwn(ROLES, said) ? ROLES[said] : said;
  const parts = [...listAt(value, 'content'), ...listAt(value, 'parts')];
  const calls = [...callsIn(value), ...parts.flatMap(callOfPart)];
  const ofParts = parts.flatMap(resultOfPart);
  const texts = parts.flatMap(textOfPart);
  const text = textAt(value, 'content') ?? (texts.length > 0 ? texts.join('\n') : null);
  return {
    role,
    text,
    calls,
    results: ofParts.length > 0 ? ofParts : resultOf(value, role, text),
    silent: parts.length > 0 && text === null && calls.length === 0,
    finish: textAt(value, 'finish_reason', 'stop_reason'),
    awaited: awaitedIn(parts, calls),
  };
}

/** The AI SDK asks beside the call; its traces do not say which of several calls it asked for. */
function awaitedIn(parts: readonly unknown[], calls: readonly ToolCall[]): string[] {
  const requests = parts.filter(part => textAt(part, 'type') === 'tool-approval-request');
  const named = requests.flatMap(request => textAt(request, 'toolCallId') ?? []);
  return named.length > 0 || requests.length === 0 ? named : calls.flatMap(({ id }) => id ?? []);
}

/** LangChain's serialised form. */
function unwrapped(given: unknown): Fields {
  const names = listAt(given, 'id');
  return { role: names[names.length - 1], ...(at(given, 'kwargs') as Fields) };
}

function callsIn(value: Fields): ToolCall[] {
  const item = /^(?:function_call|custom_tool_call|web_search_call)$/.exec(textAt(value, 'type') ?? '');
  if (item !== null)
    return [
      {
        id: textAt(value, 'call_id', 'id'),
        name: textAt(value, 'name') ?? item[0].replace('_call', ''),
        args: at(value, 'arguments') ?? at(value, 'input') ?? at(value, 'action'),
      },
    ];
  const listed = listAt(value, 'tool_calls');
  const calls = listed.length > 0 ? listed : listAt(value, 'additional_kwargs', 'tool_calls');
  const single = at(value, 'function_call');
  return [...calls, ...(isFields(single) ? [single] : [])].flatMap(callOf);
}

/** One entry of `tool_calls`. */
function callOf(call: unknown): ToolCall[] {
  const named = isFields(at(call, 'function')) ? at(call, 'function') : call;
  const name = textAt(named, 'name');
  if (name === null) return [];
  return [{ id: textAt(call, 'id', 'call_id'), name, args: at(named, 'arguments') ?? at(named, 'args') }];
}

function callOfPart(part: unknown): ToolCall[] {
  const gemini = at(part, 'functionCall') ?? at(part, 'function_call');
  if (isFields(gemini)) return callOf(gemini);
  if (textAt(part, 'type') === 'function' && isFields(at(part, 'function'))) return callOf(part);
  // Bedrock wraps the call, Genkit requests it.
  const wrapped = at(part, 'toolUse') ?? at(part, 'toolRequest');
  const call = isFields(wrapped) ? wrapped : part;
  if (
    call === part &&
    !/^(?:tool_use|tool_call|server_tool_use|toolUse|tool-call)$/.test(textAt(part, 'type') ?? '')
  )
    return [];
  const name = textAt(call, 'name', 'toolName');
  if (name === null) return [];
  const args = at(call, 'input') ?? at(call, 'arguments') ?? at(call, 'args');
  return [{ id: textAt(call, 'id', 'toolUseId', 'toolCallId', 'ref'), name, args }];
}

function textOfPart(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  const kind = textAt(part, 'type') ?? 'text';
  if (!/^(?:text|input_text|output_text)$/.test(kind)) return [];
  const text = textAt(part, 'text', 'content');
  return text === null ? [] : [text];
}

function resultOf(value: Fields, role: string, text: string | null): ToolResult[] {
  if (role !== 'tool') return [];
  const error = at(value, 'error');
  return [
    {
      id: textAt(value, 'tool_call_id', 'call_id', 'id'),
      value: text ?? at(value, 'output') ?? at(value, 'content'),
      failed: typeof error === 'boolean' ? error : at(value, 'status') === 'error' ? true : null,
    },
  ];
}

function resultOfPart(part: unknown): ToolResult[] {
  const gemini = at(part, 'functionResponse') ?? at(part, 'function_response');
  if (isFields(gemini))
    return [{ id: textAt(gemini, 'id'), value: at(gemini, 'response') ?? null, failed: null }];
  const wrapped = at(part, 'toolResult') ?? at(part, 'toolResponse');
  const result = isFields(wrapped) ? wrapped : part;
  if (
    result === part &&
    !/^(?:tool_result|tool_call_response|toolResult|tool-result)$/.test(textAt(part, 'type') ?? '')
  )
    return [];
  const error = at(result, 'is_error') ?? at(result, 'isError');
  const output = at(result, 'output');
  return [
    {
      id: textAt(result, 'tool_use_id', 'id', 'toolUseId', 'toolCallId', 'ref'),
      value: plain(at(result, 'content') ?? at(result, 'response') ?? at(result, 'result') ?? output),
      failed: typeof error === 'boolean' ? error : failedByStatus(at(result, 'status') ?? at(output, 'type')),
    },
  ];
}

const failedByStatus = (status: unknown): true | null =>
  status === 'error' || status === 'error-text' || status === 'error-json' ? true : null;

/** The text of a list of text parts alone; else the value as it is. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts = value.flatMap(textOfPart);
  return texts.length === value.length ? texts.join('\n') : value;
}
