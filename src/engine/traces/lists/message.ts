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
  AIMessageChunk: 'assistant',
};

/** Items of the Responses API: calls of functions, of tools on the server (`mcp_call`), and what they gave back. */
const ITEM = /_call(?:_output)?$/;

/** Whether a value is an item of the Responses API that is a call, or what it gave back. */
export const isCallItem = (value: unknown): boolean =>
  ITEM.test(textAt(value, 'type') ?? '') && at(value, 'role') === undefined;

function roleOf(said: string): string {
  if (Object.hasOwn(ROLES, said)) return ROLES[said];
  return ITEM.test(said) ? (said.endsWith('_output') ? 'tool' : 'assistant') : said;
}

/**
 * A message of OpenAI (chat or responses), Anthropic, Gemini, LangChain, or the OpenTelemetry conventions; null for a
 * value that is none.
 */
export function messageOf(given: unknown): Message | null {
  const value = isFields(at(given, 'kwargs')) ? unwrapped(given) : given;
  if (!isFields(value)) return null;
  const said = textAt(value, 'role', 'type');
  if (said === null) return null;
  const role = roleOf(said);
  const parts = [...listAt(value, 'content'), ...listAt(value, 'parts')];
  const calls = callsIn(value);
  const ofParts: ToolResult[] = [];
  const texts: string[] = [];
  // Loops, since files hold millions of messages.
  for (const part of parts) {
    const [call, result, words] = [callOfPart(part), resultOfPart(part), textOfPart(part)];
    if (call !== null) calls.push(call);
    if (result !== null) ofParts.push(result);
    if (words !== null) texts.push(words);
  }
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
function awaitedIn(parts: readonly unknown[], calls: readonly ToolCall[]): readonly string[] {
  const requests = parts.filter(part => textAt(part, 'type') === 'tool-approval-request');
  if (requests.length === 0) return NONE;
  const named = requests.flatMap(request => textAt(request, 'toolCallId') ?? []);
  return named.length > 0 ? named : calls.flatMap(({ id }) => id ?? []);
}

const NONE: readonly string[] = [];

/** LangChain's serialised form. */
function unwrapped(given: unknown): Fields {
  const names = listAt(given, 'id');
  return { role: names[names.length - 1], ...(at(given, 'kwargs') as Fields) };
}

function callsIn(value: Fields): ToolCall[] {
  const item = textAt(value, 'type') ?? '';
  if (isCallItem(value) && !item.endsWith('_output'))
    return [
      {
        id: textAt(value, 'call_id', 'id'),
        name: textAt(value, 'name') ?? item.replace(ITEM, ''),
        args: ARGUMENTS.map(key => at(value, key)).find(held => held !== undefined),
      },
    ];
  const listed = listAt(value, 'tool_calls');
  const calls = listed.length > 0 ? listed : listAt(value, 'additional_kwargs', 'tool_calls');
  const single = at(value, 'function_call');
  return [...calls, ...(isFields(single) ? [single] : [])].flatMap(call => callOf(call) ?? []);
}

/** Keys under which items keep what a tool was called with. */
const ARGUMENTS = ['arguments', 'input', 'action', 'operation', 'queries', 'code'] as const;

/** One entry of `tool_calls`; null for one without a name. */
function callOf(call: unknown): ToolCall | null {
  const named = isFields(at(call, 'function')) ? at(call, 'function') : call;
  const name = textAt(named, 'name');
  if (name === null) return null;
  return { id: textAt(call, 'id', 'call_id'), name, args: at(named, 'arguments') ?? at(named, 'args') };
}

/** The call that a part is; null where it is none. */
function callOfPart(part: unknown): ToolCall | null {
  const gemini = at(part, 'functionCall') ?? at(part, 'function_call');
  if (isFields(gemini)) return callOf(gemini);
  const kind = textAt(part, 'type') ?? '';
  if (kind === 'function' && isFields(at(part, 'function'))) return callOf(part);
  // Bedrock wraps the call, Genkit requests it; the AI SDK's page has it together with its result.
  const wrapped = at(part, 'toolUse') ?? at(part, 'toolRequest') ?? at(part, 'toolInvocation');
  const call = isFields(wrapped) ? wrapped : part;
  if (call === part && !CALLS.has(kind)) return null;
  const name = textAt(call, 'name', 'toolName');
  if (name === null) return null;
  const args = at(call, 'input') ?? at(call, 'arguments') ?? at(call, 'args');
  return { id: textAt(call, 'id', 'toolUseId', 'toolCallId', 'ref'), name, args };
}

const CALLS = new Set([
  ...['tool_use', 'tool_call', 'server_tool_use', 'mcp_tool_use', 'toolUse', 'tool-call'],
]);

/** The text that a part is; null where it is none. */
function textOfPart(part: unknown): string | null {
  if (typeof part === 'string') return part;
  return TEXTS.has(textAt(part, 'type') ?? 'text') ? textAt(part, 'text', 'content') : null;
}

const TEXTS = new Set(['text', 'input_text', 'output_text']);

function resultOf(value: Fields, role: string, text: string | null): ToolResult[] {
  if (role === 'assistant' && isCallItem(value)) return resultOfServer(value);
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

/** What a tool on the server gave back, which stands in the item of its call. */
function resultOfServer(value: Fields): ToolResult[] {
  const [error, status] = [at(value, 'error') ?? null, textAt(value, 'status')];
  const given = at(value, 'output') ?? at(value, 'outputs') ?? at(value, 'results') ?? null;
  const failed = error !== null || status === 'failed';
  if (given === null && !failed) return [];
  return [{ id: textAt(value, 'call_id', 'id'), value: given ?? error, failed }];
}

/** The result that a part is; null where it is none. */
function resultOfPart(part: unknown): ToolResult | null {
  const gemini = at(part, 'functionResponse') ?? at(part, 'function_response');
  if (isFields(gemini))
    return { id: textAt(gemini, 'id'), value: at(gemini, 'response') ?? null, failed: null };
  const ended = at(part, 'toolInvocation', 'state') === 'result' ? at(part, 'toolInvocation') : undefined;
  const wrapped = at(part, 'toolResult') ?? at(part, 'toolResponse') ?? ended;
  const result = isFields(wrapped) ? wrapped : part;
  if (result === part && !RESULTS.test(textAt(part, 'type') ?? '')) return null;
  const error = at(result, 'is_error') ?? at(result, 'isError');
  const output = at(result, 'output');
  return {
    id: textAt(result, 'tool_use_id', 'id', 'toolUseId', 'toolCallId', 'ref'),
    value: plain(at(result, 'content') ?? at(result, 'response') ?? at(result, 'result') ?? output),
    failed: typeof error === 'boolean' ? error : failedBy(result, output),
  };
}

/** Anthropic's tools on the server have kinds of their own: `web_search_tool_result`. */
const RESULTS = /^(?:\w*tool_result|tool_call_response|toolResult|tool-result)$/;

function failedBy(result: unknown, output: unknown): true | null {
  const isServerError = /_error$/.test(textAt(at(result, 'content'), 'type') ?? '');
  return isServerError ? true : failedByStatus(at(result, 'status') ?? at(output, 'type'));
}

const failedByStatus = (status: unknown): true | null =>
  status === 'error' || status === 'error-text' || status === 'error-json' ? true : null;

/** The text of a list of text parts alone; else the value as it is. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts = value.flatMap(part => textOfPart(part) ?? []);
  return texts.length === value.length ? texts.join('\n') : value;
}
