import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import type { ToolCall } from '../lists/message.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { type Costs, hasAnyCosts, normalizeUsage, sanitizeComputedUsd, UNKNOWN_COSTS } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, ModelNames } from './agentCases.ts';
import { type Answer, Conversation } from './conversation.ts';

/** Sessions of opencode and of Kilo, which goes back to it: `export`, `run --format json`, and the files that old versions keep. */
export const OPEN_CODE: ValueFormat = {
  name: 'opencode',
  fits: value => isOpenCodeExport(value) || isOpenCodePrintout(value) || isOpenCodeStoreFile(value),
  open: sink => new OpenCodeSessions(sink),
};

const isOpenCodeExport = (value: unknown): boolean =>
  getTextField(getPathValue(value, 'info'), 'id') !== null &&
  Array.isArray(getPathValue(value, 'messages')) &&
  (getListField(value, 'messages').length === 0
    ? getTextField(getPathValue(value, 'info'), 'projectID') !== null
    : getListField(value, 'messages').some(
        message =>
          Array.isArray(getPathValue(message, 'parts')) && isFieldsObject(getPathValue(message, 'info')),
      ));

const isOpenCodePrintout = (value: unknown): boolean =>
  getTextField(value, 'sessionID') !== null &&
  (isFieldsObject(getPathValue(value, 'part')) || isFieldsObject(getPathValue(value, 'error')));

/** A file of a session, of a message, or of a part. */
const isOpenCodeStoreFile = (value: unknown): boolean =>
  /^(?:ses|msg|prt)_[0-9a-f]{12}/.test(getTextField(value, 'id') ?? '') &&
  (getTextField(value, 'projectID') !== null || getTextField(value, 'sessionID') !== null);

/** A row of opencode's database: a session; a message, of a session; or a part, of a message too. */
export class StoredRow {
  constructor(
    readonly id: string,
    readonly session: string | null,
    readonly message: string | null,
    readonly value: unknown,
  ) {}
}

class OpenCodeSessions implements ValueReader {
  private readonly store = new OpenCodeStore();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (value instanceof StoredRow) this.row(value, place);
    else if (isOpenCodeExport(value)) this.export(value, place);
    else if (isOpenCodePrintout(value)) this.printed(value, place);
    else if (isOpenCodeStoreFile(value)) this.stored(value, place);
    else throw new InputError('no session, and no part of one');
  }

  endFile(): void {}

  end(): void {
    addAgentCases(this.sink, this.store.cases(this.sink));
  }

  private export(value: unknown, place: TracePlace): void {
    const id = getTextField(getPathValue(value, 'info'), 'id') ?? place.file;
    this.store.addSession(id, getPathValue(value, 'info'), place);
    for (const [index, message] of getListField(value, 'messages').entries()) {
      const own = getTextField(getPathValue(message, 'info'), 'id') ?? `${index}`;
      this.store.addMessage(id, own, getPathValue(message, 'info'), place);
      for (const part of getListField(message, 'parts')) this.store.addPart(id, own, part, place);
    }
  }

  private printed(value: unknown, place: TracePlace): void {
    const [id, part] = [getTextField(value, 'sessionID') ?? place.file, getPathValue(value, 'part')];
    const message = getTextField(part, 'messageID');
    if (message !== null) this.store.addPart(id, message, part, place);
    else
      this.store.endSession(
        id,
        getTextField(getPathValue(value, 'error'), 'name', 'message') ?? 'error',
        place,
      );
  }

  private stored(value: unknown, place: TracePlace): void {
    const [session, message] = [getTextField(value, 'sessionID'), getTextField(value, 'messageID')];
    this.row(new StoredRow(getTextField(value, 'id') ?? '', session, message, value), place);
  }

  private row({ id, session, message, value }: StoredRow, place: TracePlace): void {
    if (session === null) this.store.addSession(id, value, place);
    else if (message === null) this.store.addMessage(session, id, value, place);
    else this.store.addPart(session, message, value, place);
  }
}

/**
 * `input` leaves out tokens read from a cache or written to one, `output` the reasoning: 1,100 and 44, 5,001 cached and
 * 7 of reasoning were 6,152 in all.
 */
const LEAVES_OUT = { cached: true, reasoning: true } as const;

/** Facts about a session. */
interface OpenCodeSession {
  place: TracePlace;
  info: unknown;
  /** Infos by the messages' ids; null for a message of which only parts are known. */
  readonly messages: Map<string, unknown>;
  readonly parts: Map<string, Map<string, unknown>>;
  end: string | null;
}

