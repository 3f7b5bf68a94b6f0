import type { Message } from '../lists/message.ts';
import { parseJsonText } from '../values.ts';
import { parseMessages } from './modelTurn.ts';

/** Maximum number of remembered histories: conversations that a file may alternate between. */
const MAX_HISTORIES = 16;
/** Characters from which on it is worth it. */
const SHORTEST = 500;

/** A list of messages that was read, without the bracket that closes it. */
interface History {
  readonly head: string;
  readonly messages: readonly Message[];
}

/**
 * Reads the messages that models were given. Each call repeats those of the calls before it, so a list that goes on from
 * one that was read is read from there on: else a conversation would cost the square of its length.
 */
export class PromptHistories {
  private readonly known: History[] = [];

  /** The messages that a value holds, as `messagesIn` finds them. */
  messagesIn(value: unknown): readonly Message[] {
    if (typeof value !== 'string' || value.length < SHORTEST || value[0] !== '[') return parseMessages(value);
    const place = this.placeOf(value);
    const messages =
      (place < 0 ? null : parseHistoryExtension(this.known[place], value)) ?? parseMessageListJson(value);
    if (messages === null) return parseMessages(value);
    if (place >= 0) this.known.splice(place, 1);
    else if (this.known.length >= MAX_HISTORIES) this.known.shift();
    this.known.push({ head: value.slice(0, value.lastIndexOf(']')), messages });
    return messages;
  }

  /** The place of the last list with which a text begins; −1: there is none. */
  private placeOf(text: string): number {
    // Equal texts are found a hundred times faster than whether one begins with the other.
    return this.known.findLastIndex(({ head }) => text.slice(0, head.length) === head);
  }
}

/** The messages of a list that begins like a known one; null if its rest is not messages. */
function parseHistoryExtension({ head, messages }: History, text: string): readonly Message[] | null {
  const rest = text.slice(head.length).trimStart();
  if (/^\]\s*$/.test(rest)) return messages;
  if (rest[0] !== ',') return null;
  const more = parseMessageListJson(`[${rest.slice(1)}`);
  return more === null ? null : [...messages, ...more];
}

/** The messages of a list in JSON; null for what is none, or empty. */
function parseMessageListJson(text: string): readonly Message[] | null {
  const list = parseJsonText(text);
  return Array.isArray(list) && list.length > 0 ? list.flatMap(parseMessages) : null;
}
