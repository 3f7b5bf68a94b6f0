import { InputError } from '../../core/errors.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { addStepCosts, type StepDraft } from '../traceSteps.ts';
import {
  addTwoCosts,
  type Costs,
  normalizeUsage,
  subtractCosts,
  sumCostList,
  UNKNOWN_COSTS,
} from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

const EVENTS = /^(?:session|user|system|assistant|tool|subagent|hook|skill)\.[a-z_]+$|^abort$/;

/** `events.jsonl` of GitHub Copilot CLI, a session in each file, those of its sub-agents among them. */
export const COPILOT: ValueFormat = {
  name: 'GitHub Copilot CLI',
  fits: value =>
    EVENTS.test(getTextField(value, 'type') ?? '') &&
    isFieldsObject(getPathValue(value, 'data')) &&
    getTextField(value, 'id') !== null,
  open: sink => new CopilotSessions(sink),
};

/** A conversation of a session or of one of its sub-agents. */
class Talk {
  readonly conversation = new Conversation();
  readonly models = new ModelNames();
  readonly calls = new Set<string>();
  type: string | null = null;
  /** Call by which it was sent. */
  sentBy: string | null = null;
  end: string | null = null;
  /** True if records give the usage; else the answers do. */
  hasRecords = false;
}

class CopilotSessions implements ValueReader {
  private readonly cases: AgentCase[] = [];
  private readonly books = new BookLines();
  private talks = new Map<string | null, Talk>();
  private place: TracePlace | null = null;
  private id: string | null = null;
  private whole: Costs | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const [type, data] = [getTextField(value, 'type'), getPathValue(value, 'data')];
    if (type === null || !isFieldsObject(data)) throw new InputError('no event of a session');
    this.place ??= place;
    if (type === 'session.start') this.id ??= getTextField(data, 'sessionId');
    if (type === 'session.shutdown') this.whole = readCopilotTotalCosts(data);
    const agent = getTextField(value, 'agentId');
    const talk = this.talks.get(agent) ?? new Talk();
    this.talks.set(agent, talk);
    if (!addCopilotEvent(talk, type, data, parseTraceTime(getPathValue(value, 'timestamp'))))
      this.books.add(place.file, type);
  }

  endFile(file: string): void {
    const { place } = this;
    if (place !== null) this.addSession(place, this.id ?? getSessionFolder(file));
    this.talks = new Map();
    this.place = null;
    this.id = null;
    this.whole = null;
  }

  end(): void {
    this.books.tell(this.sink);
    addAgentCases(this.sink, this.cases);
  }

  private addSession(place: TracePlace, session: string): void {
    const idOf = (agent: string | null): string => (agent === null ? session : `${session} agent-${agent}`);
    const read = [...this.talks].map(([agent, talk]) => ({ agent, talk, steps: talk.conversation.finish() }));
    this.settle(read);
    for (const { agent, talk, steps } of read) {
      if (steps.length === 0 && agent === null && read.length > 1) continue;
      const sender = read.find(one => talk.sentBy !== null && one.talk.calls.has(talk.sentBy))?.agent ?? null;
      const labels = { model: talk.models.label, agent: talk.type };
      const parent = agent === null ? null : idOf(sender);
      this.cases.push({ place, draft: { id: idOf(agent), parent, end: talk.end, labels, steps } });
    }
  }

  /** Versions without records of usage give the tokens of input for the whole session alone. */
  private settle(read: readonly { readonly agent: string | null; readonly steps: StepDraft[] }[]): void {
    if (this.whole === null) return;
    const rest = subtractCosts(this.whole, sumCostList(read.flatMap(({ steps }) => steps)));
    const last = read.find(({ agent }) => agent === null)?.steps.at(-1);
    if (rest === null || last === undefined) return;
    addStepCosts(last, rest);
    this.sink.note('a session of GitHub Copilot has tokens of the whole alone: they are with its last step');
  }
}

/** The folder of a session's file is its id. */
const getSessionFolder = (file: string): string => /([^\\/]+)[\\/][^\\/]+$/.exec(file)?.[1] ?? file;

/** @returns true if the event has content, and is not mere bookkeeping */
function addCopilotEvent(talk: Talk, type: string, data: unknown, time: number | null): boolean {
  switch (type) {
    case 'user.message':
      talk.conversation.ask(getTextField(data, 'content'));
      talk.end = null;
      return true;
    case 'session.usage_record':
      talk.hasRecords = true;
      talk.conversation.charge(readCopilotUsage(getPathValue(data, 'usage')));
      return true;
    case 'assistant.message':
      addCopilotAnswer(talk, data, time);
      return true;
    case 'tool.execution_complete':
      addCopilotResult(talk.conversation, data, time);
      return true;
    case 'subagent.started':
      talk.type = getTextField(data, 'agentType', 'agentName');
      talk.sentBy = getTextField(data, 'toolCallId');
      return true;
    case 'abort':
      talk.end = getTextField(data, 'reason') ?? type;
      return true;
    default:
      return type === 'session.start' || type === 'session.shutdown';
  }
}

function addCopilotAnswer(talk: Talk, data: unknown, time: number | null): void {
  talk.models.add(getTextField(data, 'model'));
  const calls = getListField(data, 'toolRequests').flatMap(request => {
    const name = getTextField(request, 'name');
    return name === null
      ? []
      : [{ id: getTextField(request, 'toolCallId'), name, args: getPathValue(request, 'arguments') }];
  });
  for (const { id } of calls) if (id !== null) talk.calls.add(id);
  const costs = talk.hasRecords ? {} : { tokensOut: getNumberField(data, 'outputTokens') };
  talk.conversation.answer({ text: getTextField(data, 'content'), calls, costs, at: time });
}

/** Ids of shells differ for equal calls. */
const SHELL = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

function addCopilotResult(conversation: Conversation, data: unknown, time: number | null): void {
  const content = getPathValue(data, 'result', 'content');
  const text = typeof content === 'string' ? content : null;
  const code =
    getNumberField(getPathValue(data, 'shellExecution'), 'exitCode') ??
    Number(SHELL.exec(text ?? '')?.[1] ?? 0);
  const error = getTextField(getPathValue(data, 'error'), 'message');
  const failed = getPathValue(data, 'success') === false || code !== 0;
  const value = text?.replace(SHELL, '') ?? content ?? error;
  conversation.return({ id: getTextField(data, 'toolCallId'), value, failed, error, until: time });
}

/** Input holds what was cached, output the reasoning: 6,101 with 5,001 cached in a run whose tokens are known. */
const readCopilotUsage = (usage: unknown): Costs => ({
  ...normalizeUsage({
    input: getNumberField(usage, 'inputTokens'),
    output: getNumberField(usage, 'outputTokens'),
    cachedRead: getNumberField(usage, 'cacheReadTokens'),
    cachedWrite: getNumberField(usage, 'cacheWriteTokens'),
    reasoning: getNumberField(usage, 'reasoningTokens'),
  }),
  usd: null,
});

/** Cost of a session so far, including its sub-agents. */
function readCopilotTotalCosts(data: unknown): Costs | null {
  const metrics =
    getPathValue(data, 'modelMetrics') ?? getPathValue(data, 'accountingSnapshot', 'modelMetrics');
  if (!isFieldsObject(metrics)) return null;
  return Object.values(metrics)
    .map(metric => readCopilotUsage(getPathValue(metric, 'usage')))
    .reduce(addTwoCosts, UNKNOWN_COSTS);
}
