import { byUnit } from '../../files/textFile.ts';
import type { ToolCall } from '../lists/message.ts';
import type { TracePlace, TraceSink } from '../reading.ts';
import { timeOf } from '../times.ts';
import { areTold, type Costs, normalUsage, UNKNOWN_COSTS, usdByPrices } from '../usage.ts';
import { at, numberAt, textAt } from '../values.ts';
import { type AgentCase, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/**
 * `input` leaves out what was read from a cache or written to one, `output` the reasoning: 1,100 and 44 beside 5,001
 * cached and 7 of reasoning were 6,152 in all.
 */
const LEAVES_OUT = { cached: true, reasoning: true } as const;

/** What is known of a session. */
interface Session {
  place: TracePlace;
  info: unknown;
  /** Infos by the messages' ids; null for a message of which only parts are known. */
  readonly messages: Map<string, unknown>;
  readonly parts: Map<string, Map<string, unknown>>;
  end: string | null;
}

/** Sessions, messages and their parts, from whatever they were read: exports, printed lines, single files, a database. */
export class OpenCodeStore {
  private readonly sessions = new Map<string, Session>();

  addSession(id: string, info: unknown, place: TracePlace): void {
    const session = this.session(id, place);
    session.info ??= info;
  }

  addMessage(session: string, id: string, info: unknown, place: TracePlace): void {
    const { messages } = this.session(session, place);
    messages.set(id, info ?? messages.get(id) ?? null);
  }

  addPart(session: string, message: string, part: unknown, place: TracePlace): void {
    const { messages, parts } = this.session(session, place);
    if (!messages.has(message)) messages.set(message, null);
    const own = parts.get(message) ?? new Map<string, unknown>();
    parts.set(message, own.set(textAt(part, 'id') ?? `${own.size}`, part));
  }

  /** Says why a session ended. */
  endSession(id: string, end: string | null, place: TracePlace): void {
    this.session(id, place).end = end;
  }

  cases(sink: Pick<TraceSink, 'leaveOut'>): AgentCase[] {
    const senders = this.senders();
    const written = new Map<string, string>();
    const byAge = [...this.sessions].sort(
      ([a, one], [b, other]) => ageOf(one) - ageOf(other) || byUnit(a, b),
    );
    for (const [id, session] of byAge)
      if (parentOf(session) === null) leaveCopies(id, session, written, sink);
    return [...this.sessions].map(([id, session]) => {
      const { conversation, models } = readSession(session);
      const parent = parentOf(session) ?? senders.get(id)?.session ?? null;
      const agent = parent === null ? null : (senders.get(id)?.agent ?? textAt(session.info, 'agent'));
      const labels = { model: models.label, agent };
      const steps = conversation.finish();
      return { place: session.place, draft: { id, parent, end: session.end, labels, steps } };
    });
  }

  private session(id: string, place: TracePlace): Session {
    const found = this.sessions.get(id) ?? {
      ...{ place, info: undefined, end: null },
      ...{ messages: new Map<string, unknown>(), parts: new Map<string, Map<string, unknown>>() },
    };
    this.sessions.set(id, found);
    return found;
  }

  /** Who sent the sessions of sub-agents, as the calls that sent them tell. */
  private senders(): Map<string, { readonly session: string; readonly agent: string | null }> {
    const senders = new Map<string, { readonly session: string; readonly agent: string | null }>();
    for (const [session, { parts }] of this.sessions)
      for (const own of parts.values())
        for (const part of own.values()) {
          const sent = textAt(at(part, 'state', 'metadata'), 'sessionId', 'sessionID');
          const agent = textAt(at(part, 'state', 'input'), 'subagent_type');
          if (sent !== null && sent !== session) senders.set(sent, { session, agent });
        }
    return senders;
  }
}

/**
 * A fork holds the messages of the session that it goes on from under new ids, with their times: they are that one's.
 * @param written sessions by the marks of what was written in them
 */
function leaveCopies(
  id: string,
  session: Session,
  written: Map<string, string>,
  sink: Pick<TraceSink, 'leaveOut'>,
): void {
  let count = 0;
  for (const [message, info] of session.messages) {
    const mark = markOf(info, session.parts.get(message));
    if (mark === null) continue;
    const owner = written.get(mark) ?? id;
    written.set(mark, owner);
    if (owner === id) continue;
    session.messages.delete(message);
    count++;
  }
  if (count > 0)
    sink.leaveOut(session.place.file, 'messages that a fork has of the session before it', count);
}

const parentOf = ({ info }: Session): string | null => textAt(info, 'parentID', 'parent_id');

/** When a session was made; a fork is made after the one that it goes on from. */
const ageOf = ({ info }: Session): number =>
  numberAt(at(info, 'time'), 'created') ?? numberAt(info, 'time_created') ?? Number.MAX_VALUE;

/** What a copy of an answer has in common with it: when it was made and ended, its words and calls; null where that is not told. */
function markOf(info: unknown, parts: ReadonlyMap<string, unknown> | undefined): string | null {
  const [created, completed] = [timeIn(info, 'created'), numberAt(at(info, 'time'), 'completed')];
  if (created === null || completed === null) return null;
  const said = [...(parts?.values() ?? [])].flatMap(part => textAt(part, 'callID', 'text') ?? []);
  return JSON.stringify([created, completed, at(info, 'cost'), said]);
}

/** Ids of messages and parts grow with time. */
const GROWING = /^(?:msg|prt)_[0-9a-f]{12}/;

function readSession(session: Session) {
  const [conversation, models] = [new Conversation(), new ModelNames()];
  const messages = [...session.messages].map(([id, info]) => ({ id, info, time: timeIn(info, 'created') }));
  if (messages.every(({ id }) => GROWING.test(id)))
    messages.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || byUnit(a.id, b.id));
  for (const { id, info, time } of messages) {
    const own = [...(session.parts.get(id) ?? [])];
    if (own.every(([part]) => GROWING.test(part))) own.sort(([a], [b]) => byUnit(a, b));
    const parts = own.map(([, part]) => part);
    if (textAt(info, 'role') === 'user') {
      conversation.ask(textsIn(parts.filter(part => at(part, 'synthetic') !== true)));
      continue;
    }
    models.add(textAt(info, 'modelID') ?? textAt(at(info, 'model'), 'modelID'));
    for (const answer of answersIn(parts, info))
      takeAnswer(conversation, answer, time, at(info, 'summary') === true);
  }
  return { conversation, models };
}

