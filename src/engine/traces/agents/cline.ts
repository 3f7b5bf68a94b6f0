import { InputError } from '../../core/errors.ts';
import { type Message, parseMessage, type ToolCall, type ToolResult } from '../lists/message.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { type Costs, normalizeUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** Sessions of Cline (`….messages.json`), and `api_conversation_history.json` of Cline and Roo Code before. */
export const CLINE: ValueFormat = {
  name: 'Cline or Roo Code',
  fits: value =>
    isClineLog(value) ||
    isClineSession(value) ||
    isClineUiMessages(value) ||
    (Array.isArray(value) ? value.some(isTimedMessage) : isTimedMessage(value)),
  open: sink => new ClineSessions(sink),
};

const isClineLog = (value: unknown): boolean =>
  getTextField(value, 'sessionId') !== null && getListField(value, 'messages').some(isTimedMessage);

/** A message with a time in milliseconds, as only these programs write it. */
const isTimedMessage = (value: unknown): boolean =>
  /^(?:user|assistant)$/.test(getTextField(value, 'role') ?? '') &&
  (getNumberField(value, 'ts') ?? 0) > 1e12 &&
  getPathValue(value, 'content') !== undefined;

/** Facts about a session outside its log. */
const isClineSession = (value: unknown): boolean =>
  getTextField(value, 'session_id') !== null &&
  getTextField(value, 'started_at') !== null &&
  getTextField(value, 'source') !== null;

/** Displayed messages of a session, in `ui_messages.json`. */
const isClineUiMessages = (value: unknown): boolean =>
  /^(?:say|ask)$/.test(getTextField(value, 'type') ?? '') &&
  (getNumberField(value, 'ts') ?? 0) > 1e12 &&
  getTextField(value, 'say', 'ask') !== null;

/** A conversation while it is read. */
class Talk {
  readonly conversation = new Conversation();
  readonly models = new ModelNames();

  constructor(
    readonly id: string,
    readonly place: TracePlace,
  ) {}

  take(value: unknown): void {
    const message = parseMessage(value);
    if (message === null || getPathValue(value, 'isSummary') === true) return;
    const time = parseTraceTime(getPathValue(value, 'ts'));
    if (message.role === 'assistant') this.answered(value, message, time);
    else this.heard(message, time);
  }

  private answered(value: unknown, { text, calls }: Message, time: number | null): void {
    this.models.add(getTextField(getPathValue(value, 'modelInfo'), 'id', 'modelId'));
    const answer = calls.length === 0 && text !== null ? parseWrittenAnswer(text) : { text, calls };
    this.conversation.answer({ ...answer, costs: readClineCosts(getPathValue(value, 'metrics')), at: time });
  }

  private heard({ text, results }: Message, until: number | null): void {
    for (const result of results) this.returned(result, until);
    const written = text === null ? [] : parseWrittenResults(text);
    for (const { tool, value, failed } of written) {
      if (failed !== null) this.conversation.returnTo(tool, { value, failed, until });
    }
    if (written.length === 0 && text !== null) this.conversation.ask(extractUserWords(text));
  }

  /** A result is a list of what each part of the call gave, with its success. */
  private returned({ id, value, failed }: ToolResult, until: number | null): void {
    const parts = getListField({ value }, 'value');
    const errors = parts.filter(part => getPathValue(part, 'success') === false);
    const error = errors.flatMap(part => getTextField(part, 'error') ?? []).join('\n');
    this.conversation.return({
      ...{ id, value, until },
      failed: failed === true || errors.length > 0,
      error: error === '' ? null : error,
    });
  }
}

class ClineSessions implements ValueReader {
  private readonly talks: Talk[] = [];
  private readonly books = new BookLines();
  private readonly statuses = new Map<string, { readonly status: string | null; readonly file: string }>();
  private readonly agents = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  /** Messages of a file that is a list of them. */
  private loose: Talk | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const session = getTextField(value, 'session_id');
    if (isClineLog(value)) this.log(value, place);
    else if (isClineSession(value) && session !== null)
      this.statuses.set(session, { status: getTextField(value, 'status'), file: place.file });
    else if (isClineUiMessages(value)) this.books.add(place.file, getTextField(value, 'type') ?? '');
    else if (Array.isArray(value) || /^(?:user|assistant)$/.test(getTextField(value, 'role') ?? '')) {
      this.loose ??= new Talk(getClineTaskId(place.file), place);
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
    addAgentCases(
      this.sink,
      this.talks.map(talk => this.caseOf(talk)),
    );
  }

