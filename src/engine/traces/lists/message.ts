import { unwrapToolResult } from '../unwrapValues.ts';
import { getListField, getPathValue, getTextField, isFieldsObject, type TraceFields } from '../values.ts';

/** A tool that a message asks for. */
export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
}

/** Output of a tool. */
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
  /** True if it has parts, none of which is a text or a call: thoughts alone. */
  readonly silent: boolean;
  /** Why the model stopped. */
  readonly finish: string | null;
  /** Ids of its calls that a person was asked to allow. */
  readonly awaited?: readonly string[];
}

const MESSAGE_ROLES: Readonly<Record<string, string>> = {
  ...{ ai: 'assistant', human: 'user', model: 'assistant', function: 'tool', developer: 'system' },
  ...{ AIMessage: 'assistant', HumanMessage: 'user', ToolMessage: 'tool', SystemMessage: 'system' },
  AIMessageChunk: 'assistant',
};

/** Items of the Responses API and of the OpenAI Agents SDK: calls of functions, of tools on the server (`mcp_call`), and what they gave back. */
const ITEM = /_call(?:_output|_result)?$/;
const ITEM_OUTPUT = /_(?:output|result)$/;

/** True if a value is a call, or its output, as an item of its own. */
export const isResponsesCallItem = (value: unknown): boolean =>
  ITEM.test(getTextField(value, 'type') ?? '') && getPathValue(value, 'role') === undefined;

function normalizeRole(name: string): string {
  if (Object.hasOwn(MESSAGE_ROLES, name)) return MESSAGE_ROLES[name];
  return ITEM.test(name) ? (ITEM_OUTPUT.test(name) ? 'tool' : 'assistant') : name;
}

/**
 * A message of OpenAI (chat or responses), Anthropic, Gemini, LangChain, or the OpenTelemetry conventions; null for a
 * value that is none.
 */
export function parseMessage(given: unknown): Message | null {
  const value = isFieldsObject(getPathValue(given, 'kwargs')) ? unwrapSerializedMessage(given) : given;
  if (!isFieldsObject(value)) return null;
  const roleName = getTextField(value, 'role', 'type');
  if (roleName === null) return null;
  const role = normalizeRole(roleName);
  const parts = [...getListField(value, 'content'), ...getListField(value, 'parts')];
  const calls = readMessageCalls(value);
  const ofParts: ToolResult[] = [];
  const texts: string[] = [];
  // Loops, since files hold millions of messages.
  for (const part of parts) {
    const [call, result, words] = [parsePartCall(part), parsePartResult(part), parsePartText(part)];
    if (call !== null) calls.push(call);
    if (result !== null) ofParts.push(result);
    if (words !== null) texts.push(words);
  }
  const text = getTextField(value, 'content') ?? (texts.length > 0 ? texts.join('\n') : null);
  return {
    role,
    text,
    calls,
    results: ofParts.length > 0 ? ofParts : readMessageResults(value, role, text),
    silent: parts.length > 0 && text === null && calls.length === 0,
    finish: getTextField(value, 'finish_reason', 'stop_reason'),
    awaited: findAwaitedApprovals(parts, calls),
  };
}

/** The AI SDK asks separately from the call; its traces do not say which of several calls it asked for. */
function findAwaitedApprovals(parts: readonly unknown[], calls: readonly ToolCall[]): readonly string[] {
  const requests = parts.filter(part => getTextField(part, 'type') === 'tool-approval-request');
  if (requests.length === 0) return NO_TEXTS;
  const named = requests.flatMap(request => getTextField(request, 'toolCallId') ?? []);
  return named.length > 0 ? named : calls.flatMap(({ id }) => id ?? []);
}

const NO_TEXTS: readonly string[] = [];

/** LangChain's serialised form. */
function unwrapSerializedMessage(given: unknown): TraceFields {
  const names = getListField(given, 'id');
  return { role: names[names.length - 1], ...(getPathValue(given, 'kwargs') as TraceFields) };
}

