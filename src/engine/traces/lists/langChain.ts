import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { compareTracePlaces, OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { readProviderUsage } from '../usage.ts';
import { getListField, getPathValue, getTextField, isFieldsObject, type TraceFields } from '../values.ts';
import { type Message, parseMessage, type ToolCall } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/**
 * Messages of LangChain in any of its own forms (`messages_to_dict`, `dumps`, `model_dump`), and the states of LangGraph's
 * threads that hold them.
 */
export const LANGCHAIN: ValueFormat = {
  name: 'LangChain messages',
  fits: value => isLangChainProof(value) || findLangChainMessages(value).some(isLangChainProof),
  open: sink => new MessageReader(sink),
};

const LANGCHAIN_TYPES =
  /^(?:human|ai|tool|system|function|chat|(?:AI|Human|Tool|System|Function)Message(?:Chunk)?)$/;

/** The fields of a message, which two of the forms put one level deeper. */
function getLangChainFields(value: unknown): TraceFields | null {
  if (!isFieldsObject(value)) return null;
  const data = getPathValue(value, 'data');
  if (isFieldsObject(data)) return { type: getPathValue(value, 'type'), ...data };
  const ids = getListField(value, 'id');
  const kwargs = getPathValue(value, 'kwargs');
  if (isFieldsObject(kwargs) && ids.length > 0) return { ...kwargs, type: ids[ids.length - 1] };
  return value;
}

function isLangChainMessage(value: unknown): boolean {
  const fields = getLangChainFields(value);
  return (
    fields !== null &&
    LANGCHAIN_TYPES.test(getTextField(fields, 'type') ?? '') &&
    getPathValue(fields, 'content') !== undefined
  );
}

/** Other logs have lines of types "tool" and "system" as well. */
const isLangChainProof = (value: unknown): boolean =>
  isLangChainMessage(value) &&
  /^(?:human|ai|AI|Human)/.test(getTextField(getLangChainFields(value), 'type') ?? '');

function findLangChainMessages(value: unknown): readonly unknown[] {
  for (const holder of [
    value,
    getPathValue(value, 'values'),
    getPathValue(value, 'output'),
    getPathValue(value, 'channel_values'),
  ])
    if (getListField(holder, 'messages').some(isLangChainMessage)) return getListField(holder, 'messages');
  return [];
}

/** A state of a conversation: all of its messages by then. */
interface State {
  readonly messages: readonly unknown[];
  readonly place: TracePlace;
}

/** A conversation: a thread, or a graph within one, which a call of it sent. */
interface Conversation {
  readonly id: string | null;
  readonly parent: string | null;
  readonly agent: string | null;
  readonly states: State[];
}

class MessageReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly conversations = new Map<string, Conversation>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = findLangChainMessages(value);
    if (isLangChainMessage(value)) this.loose.add(value, place);
    else if (messages.length > 0) this.record(value, { messages, place });
    else throw new InputError('no message of LangChain');
  }

  endFile(): void {}

  end(): void {
    const cases = new OrderedCases();
    for (const [file, { place, items }] of this.loose.ending())
      cases.add(buildLangChainCase(file, items), place);
    const whole = new Map(
      [...this.conversations].map(([key, one]) => [key, { ...one, ...joinThreadStates(one.states) }]),
    );
    const read = [...whole.values()].map(one => {
      // A graph that shares the messages of its thread has those of its own alone.
      const above = new Set((whole.get(one.parent ?? '')?.messages ?? []).map(getLangChainMessageId));
      above.delete(null);
      return { ...one, messages: one.messages.filter(message => !above.has(getLangChainMessageId(message))) };
    });
    const perFile = new Map<string, number>();
    for (const { place } of read) perFile.set(place.file, (perFile.get(place.file) ?? 0) + 1);
    const counts = new Map<string, number>();
    for (const { id, parent, agent, messages, place } of read) {
      const number = (counts.get(place.file) ?? 0) + 1;
      counts.set(place.file, number);
      const name = (perFile.get(place.file) ?? 0) > 1 ? `${place.file} ${number}` : place.file;
      const draft = buildLangChainCase(id ?? name, messages);
      const isKnown = parent !== null && whole.has(parent);
      cases.add(isKnown ? { ...draft, parent, labels: { ...draft.labels, agent } } : draft, place);
    }
    cases.end(this.sink);
  }

  private record(value: unknown, state: State): void {
    const { messages, place } = state;
    const thread = getThreadId(value);
    const space = thread === null ? null : getCheckpointNamespace(value);
    // "tools:1|inner:2" names a graph that one named "tools:1" called.
    const path = [thread, ...(space?.split('|') ?? [])];
    const id = thread === null ? null : path.join('/');
    const first = getTextField(getLangChainFields(messages[0]), 'id');
    const loose = first === null ? `${place.file}\n${this.conversations.size}` : `${place.file}\n${first}`;
    const known = this.conversations.get(id ?? loose);
    if (known !== undefined) this.addState(known.states, state);
    else {
      const parent = space === null ? null : path.slice(0, -1).join('/');
      const agent = space === null ? null : (path.at(-1)?.split(':')[0] ?? null);
      this.conversations.set(id ?? loose, { id, parent, agent, states: [state] });
    }
  }

  /** The states of a thread each hold its messages so far: of two the one that holds the other is kept. */
  private addState(states: State[], state: State): void {
    for (const [i, known] of states.entries()) {
      const [longer, shorter] = isLongerState(state, known) ? [state, known] : [known, state];
      if (insertMissingMessages(longer.messages, shorter.messages) !== longer.messages) continue;
      this.sink.leaveOut(shorter.place.file, 'states of a thread that a later one continues');
      states[i] = longer;
      return;
    }
    states.push(state);
  }
}