/** Sessions, messages and their parts, from whatever they were read: exports, printed lines, single files, a database. */
class OpenCodeStore {
  private readonly sessions = new Map<string, OpenCodeSession>();

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
    parts.set(message, own.set(getTextField(part, 'id') ?? `${own.size}`, part));
  }

  /** Says why a session ended. */
  endSession(id: string, end: string | null, place: TracePlace): void {
    this.session(id, place).end = end;
  }

  cases(sink: Pick<TraceSink, 'leaveOut'>): AgentCase[] {
    const senders = this.senders();
    const written = new Map<string, string>();
    const byAge = [...this.sessions].sort(
      ([a, one], [b, other]) =>
        getSessionCreatedTime(one) - getSessionCreatedTime(other) || compareCodeUnits(a, b),
    );
    for (const [id, session] of byAge)
      if (getSessionParent(session) === null) dropForkCopies(id, session, written, sink);
    return [...this.sessions].map(([id, session]) => {
      const { conversation, models } = readOpenCodeSession(session);
      const parent = getSessionParent(session) ?? senders.get(id)?.session ?? null;
      const agent = parent === null ? null : (senders.get(id)?.agent ?? getTextField(session.info, 'agent'));
      const labels = { model: models.label, agent };
      const steps = conversation.finish();
      return { place: session.place, draft: { id, parent, end: session.end, labels, steps } };
    });
  }

  private session(id: string, place: TracePlace): OpenCodeSession {
    const found = this.sessions.get(id) ?? {
      ...{ place, info: undefined, end: null },
      ...{ messages: new Map<string, unknown>(), parts: new Map<string, Map<string, unknown>>() },
    };
    this.sessions.set(id, found);
    return found;
  }

  /** Senders of sub-agents' sessions, from the calls that sent them. */
  private senders(): Map<string, { readonly session: string; readonly agent: string | null }> {
    const senders = new Map<string, { readonly session: string; readonly agent: string | null }>();
    for (const [session, { parts }] of this.sessions)
      for (const own of parts.values())
        for (const part of own.values()) {
          const sent = getTextField(getPathValue(part, 'state', 'metadata'), 'sessionId', 'sessionID');
          const agent = getTextField(getPathValue(part, 'state', 'input'), 'subagent_type');
          if (sent !== null && sent !== session) senders.set(sent, { session, agent });
        }
    return senders;
  }
}

/**
 * A fork holds the messages of the session that it goes on from under new ids, with their times: they are that one's.
 * @param written sessions by the marks of what was written in them
 */
