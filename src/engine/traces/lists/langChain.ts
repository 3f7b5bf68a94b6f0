import { InputError } from '../../errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { comparePlaces, OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { readUsage } from '../usage.ts';
import { at, type Fields, isFields, listAt, textAt } from '../values.ts';
import { type Message, messageOf, type ToolCall } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/**
 * Messages of LangChain in any of its own forms (`messages_to_dict`, `dumps`, `model_dump`), and the states of LangGraph's
 * threads that hold them.
 */
export const LANGCHAIN: ValueFormat = {
  name: 'LangChain messages',
  fits: value => isProof(value) || messagesIn(value).some(isProof),
  open: sink => new MessageReader(sink),
};

const TYPES = /^(?:human|ai|tool|system|function|chat|(?:AI|Human|Tool|System|Function)Message(?:Chunk)?)$/;

/** The fields of a message, which two of the forms put one level deeper. */
function fieldsOf(value: unknown): Fields | null {
  if (!isFields(value)) return null;
  const data = at(value, 'data');
  if (isFields(data)) return { type: at(value, 'type'), ...data };
  const ids = listAt(value, 'id');
  const kwargs = at(value, 'kwargs');
  if (isFields(kwargs) && ids.length > 0) return { ...kwargs, type: ids[ids.length - 1] };
  return value;
}

function isMessage(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields !== null && TYPES.test(textAt(fields, 'type') ?? '') && at(fields, 'content') !== undefined;
}

/** Other logs have lines of types "tool" and "system" as well. */
const isProof = (value: unknown): boolean =>
  isMessage(value) && /^(?:human|ai|AI|Human)/.test(textAt(fieldsOf(value), 'type') ?? '');

function messagesIn(value: unknown): readonly unknown[] {
  for (const holder of [value, at(value, 'values'), at(value, 'output'), at(value, 'channel_values')])
    if (listAt(holder, 'messages').some(isMessage)) return listAt(holder, 'messages');
  return [];
}

/** Records of one conversation, of which the longest holds the others. */
interface Conversation {
  readonly id: string | null;
  readonly messages: readonly unknown[];
  readonly place: TracePlace;
}

class MessageReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly records = new Map<string, Conversation>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = messagesIn(value);
    if (isMessage(value)) this.loose.add(value, place);
    else if (messages.length > 0) this.record(threadOf(value), messages, place);
    else throw new InputError('no message of LangChain');
  }

  endFile(): void {}

  end(): void {
    const cases = new OrderedCases();
    for (const [file, { place, items }] of this.loose.ending()) cases.add(caseOf(file, items), place);
    const perFile = new Map<string, number>();
    for (const { place } of this.records.values())
      perFile.set(place.file, (perFile.get(place.file) ?? 0) + 1);
    for (const { id, messages, place } of this.records.values()) {
      const number = (this.counts.get(place.file) ?? 0) + 1;
      this.counts.set(place.file, number);
      const name = (perFile.get(place.file) ?? 0) > 1 ? `${place.file} ${number}` : place.file;
      cases.add(caseOf(id ?? name, messages), place);
    }
    cases.end(this.sink);
  }

  /** The states of a thread each hold all of its messages so far, so the one with most of them counts. */
  private record(id: string | null, messages: readonly unknown[], place: TracePlace): void {
    const first = textAt(fieldsOf(messages[0]), 'id');
    const key = id ?? (first === null ? `${place.file}\n${this.records.size}` : `${place.file}\n${first}`);
    const known = this.records.get(key);
    if (known === undefined) this.records.set(key, { id, messages, place });
    else {
      this.sink.leaveOut(place.file, 'states of a thread that a later one goes on from');
      const isLonger = messages.length - known.messages.length || comparePlaces(known.place, place);
      if (isLonger > 0) this.records.set(key, { id, messages, place });
    }
  }
}

const threadOf = (value: unknown): string | null =>
  textAt(at(value, 'checkpoint'), 'thread_id') ??
  textAt(at(value, 'config', 'configurable'), 'thread_id') ??
  textAt(at(value, 'metadata'), 'thread_id') ??
  textAt(value, 'thread_id');

function caseOf(id: string, messages: readonly unknown[]): CaseDraft {
  const steps = new MessageSteps();
  let model: string | null = null;
  for (const given of messages) {
    const fields = fieldsOf(given);
    const message =
      fields === null ? null : messageOf({ ...fields, role: at(fields, 'role') ?? fields.type });
    if (fields === null || message === null) continue;
    const metadata = at(fields, 'response_metadata');
    model ??= textAt(metadata, 'model_name', 'model');
    const usage = at(fields, 'usage_metadata') ?? at(metadata, 'token_usage') ?? at(metadata, 'usage');
    const agent = message.role === 'assistant' ? textAt(fields, 'name') : null;
    steps.add(withStatus(message, textAt(fields, 'status')), { ...readUsage(usage), agent });
  }
  return { id, labels: { model }, steps: steps.finish() };
}

/** Calls stand in the content of some providers as well; a message of a tool says whether it succeeded. */
function withStatus(message: Message, status: string | null): Message {
  const calls = new Map<string, ToolCall>();
  for (const [index, call] of message.calls.entries()) {
    const key = call.id ?? String(index);
    if (!calls.has(key)) calls.set(key, call);
  }
  const results = message.results.map(result => ({
    ...result,
    failed: result.failed ?? (status === null ? null : status === 'error'),
  }));
  return { ...message, calls: [...calls.values()], results };
}