  private log(value: unknown, place: TracePlace): void {
    const talk = new Talk(getTextField(value, 'sessionId') ?? place.file, place);
    for (const message of getListField(value, 'messages')) talk.take(message);
    const agent = getTextField(value, 'agent');
    if (agent !== null) this.agents.set(talk.id, agent);
    const parent = getTextField(getPathValue(value, 'origin'), 'parentThreadId');
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
const getClineTaskId = (file: string): string =>
  /([^\\/]+)[\\/]api_conversation_history[^\\/]*$/.exec(file)?.[1] ?? file;

/** Input holds what was cached, output the reasoning: 6,101 with 5,001 cached in a run whose tokens are known. */
const readClineCosts = (metrics: unknown): Costs => ({
  ...normalizeUsage({
    input: getNumberField(metrics, 'inputTokens'),
    output: getNumberField(metrics, 'outputTokens'),
    cachedRead: getNumberField(metrics, 'cacheReadTokens'),
    cachedWrite: getNumberField(metrics, 'cacheWriteTokens'),
  }),
  usd: getNumberField(metrics, 'cost'),
});

/**
 * Text of an answer, and the call that it writes as XML: Cline and Roo Code had models without tools write calls so.
 */
interface WrittenAnswer {
  readonly text: string | null;
  readonly calls: readonly ToolCall[];
}

/** A result that stands in the words of a user. */
interface WrittenResult {
  readonly tool: string;
  readonly value: string;
  /** Null if the user refused the call. */
  readonly failed: boolean | null;
}

/** The beginning of a call: names of tools have two words, and stand at the beginning of a line. */
const CALL = /^<([a-z]+(?:_[a-z]+)+)>\n?/gm;
const TAG = /<(\/?)([a-z_]+)>/g;
const RESULT = /^\[([a-z]+(?:_[a-z]+)+)(?: for [^\n]*)?\] Result:\s*?(?:\n|$)/gm;
const FAILED =
  /^(?:The tool execution failed with the following error|Error:|<error>)|^(?:Exit code|Command failed with exit code):? [1-9]\d*$/m;
const REFUSED = /^The user denied this operation/;

/** Parts of what a program adds to the words of a user. */
const ADDED = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;
const WRAPPER = /^<(user_input|task|feedback|answer|user_message)(?: [^>]*)?>\n?([\s\S]*?)\n?<\/\1>$/;

/** Takes the call out of an answer. */
function parseWrittenAnswer(text: string): WrittenAnswer {
  const lastEnds = findLastEnds(text);
  const call = [...text.matchAll(CALL)].find(({ 1: name, index }) => (lastEnds.get(name) ?? -1) > index);
  if (call === undefined || call[1] === 'task_progress') return { text, calls: [] };
  const [start, name] = call;
  const from = call.index + start.length;
  const args = parseParameters(text.slice(from, text.indexOf(`</${name}>`, from)));
  const words = text.slice(0, call.index).trim();
  return { text: words === '' ? null : words, calls: [{ id: null, name, args }] };
}

/**
 * Where each name of a tag is closed for the last time. A tag that is not closed is known by it, where a regular expression that
 * looks for its end reads the rest of the text.
 */
function findLastEnds(text: string): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { 1: slash, 2: name, index } of text.matchAll(TAG)) if (slash !== '') ends.set(name, index);
  return ends;
}

/** Values of a call's parameters. */
function parseParameters(text: string): Record<string, string> {
  const args: Record<string, string> = {};
  const lastEnds = findLastEnds(text);
  let open: { readonly name: string; readonly start: number } | null = null;
  for (const { 0: tag, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    if (open === null) {
      if (slash === '' && (lastEnds.get(name) ?? -1) > index) open = { name, start: index + tag.length };
    } else if (slash !== '' && name === open.name) {
      args[name] = text.slice(open.start, index).trim();
      open = null;
    }
  }
  return args;
}

/** The results in the words of a user; none if they are a user's own. */
function parseWrittenResults(text: string): WrittenResult[] {
  const bare = text.replace(ADDED, '');
  const heads = [...bare.matchAll(RESULT)];
  return heads.map((head, index) => {
    const value = bare.slice(head.index + head[0].length, heads[index + 1]?.index).trim();
    return { tool: head[1], value, failed: REFUSED.test(value) ? null : FAILED.test(value) };
  });
}

/** The words of a user without what a program puts around them. */
function extractUserWords(text: string): string | null {
  const bare = text.replace(ADDED, '').trim();
  return (WRAPPER.exec(bare)?.[2] ?? bare) || null;
}
