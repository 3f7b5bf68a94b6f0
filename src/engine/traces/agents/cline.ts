import { InputError } from '../../core/errors.ts';
import { type Message, messageOf, type ToolResult } from '../lists/message.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage } from '../usage.ts';
import { at, listAt, numberAt, textAt } from '../values.ts';
import { type AgentCase, addCases, BookLines, ModelNames } from './agentCases.ts';
import { wordsOfUser, writtenAnswer, writtenResults } from './clineText.ts';
import { Conversation } from './conversation.ts';

/** Sessions of Cline (`….messages.json`), and `api_conversation_history.json` of Cline and Roo Code before. */
export const CLINE: ValueFormat = {
  name: 'Cline or Roo Code',
  fits: value =>
    isLog(value) ||
    isSession(value) ||
    isShown(value) ||
    (Array.isArray(value) ? value.some(isTimedMessage) : isTimedMessage(value)),
  open: sink => new Sessions(sink),
};

const isLog = (value: unknown): boolean =>
  textAt(value, 'sessionId') !== null && listAt(value, 'messages').some(isTimedMessage);

/** A message with a time in milliseconds, as only these programs write it. */
const isTimedMessage = (value: unknown): boolean =>
  /^(?:user|assistant)$/.test(textAt(value, 'role') ?? '') &&
  (numberAt(value, 'ts') ?? 0) > 1e12 &&
  at(value, 'content') !== undefined;

/** What is known of a session beside its log. */
const isSession = (value: unknown): boolean =>
  textAt(value, 'session_id') !== null &&
  textAt(value, 'started_at') !== null &&
  textAt(value, 'source') !== null;

/** What is shown of a session, in `ui_messages.json`. */
const isShown = (value: unknown): boolean =>
  /^(?:say|ask)$/.test(textAt(value, 'type') ?? '') &&
  (numberAt(value, 'ts') ?? 0) > 1e12 &&
  textAt(value, 'say', 'ask') !== null;

/** A conversation while it is read. */
class Talk {
  readonly conversation = new Conversation();
  readonly models = new ModelNames();

  constructor(
    readonly id: string,
    readonly place: TracePlace,
  ) {}

  take(value: unknown): void {
    const message = messageOf(value);
    if (message === null || at(value, 'isSummary') === true) return;
    const time = timeOf(at(value, 'ts'));
    if (message.role === 'assistant') this.answered(value, message, time);
    else this.heard(message, time);
  }

  private answered(value: unknown, { text, calls }: Message, time: number | null): void {
    this.models.add(textAt(at(value, 'modelInfo'), 'id', 'modelId'));
    const answer = calls.length === 0 && text !== null ? writtenAnswer(text) : { text, calls };
    this.conversation.answer({ ...answer, costs: costsOf(at(value, 'metrics')), at: time });
  }

  private heard({ text, results }: Message, until: number | null): void {
    for (const result of results) this.returned(result, until);
    const written = text === null ? [] : writtenResults(text);
    for (const { tool, value, failed } of written) {
      if (failed !== null) this.conversation.returnTo(tool, { value, failed, until });
    }
    if (written.length === 0 && text !== null) this.conversation.ask(wordsOfUser(text));
  }

  /** A result is a list of what each part of the call gave, with its success. */
  private returned({ id, value, failed }: ToolResult, until: number | null): void {
    const parts = listAt({ value }, 'value');
    const errors = parts.filter(part => at(part, 'success') === false);
    const error = errors.flatMap(part => textAt(part, 'error') ?? []).join('\n');
    this.conversation.return({
      ...{ id, value, until },
      failed: failed === true || errors.length > 0,
      error: error === '' ? null : error,
    });
  }
}

class Sessions implements ValueReader {
  private readonly talks: Talk[] = [];
  private readonly books = new BookLines();
  private readonly statuses = new Map<string, { readonly status: string | null; readonly file: string }>();
  private readonly agents = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  /** Messages of a file that is a list of them. */
  private loose: Talk | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const session = textAt(value, 'session_id');
    if (isLog(value)) this.log(value, place);
    else if (isSession(value) && session !== null)
      this.statuses.set(session, { status: textAt(value, 'status'), file: place.file });
    else if (isShown(value)) this.books.add(place.file, textAt(value, 'type') ?? '');
    else if (Array.isArray(value) || /^(?:user|assistant)$/.test(textAt(value, 'role') ?? '')) {
      this.loose ??= new Talk(taskOf(place.file), place);
      for (const message of Array.isArray(value) ? value : [value]) this.loose.take(message);
    } else throw new InputError('no message of a session');
  }

  endFile(): void {
    if (this.loose !== null) this.talks.push(this.loose);
    this.loose = null;
  }

  end(): void {
    this.books.tell(this.sink);
    const known = new Set(this.talks.map(({ id }) => id));
    for (const [id, { file }] of this.statuses)
      if (!known.has(id)) this.sink.leaveOut(file, 'sessions without an answer');
    addCases(
      this.sink,
      this.talks.map(talk => this.caseOf(talk)),
    );
  }

  private log(value: unknown, place: TracePlace): void {
    const talk = new Talk(textAt(value, 'sessionId') ?? place.file, place);
    for (const message of listAt(value, 'messages')) talk.take(message);
    const agent = textAt(value, 'agent');
    if (agent !== null) this.agents.set(talk.id, agent);
    const parent = textAt(at(value, 'origin'), 'parentThreadId');
    if (parent !== null) this.parents.set(talk.id, parent);
    this.talks.push(talk);
  }

  private caseOf({ id, place, models, conversation }: Talk): AgentCase {
    // The id of a sub-agent's session goes on from that of the session that sent it.
    const parent = this.parents.get(id) ?? /^(.+)__agent_[^_]+_[^_]+$/.exec(id)?.[1] ?? null;
    const status = this.statuses.get(id)?.status ?? null;
    const end = status === 'completed' || status === 'running' ? null : status;
    const labels = { model: models.label, agent: parent === null ? null : (this.agents.get(id) ?? null) };
    return { place, draft: { id, parent, end, labels, steps: conversation.finish() } };
  }
}

/** A task's folder is its id. */
const taskOf = (file: string): string =>
  /([^\\/]+)[\\/]api_conversation_history[^\\/]*$/.exec(file)?.[1] ?? file;

/** Input holds what was cached, output the reasoning: 6,101 with 5,001 cached in a run whose tokens are known. */
const costsOf = (metrics: unknown): Costs => ({
  ...normalUsage({
    input: numberAt(metrics, 'inputTokens'),
    output: numberAt(metrics, 'outputTokens'),
    cachedRead: numberAt(metrics, 'cacheReadTokens'),
    cachedWrite: numberAt(metrics, 'cacheWriteTokens'),
  }),
  usd: numberAt(metrics, 'cost'),
});