function readMessageCalls(value: TraceFields): ToolCall[] {
  const item = getTextField(value, 'type') ?? '';
  if (isResponsesCallItem(value) && !ITEM_OUTPUT.test(item))
    return [
      {
        id: getTextField(value, 'call_id', 'callId', 'id'),
        name: getTextField(value, 'name') ?? item.replace(ITEM, ''),
        args: ARGUMENTS.map(key => getPathValue(value, key)).find(held => held !== undefined),
      },
    ];
  const listed = getListField(value, 'tool_calls');
  const calls = listed.length > 0 ? listed : getListField(value, 'additional_kwargs', 'tool_calls');
  const single = getPathValue(value, 'function_call');
  return [...calls, ...(isFieldsObject(single) ? [single] : [])].flatMap(
    call => parseToolCallEntry(call) ?? [],
  );
}

/** Keys under which items keep what a tool was called with. */
const ARGUMENTS = ['arguments', 'input', 'action', 'operation', 'queries', 'code'] as const;

/** One entry of `tool_calls`; null for one without a name. */
function parseToolCallEntry(call: unknown): ToolCall | null {
  const named = isFieldsObject(getPathValue(call, 'function')) ? getPathValue(call, 'function') : call;
  const name = getTextField(named, 'name');
  if (name === null) return null;
  return {
    id: getTextField(call, 'id', 'call_id'),
    name,
    args: getPathValue(named, 'arguments') ?? getPathValue(named, 'args'),
  };
}

/** The call in a part; null if it is not a call. */
function parsePartCall(part: unknown): ToolCall | null {
  const gemini = getPathValue(part, 'functionCall') ?? getPathValue(part, 'function_call');
  if (isFieldsObject(gemini)) return parseToolCallEntry(gemini);
  const kind = getTextField(part, 'type') ?? '';
  if (kind === 'function' && isFieldsObject(getPathValue(part, 'function'))) return parseToolCallEntry(part);
  // Bedrock wraps the call, Genkit requests it; the AI SDK's page has it together with its result.
  const wrapped =
    getPathValue(part, 'toolUse') ??
    getPathValue(part, 'toolRequest') ??
    getPathValue(part, 'toolInvocation');
  const call = isFieldsObject(wrapped) ? wrapped : part;
  const shown = getShownToolName(part, kind);
  if (call === part && shown === null && !CALLS.has(kind)) return null;
  const name = shown ?? getTextField(call, 'name', 'toolName');
  if (name === null) return null;
  const args = getPathValue(call, 'input') ?? getPathValue(call, 'arguments') ?? getPathValue(call, 'args');
  return { id: getTextField(call, 'id', 'toolUseId', 'toolCallId', 'ref'), name, args };
}

/** The tool of a part of the AI SDK's messages for pages, which is a call and, once it has ended, its result. */
function getShownToolName(part: unknown, kind: string): string | null {
  if (getTextField(part, 'toolCallId') === null || getTextField(part, 'state') === null) return null;
  return kind === 'dynamic-tool' ? getTextField(part, 'toolName') : (/^tool-(.+)$/s.exec(kind)?.[1] ?? null);
}

const CALLS = new Set([
  ...['tool_use', 'tool_call', 'server_tool_use', 'mcp_tool_use', 'toolUse', 'tool-call'],
]);

/** The text in a part; null if it is not text. */
function parsePartText(part: unknown): string | null {
  if (typeof part === 'string') return part;
  return TEXTS.has(getTextField(part, 'type') ?? 'text') ? getTextField(part, 'text', 'content') : null;
}

const TEXTS = new Set(['text', 'input_text', 'output_text']);