const isLongerState = (one: State, other: State): boolean =>
  (one.messages.length - other.messages.length || compareTracePlaces(other.place, one.place)) > 0;

/**
 * All messages of a conversation: those of the longest state, and the messages of others that a summary replaces in it.
 */
function joinThreadStates(states: readonly State[]): State {
  const inOrder = states.toSorted((a, b) => compareTracePlaces(a.place, b.place));
  const longest = inOrder.reduce((a, b) => (isLongerState(b, a) ? b : a));
  const others = inOrder.filter(state => state !== longest);
  const messages = others.reduce(
    (all, state) => insertMissingMessages(all, state.messages),
    longest.messages,
  );
  return { messages, place: longest.place };
}

/** Messages with those of another state whose ids they lack, each after the one that it follows there, else at the end. */
function insertMissingMessages(messages: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const ids = new Set(messages.map(getLangChainMessageId));
  if (others.every(other => getLangChainMessageId(other) === null || ids.has(getLangChainMessageId(other))))
    return messages;
  const all = [...messages];
  let place = all.length;
  for (const other of others) {
    const id = getLangChainMessageId(other);
    if (id !== null && ids.has(id)) place = all.findIndex(one => getLangChainMessageId(one) === id) + 1;
    else if (id !== null) all.splice(place++, 0, other);
  }
  return all;
}

const getLangChainMessageId = (message: unknown): string | null =>
  getTextField(getLangChainFields(message), 'id');

/** The namespace of a graph that is called within a thread's; null for that of the thread itself. */
const getCheckpointNamespace = (value: unknown): string | null =>
  getTextField(getPathValue(value, 'config', 'configurable'), 'checkpoint_ns') ??
  getTextField(getPathValue(value, 'metadata'), 'checkpoint_ns', 'langgraph_checkpoint_ns') ??
  getTextField(value, 'checkpoint_ns');

const getThreadId = (value: unknown): string | null =>
  getTextField(getPathValue(value, 'checkpoint'), 'thread_id') ??
  getTextField(getPathValue(value, 'config', 'configurable'), 'thread_id') ??
  getTextField(getPathValue(value, 'metadata'), 'thread_id') ??
  getTextField(value, 'thread_id');

function buildLangChainCase(id: string, messages: readonly unknown[]): CaseDraft {
  const steps = new MessageSteps();
  let model: string | null = null;
  for (const given of messages) {
    const fields = getLangChainFields(given);
    const message =
      fields === null ? null : parseMessage({ ...fields, role: getPathValue(fields, 'role') ?? fields.type });
    if (fields === null || message === null) continue;
    const metadata = getPathValue(fields, 'response_metadata');
    model ??= getTextField(metadata, 'model_name', 'model');
    const usage =
      getPathValue(fields, 'usage_metadata') ??
      getPathValue(metadata, 'token_usage') ??
      getPathValue(metadata, 'usage');
    const agent = message.role === 'assistant' ? getTextField(fields, 'name') : null;
    steps.add(addResultStatus(message, getTextField(fields, 'status')), {
      ...readProviderUsage(usage),
      agent,
    });
  }
  return { id, labels: { model }, ...steps.finishCase() };
}

/** Calls stand in the content of some providers as well; a message of a tool says whether it succeeded. */
function addResultStatus(message: Message, status: string | null): Message {
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