/** Parts of one answer, and what it cost. */
interface AnswerParts {
  readonly parts: readonly unknown[];
  readonly costs: Costs;
}

/** The answers of a message: old versions keep several in one, each between its marks. */
function answersIn(parts: readonly unknown[], info: unknown): AnswerParts[] {
  const answers: AnswerParts[] = [];
  let own: unknown[] = [];
  for (const part of parts) {
    if (textAt(part, 'type') !== 'step-finish') own.push(part);
    else {
      answers.push({ parts: own, costs: costsOf(part) });
      own = [];
    }
  }
  const isPaid = answers.some(({ costs }) => areTold(costs));
  // An answer that was cut off tells zeros.
  const costs = isPaid || (numberAt(at(info, 'tokens'), 'output') ?? 0) === 0 ? UNKNOWN_COSTS : costsOf(info);
  if (own.length > 0 || areTold(costs)) answers.push({ parts: own, costs });
  return answers;
}

function takeAnswer(
  conversation: Conversation,
  { parts, costs }: AnswerParts,
  created: number | null,
  isSummary: boolean,
): void {
  const tools = parts.filter(part => textAt(part, 'type') === 'tool' && textAt(part, 'tool') !== null);
  // A summary of what was compacted is said to nobody.
  const text = isSummary ? null : textsIn(parts);
  const calls: ToolCall[] = tools.map(part => ({
    id: textAt(part, 'callID', 'id'),
    name: textAt(part, 'tool') ?? '',
    args: at(part, 'state', 'input'),
  }));
  const begun = parts
    .map(part => timeIn(part, 'start') ?? timeIn(at(part, 'state'), 'start'))
    .find(time => time !== null);
  conversation.answer({ text, calls, costs, at: created ?? begun ?? null });
  for (const part of tools) takeResult(conversation, part);
}

/** What stands in the place of an error where a call was broken off or refused. */
const NOT_DONE = /^(?:Tool execution aborted|The user (?:rejected|dismissed)|Tool execution was interrupted)/;

function takeResult(conversation: Conversation, part: unknown): void {
  const state = at(part, 'state');
  const [status, error] = [textAt(state, 'status'), textAt(state, 'error')];
  const isNotDone = at(state, 'metadata', 'interrupted') === true || NOT_DONE.test(error ?? '');
  if (isNotDone || (status !== 'completed' && status !== 'error')) return;
  const code = numberAt(at(state, 'metadata'), 'exit');
  const failed = status === 'error' || (code !== null && code !== 0);
  const value = at(state, 'output') ?? error;
  conversation.return({
    id: textAt(part, 'callID', 'id'),
    value,
    failed,
    error,
    until: timeIn(state, 'end'),
  });
}

function textsIn(parts: readonly unknown[]): string | null {
  const texts = parts.flatMap(part => (textAt(part, 'type') === 'text' ? (textAt(part, 'text') ?? []) : []));
  return texts.length === 0 ? null : texts.join('\n');
}

const timeIn = (value: unknown, key: 'created' | 'start' | 'end'): number | null =>
  timeOf(at(value, 'time', key) ?? null);

function costsOf(value: unknown): Costs {
  const tokens = at(value, 'tokens');
  const usage = normalUsage(
    {
      input: numberAt(tokens, 'input'),
      output: numberAt(tokens, 'output'),
      cachedRead: numberAt(at(tokens, 'cache'), 'read'),
      cachedWrite: numberAt(at(tokens, 'cache'), 'write'),
      reasoning: numberAt(tokens, 'reasoning'),
    },
    LEAVES_OUT,
  );
  return { ...usage, usd: usdByPrices(numberAt(value, 'cost'), usage) };
}