function readMessageResults(value: TraceFields, role: string, text: string | null): ToolResult[] {
  if (role === 'assistant' && isResponsesCallItem(value)) return readServerToolResults(value);
  if (role !== 'tool') return [];
  const error = getPathValue(value, 'error');
  return [
    {
      id: getTextField(value, 'tool_call_id', 'call_id', 'callId', 'id'),
      value: text ?? flattenTextParts(getPathValue(value, 'output')) ?? getPathValue(value, 'content'),
      failed: typeof error === 'boolean' ? error : getPathValue(value, 'status') === 'error' ? true : null,
    },
  ];
}

/** Output of a tool on the server, in the item of its call. */
function readServerToolResults(value: TraceFields): ToolResult[] {
  const [error, status] = [getPathValue(value, 'error') ?? null, getTextField(value, 'status')];
  const given =
    getPathValue(value, 'output') ?? getPathValue(value, 'outputs') ?? getPathValue(value, 'results') ?? null;
  const failed = error !== null || status === 'failed';
  if (given === null && !failed) return [];
  return [{ id: getTextField(value, 'call_id', 'callId', 'id'), value: given ?? error, failed }];
}

/** The result in a part; null if it is not a result. */
function parsePartResult(part: unknown): ToolResult | null {
  const gemini = getPathValue(part, 'functionResponse') ?? getPathValue(part, 'function_response');
  if (isFieldsObject(gemini))
    return { id: getTextField(gemini, 'id'), value: getPathValue(gemini, 'response') ?? null, failed: null };
  if (getShownToolName(part, getTextField(part, 'type') ?? '') !== null) return readShownResult(part);
  const ended =
    getPathValue(part, 'toolInvocation', 'state') === 'result'
      ? getPathValue(part, 'toolInvocation')
      : undefined;
  const wrapped = getPathValue(part, 'toolResult') ?? getPathValue(part, 'toolResponse') ?? ended;
  const result = isFieldsObject(wrapped) ? wrapped : part;
  if (result === part && !RESULTS.test(getTextField(part, 'type') ?? '')) return null;
  const error = getPathValue(result, 'is_error') ?? getPathValue(result, 'isError');
  const output = getPathValue(result, 'output');
  return {
    id: getTextField(result, 'tool_use_id', 'id', 'toolUseId', 'toolCallId', 'ref'),
    value: flattenTextParts(
      getPathValue(result, 'content') ??
        getPathValue(result, 'response') ??
        getPathValue(result, 'result') ??
        unwrapToolResult(output),
    ),
    failed: typeof error === 'boolean' ? error : detectResultFailure(result, output),
  };
}

/** The result in a call of the AI SDK's messages for pages; null while it runs, and for one that a person refused. */
function readShownResult(part: unknown): ToolResult | null {
  const id = getTextField(part, 'toolCallId');
  const state = getTextField(part, 'state');
  if (state === 'output-error') return { id, value: getPathValue(part, 'errorText') ?? null, failed: true };
  if (state !== 'output-available') return null;
  return { id, value: getPathValue(part, 'output') ?? null, failed: null };
}

/** Anthropic's tools on the server have kinds of their own: `web_search_tool_result`. */
const RESULTS = /^(?:\w*tool_result|tool_call_response|toolResult|tool-result)$/;

function detectResultFailure(result: unknown, output: unknown): true | null {
  const isServerError = /_error$/.test(getTextField(getPathValue(result, 'content'), 'type') ?? '');
  return isServerError
    ? true
    : detectStatusFailure(getPathValue(result, 'status') ?? getPathValue(output, 'type'));
}

const detectStatusFailure = (status: unknown): true | null =>
  status === 'error' || status === 'error-text' || status === 'error-json' ? true : null;

/** The text of a text part, or of a list of such parts alone; else the value as it is. */
function flattenTextParts(value: unknown): unknown {
  if (isFieldsObject(value) && getTextField(value, 'type') !== null) return parsePartText(value) ?? value;
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts = value.flatMap(part => parsePartText(part) ?? []);
  return texts.length === value.length ? texts.join('\n') : value;
}