function dropForkCopies(
  id: string,
  session: OpenCodeSession,
  written: Map<string, string>,
  sink: Pick<TraceSink, 'leaveOut'>,
): void {
  let count = 0;
  for (const [message, info] of session.messages) {
    const mark = getAnswerFingerprint(info, session.parts.get(message));
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

const getSessionParent = ({ info }: OpenCodeSession): string | null =>
  getTextField(info, 'parentID', 'parent_id');

/** When a session was made; a fork is made after the one that it goes on from. */
const getSessionCreatedTime = ({ info }: OpenCodeSession): number =>
  getNumberField(getPathValue(info, 'time'), 'created') ??
  getNumberField(info, 'time_created') ??
  Number.MAX_VALUE;

/** Common content of an answer and its copy: its times, words and calls; null if they are missing. */
function getAnswerFingerprint(info: unknown, parts: ReadonlyMap<string, unknown> | undefined): string | null {
  const [created, completed] = [
    getOpenCodeTime(info, 'created'),
    getNumberField(getPathValue(info, 'time'), 'completed'),
  ];
  if (created === null || completed === null) return null;
  const texts = [...(parts?.values() ?? [])].flatMap(part => getTextField(part, 'callID', 'text') ?? []);
  return JSON.stringify([created, completed, getPathValue(info, 'cost'), texts]);
}

/** Ids of messages and parts grow with time. */
const GROWING_ID = /^(?:msg|prt)_[0-9a-f]{12}/;

function readOpenCodeSession(session: OpenCodeSession) {
  const [conversation, models] = [new Conversation(), new ModelNames()];
  const messages = [...session.messages].map(([id, info]) => ({
    id,
    info,
    time: getOpenCodeTime(info, 'created'),
  }));
  if (messages.every(({ id }) => GROWING_ID.test(id)))
    messages.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || compareCodeUnits(a.id, b.id));
  for (const { id, info, time } of messages) {
    const own = [...(session.parts.get(id) ?? [])];
    if (own.every(([part]) => GROWING_ID.test(part))) own.sort(([a], [b]) => compareCodeUnits(a, b));
    const parts = own.map(([, part]) => part);
    if (getTextField(info, 'role') === 'user') {
      conversation.ask(joinOpenCodeTexts(parts.filter(part => getPathValue(part, 'synthetic') !== true)));
      continue;
    }
    models.add(getTextField(info, 'modelID') ?? getTextField(getPathValue(info, 'model'), 'modelID'));
    for (const [index, answer] of splitMessageAnswers(parts, info).entries()) {
      const began = readPartsBegin(answer.parts);
      // A message begins with the first call of the model.
      const asked = index === 0 ? time : null;
      const times = { asked, at: asked ?? began ?? time };
      addOpenCodeAnswer(conversation, answer, times, getPathValue(info, 'summary') === true);
    }
  }
  return { conversation, models };
}

/** Parts of one answer, and what it cost. */
interface AnswerParts {
  readonly parts: readonly unknown[];
  readonly costs: Costs;
}

/** The answers of a message: old versions keep several in one, each between its marks. */
function splitMessageAnswers(parts: readonly unknown[], info: unknown): AnswerParts[] {
  const answers: AnswerParts[] = [];
  let own: unknown[] = [];
  for (const part of parts) {
    if (getTextField(part, 'type') !== 'step-finish') own.push(part);
    else {
      answers.push({ parts: own, costs: readOpenCodeCosts(part) });
      own = [];
    }
  }
  const isPaid = answers.some(({ costs }) => hasAnyCosts(costs));
  // An answer that was cut off has zeros.
  const costs =
    isPaid || (getNumberField(getPathValue(info, 'tokens'), 'output') ?? 0) === 0
      ? UNKNOWN_COSTS
      : readOpenCodeCosts(info);
  if (own.length > 0 || hasAnyCosts(costs)) answers.push({ parts: own, costs });
  return answers;
}

const readPartsBegin = (parts: readonly unknown[]): number | null =>
  parts
    .map(part => getOpenCodeTime(part, 'start') ?? getOpenCodeTime(getPathValue(part, 'state'), 'start'))
    .find(time => time !== null) ?? null;

function addOpenCodeAnswer(
  conversation: Conversation,
  { parts, costs }: AnswerParts,
  times: Pick<Answer, 'asked' | 'at'>,
  isSummary: boolean,
): void {
  const tools = parts.filter(
    part => getTextField(part, 'type') === 'tool' && getTextField(part, 'tool') !== null,
  );
  // A summary of what was compacted is said to nobody.
  const text = isSummary ? null : joinOpenCodeTexts(parts);
  const calls: ToolCall[] = tools.map(part => ({
    id: getTextField(part, 'callID', 'id'),
    name: getTextField(part, 'tool') ?? '',
    args: getPathValue(part, 'state', 'input'),
  }));
  const begins = tools.map(part => getOpenCodeTime(getPathValue(part, 'state'), 'start'));
  const until = parts.map(part => getOpenCodeTime(part, 'end')).findLast(time => time !== null);
  conversation.answer({ text, calls, costs, ...times, until: until ?? null, begins });
  for (const part of tools) addOpenCodeResult(conversation, part);
}

/** Placeholder for an error if a call was broken off or refused. */
const NOT_DONE = /^(?:Tool execution aborted|The user (?:rejected|dismissed)|Tool execution was interrupted)/;

function addOpenCodeResult(conversation: Conversation, part: unknown): void {
  const state = getPathValue(part, 'state');
  const [status, error] = [getTextField(state, 'status'), getTextField(state, 'error')];
  const isNotDone = getPathValue(state, 'metadata', 'interrupted') === true || NOT_DONE.test(error ?? '');
  if (isNotDone || (status !== 'completed' && status !== 'error')) return;
  const code = getNumberField(getPathValue(state, 'metadata'), 'exit');
  const failed = status === 'error' || (code !== null && code !== 0);
  const value = getPathValue(state, 'output') ?? error;
  conversation.return({
    id: getTextField(part, 'callID', 'id'),
    value,
    failed,
    error,
    until: getOpenCodeTime(state, 'end'),
  });
}

function joinOpenCodeTexts(parts: readonly unknown[]): string | null {
  const texts = parts.flatMap(part =>
    getTextField(part, 'type') === 'text' ? (getTextField(part, 'text') ?? []) : [],
  );
  return texts.length === 0 ? null : texts.join('\n');
}

const getOpenCodeTime = (value: unknown, key: 'created' | 'start' | 'end'): number | null =>
  parseTraceTime(getPathValue(value, 'time', key) ?? null);

function readOpenCodeCosts(value: unknown): Costs {
  const tokens = getPathValue(value, 'tokens');
  const usage = normalizeUsage(
    {
      input: getNumberField(tokens, 'input'),
      output: getNumberField(tokens, 'output'),
      cachedRead: getNumberField(getPathValue(tokens, 'cache'), 'read'),
      cachedWrite: getNumberField(getPathValue(tokens, 'cache'), 'write'),
      reasoning: getNumberField(tokens, 'reasoning'),
    },
    LEAVES_OUT,
  );
  return { ...usage, usd: sanitizeComputedUsd(getNumberField(value, 'cost'), usage) };
}
