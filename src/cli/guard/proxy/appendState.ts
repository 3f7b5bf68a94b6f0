import { getPathValue } from '../../../engine/traces/values.ts';
import type { ChatDialect } from './readConversation.ts';

/** The request with a text at the end of its prompt. @param body with messages, as `readConversation` found them */
export function appendState(dialect: ChatDialect, body: object, text: string): object {
  const field = dialect === 'responses' ? 'input' : 'messages';
  const given = getPathValue(body, field);
  const items: readonly unknown[] =
    typeof given === 'string' ? [{ role: 'user', content: given }] : Array.isArray(given) ? given : [];
  return {
    ...body,
    [field]: dialect === 'messages' ? appendBlock(items, text) : [...items, createMessage(text)],
  };
}

const createMessage = (text: string) => ({ role: 'user', content: text });

/** Anthropic's roles take turns, so the text is a block of the person's last message. */
function appendBlock(items: readonly unknown[], text: string): readonly unknown[] {
  const last = items.at(-1);
  if (typeof last !== 'object' || last === null || getPathValue(last, 'role') !== 'user')
    return [...items, createMessage(text)];
  const content = getPathValue(last, 'content');
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return Array.isArray(blocks)
    ? [...items.slice(0, -1), { ...last, content: [...blocks, { type: 'text', text }] }]
    : items;
}
