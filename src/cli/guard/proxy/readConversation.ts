import type { GuardCall, GuardResult } from '../../../engine/guard/guardCall.ts';
import { getPathValue, getTextField, isFieldsObject } from '../../../engine/traces/values.ts';

/** Forms of requests to a language model. */
export type ChatDialect = 'chat' | 'responses' | 'messages';

/** A turn of the conversation that a request repeats: a call of the model, the result of one, or a text of the model. */
export type ConversationTurn =
  | { readonly kind: 'call'; readonly call: GuardCall }
  | { readonly kind: 'result'; readonly id: string; readonly result: GuardResult }
  | { readonly kind: 'text'; readonly text: string };

/** Contents of a request that a guard needs. */
export interface ChatConversation {
  readonly turns: readonly ConversationTurn[];
  /** Text by which its session is known: system prompt and first message of a person. */
  readonly opening: string;
  readonly model: string;
  readonly isStreamed: boolean;
}

/** The dialect of a path; null for requests that are none of these. */
export function getChatDialect(path: string): ChatDialect | null {
  if (/\/chat\/completions$/.test(path)) return 'chat';
  if (/\/responses$/.test(path)) return 'responses';
  return /\/messages$/.test(path) ? 'messages' : null;
}

/** Reads the conversation of a request. @param body its JSON @returns null if it has no messages */
export function readConversation(dialect: ChatDialect, body: unknown): ChatConversation | null {
  if (!isFieldsObject(body)) return null;
  const items = getPathValue(body, dialect === 'responses' ? 'input' : 'messages');
  const list = typeof items === 'string' ? [{ role: 'user', content: items }] : items;
  if (!Array.isArray(list)) return null;
  const read = { chat: readChatMessage, responses: readResponsesItem, messages: readAnthropicMessage }[
    dialect
  ];
  const system = getPathValue(body, dialect === 'responses' ? 'instructions' : 'system') ?? null;
  const first = list.find(item => getPathValue(item, 'role') === 'user') ?? null;
  return {
    turns: list.flatMap(read),
    opening: JSON.stringify([system, list[0] ?? null, first]),
    model: getTextField(body, 'model') ?? 'unknown',
    isStreamed: getPathValue(body, 'stream') === true,
  };
}

/** A message of OpenAI's chat completions. */
function readChatMessage(message: unknown): readonly ConversationTurn[] {
  const role = getPathValue(message, 'role');
  if (role === 'tool')
    return [createResult(getTextField(message, 'tool_call_id'), getPathValue(message, 'content'))];
  if (role !== 'assistant') return [];
  const calls = getPathValue(message, 'tool_calls');
  if (!Array.isArray(calls) || calls.length === 0) return createText(getPathValue(message, 'content'));
  return calls.map(call =>
    createCall(
      getTextField(call, 'id'),
      getPathValue(call, 'function', 'name'),
      getPathValue(call, 'function', 'arguments'),
    ),
  );
}

/** An item of OpenAI's responses. */
function readResponsesItem(item: unknown): readonly ConversationTurn[] {
  const type = getTextField(item, 'type');
  const id = getTextField(item, 'call_id');
  if (type === 'function_call')
    return [createCall(id, getPathValue(item, 'name'), getPathValue(item, 'arguments'))];
  if (type === 'custom_tool_call')
    return [createCall(id, getPathValue(item, 'name'), getPathValue(item, 'input'))];
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return [createResult(id, getPathValue(item, 'output'))];
  return getPathValue(item, 'role') === 'assistant' ? createText(getPathValue(item, 'content')) : [];
}

/** A message of Anthropic's: its blocks are calls, results and texts. */
function readAnthropicMessage(message: unknown): readonly ConversationTurn[] {
  const content = getPathValue(message, 'content');
  const role = getPathValue(message, 'role');
  if (!Array.isArray(content)) return role === 'assistant' ? createText(content) : [];
  const turns = content.flatMap((block): readonly ConversationTurn[] => {
    const type = getPathValue(block, 'type');
    if (type === 'tool_use')
      return [
        createCall(getTextField(block, 'id'), getPathValue(block, 'name'), getPathValue(block, 'input')),
      ];
    if (type !== 'tool_result') return [];
    const failed = getPathValue(block, 'is_error');
    return [
      createResult(
        getTextField(block, 'tool_use_id'),
        getPathValue(block, 'content'),
        failed === true ? true : null,
      ),
    ];
  });
  return turns.length > 0 || role !== 'assistant' ? turns : createText(content);
}

const createCall = (id: string | null, tool: unknown, args: unknown): ConversationTurn => ({
  kind: 'call',
  call: { ...(id !== null && { id }), tool: typeof tool === 'string' ? tool : 'unknown', args },
});

const createResult = (
  id: string | null,
  output: unknown,
  failed: boolean | null = null,
): ConversationTurn => ({ kind: 'result', id: id ?? '', result: { output: joinTexts(output), failed } });

function createText(content: unknown): readonly ConversationTurn[] {
  const text = joinTexts(content);
  return typeof text === 'string' && text !== '' ? [{ kind: 'text', text }] : [];
}

/** Blocks of text as one; anything else as it is. */
function joinTexts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts = content.map(block => getTextField(block, 'text'));
  return texts.every(text => text !== null) ? texts.join('\n') : content;
}
