import { InputError } from '../../core/errors.ts';
import type { Message } from '../lists/message.ts';
import { parseSuccessOutcome } from '../lists/messageList.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import { compareTracePlaces } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { assignRemainingCosts } from '../traceSteps.ts';
import type { TraceOutcome } from '../traces.ts';
import { addTwoCosts, type Costs, normalizeUsage, UNKNOWN_COSTS, type Usage } from '../usage.ts';
import {
  getListField,
  getNumberField,
  getPathValue,
  getTextField,
  isFieldsObject,
  toFiniteNumber,
} from '../values.ts';

/**
 * Logs of Inspect: `.eval` archives with a file for each sample, and the same as one JSON file. A sample is a case.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export const INSPECT_AI: ValueFormat = {
  name: 'inspect_ai',
  fits: value =>
    isInspectLog(value) || isInspectSample(value) || isInspectSummary(value) || isInspectReduction(value),
  open: sink => new InspectReader(sink),
};

/** The whole log, its header, or the beginning of its journal. */
const isInspectLog = (value: unknown): boolean =>
  isFieldsObject(getPathValue(value, 'eval')) &&
  getTextField(getPathValue(value, 'eval'), 'task') !== null &&
  (getPathValue(value, 'plan') !== undefined || getPathValue(value, 'status') !== undefined);
const isInspectEpoch = (value: unknown): boolean =>
  typeof getPathValue(value, 'epoch') === 'number' &&
  getTextField(value, 'id') !== null &&
  getPathValue(value, 'target') !== undefined;
const isInspectSample = (value: unknown): boolean =>
  isInspectEpoch(value) && Array.isArray(getPathValue(value, 'messages'));
const isInspectSummary = (value: unknown): boolean =>
  isInspectEpoch(value) && getPathValue(value, 'messages') === undefined;
const isInspectReduction = (value: unknown): boolean =>
  getTextField(value, 'scorer') !== null && Array.isArray(getPathValue(value, 'samples'));

interface HeldSample {
  readonly uuid: string | null;
  readonly cases: readonly CaseDraft[];
  readonly place: TracePlace;
  readonly log: string;
}

class InspectReader implements ValueReader {
  private readonly samples: HeldSample[] = [];
  /** Facts about each log: its task and model. In an archive they are in a file of their own. */
  private readonly logs = new Map<string, CaseDraft['labels']>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const log = place.file.replace(/\/(?:samples|_journal(?:\/summaries)?)\/[^/]*$|\/[^/]*$/, '');
    if (isInspectSample(value)) this.sample(value, place, log);
    else if (isInspectLog(value)) {
      const given = getPathValue(value, 'eval');
      const own = Array.isArray(getPathValue(value, 'samples')) ? place.file : log;
      this.logs.set(own, { domain: getTextField(given, 'task'), model: getTextField(given, 'model') });
      for (const sample of getListField(value, 'samples'))
        if (isInspectSample(sample)) this.sample(sample, place, own);
        else this.sink.skip(place, 'a sample without an id, an epoch or messages');
    } else if (!isInspectSummary(value) && !isInspectReduction(value))
      throw new InputError('no sample or header of inspect_ai');
  }

  endFile(): void {}

  /** A retried log holds the samples of the one before again. */
  end(): void {
    const known = new Set<string>();
    for (const { uuid, cases, place, log } of this.samples.sort((a, b) =>
      compareTracePlaces(a.place, b.place),
    )) {
      if (uuid !== null && known.has(uuid)) {
        this.sink.leaveOut(place.file, 'samples that another log has as well');
        continue;
      }
      if (uuid !== null) known.add(uuid);
      for (const draft of cases)
        this.sink.add({ ...draft, labels: { ...draft.labels, ...this.logs.get(log) } }, place);
    }
    this.samples.length = 0;
  }

  private sample(value: unknown, place: TracePlace, log: string): void {
    const cases = buildSampleCases(value, readInspectVerdict(value, this.sink));
    this.samples.push({ uuid: getTextField(value, 'uuid'), cases, place, log });
  }
}

/** Values of scores that are letters: correct, incorrect, no answer. Partly correct (P) is neither. */
const LETTERS: Readonly<Record<string, readonly [reward: number, outcome: TraceOutcome | null]>> = {
  ...{ C: [1, 'succeeded'], I: [0, 'failed'], N: [0, 'failed'], P: [0.5, null] },
};

/** Verdict of a sample's scores; of several that differ none counts. */
function readInspectVerdict(sample: unknown, sink: TraceSink): Pick<CaseDraft, 'outcome' | 'reward'> {
  const scores = getPathValue(sample, 'scores') ?? { score: getPathValue(sample, 'score') };
  const values = isFieldsObject(scores)
    ? Object.values(scores).map(score => getPathValue(score, 'value'))
    : [];
  const rows = values
    .map(parseInspectScore)
    .filter(([reward, outcome]) => reward !== null || outcome !== null);
  const outcomes = new Set(rows.map(([, outcome]) => outcome));
  if (outcomes.size > 1)
    sink.note('scores of a sample that differ do not show how it ended: its outcome stays unknown');
  const [reward, outcome] = outcomes.size === 1 ? rows[0] : [null, null];
  return { reward: rows.length === 1 ? reward : null, outcome };
}

function parseInspectScore(value: unknown): readonly [reward: number | null, outcome: TraceOutcome | null] {
  if (typeof value === 'string' && Object.hasOwn(LETTERS, value)) return LETTERS[value];
  if (typeof value === 'boolean') return [Number(value), parseSuccessOutcome(value)];
  const reward = toFiniteNumber(value);
  if (reward !== null) return [reward, reward >= 1 ? 'succeeded' : reward <= 0 ? 'failed' : null];
  return [null, parseSuccessOutcome(value)];
}

/** Prefix for a text of a sample that is stored separately because it is long or repeated. */
const ATTACHMENT = 'attachment://';

/** Costs of an answer, and when the model was called for it, milliseconds since 1970. */
interface SampleAnswer {
  readonly costs: Usage;
  readonly at: number | null;
  readonly until: number | null;
}

/** Facts from the events of a sample, in addition to its messages, by the id of a message or of a call. */
interface SampleEvents {
  readonly answers: ReadonlyMap<string, SampleAnswer>;
  readonly calls: ReadonlyMap<string, unknown>;
}

/** The cases of a sample: its own, and those of agents that it sent as tools, which stand in its events alone. */
function buildSampleCases(
  sample: unknown,
  verdict: Pick<CaseDraft, 'outcome' | 'reward'>,
): readonly CaseDraft[] {
  const events = collectSampleEvents(sample);
  const text = createTextReader(sample);
  const steps = new MessageSteps();
  for (const given of getListField(sample, 'messages')) addInspectMessage(steps, given, events, text);
  const own = steps.finish();
  const [task, epoch] = [getTextField(sample, 'id'), getTextField(sample, 'epoch')];
  const id = `${task} epoch ${epoch}`;
  const labels = { task, trial: epoch };
  const sent = findSampleAgents(sample).map(({ name, models }, index) => ({
    ...{ id: `${id} ${name} ${index + 1}`, parent: id, labels },
    steps: buildSampleAgentSteps(models, events, text),
  }));
  const parts = sent
    .flatMap(one => one.steps)
    .reduce<Costs>((sum, step) => addTwoCosts(sum, step), UNKNOWN_COSTS);
  assignRemainingCosts(own, subtractKnownCosts(readSampleTotalCosts(sample), parts));
  const end =
    getTextField(getPathValue(sample, 'error'), 'message') ??
    getTextField(getPathValue(sample, 'limit'), 'type');
  return [{ id, ...verdict, end, labels, steps: own }, ...sent.filter(one => one.steps.length > 0)];
}

/** Usage of a sample, of all its models together. */
function readSampleTotalCosts(sample: unknown): Costs {
  const usages = getPathValue(sample, 'model_usage');
  const all = isFieldsObject(usages) ? Object.values(usages) : [];
  return all.reduce<Costs>((sum, usage) => addTwoCosts(sum, readInspectUsage(usage)), UNKNOWN_COSTS);
}

const subtractKnownCosts = (whole: Costs, parts: Costs): Costs => {
  const left = (name: keyof Costs): number | null =>
    whole[name] === null ? null : Math.max(0, whole[name] - (parts[name] ?? 0));
  const [tokensIn, tokensOut, usd] = [left('tokensIn'), left('tokensOut'), left('usd')];
  const [tokensCachedRead, tokensCachedWrite] = [left('tokensCachedRead'), left('tokensCachedWrite')];
  return {
    tokensIn,
    tokensOut,
    usd,
    tokensCachedRead,
    tokensCachedWrite,
    tokensReasoning: left('tokensReasoning'),
  };
};

/**
 * The provider decides if the total of input includes cached input; the total of all tokens shows it: if cached input
 * is separate, the three together make it up.
 */
function readInspectUsage(usage: unknown): Usage & { readonly usd: number | null } {
  const input = getNumberField(usage, 'input_tokens');
  const output = getNumberField(usage, 'output_tokens');
  const cachedRead = getNumberField(usage, 'input_tokens_cache_read');
  const cachedWrite = getNumberField(usage, 'input_tokens_cache_write');
  const cached = (cachedRead ?? 0) + (cachedWrite ?? 0);
  const total = getNumberField(usage, 'total_tokens');
  const isBeside = total !== null && cached > 0 && total >= (input ?? 0) + (output ?? 0) + cached;
  const reasoning = getNumberField(usage, 'reasoning_tokens');
  const report = normalizeUsage({ input, output, cachedRead, cachedWrite, reasoning }, { cached: isBeside });
  return { ...report, usd: getNumberField(usage, 'total_cost') };
}

function collectSampleEvents(sample: unknown): SampleEvents {
  const answers = new Map<string, SampleAnswer>();
  const calls = new Map<string, unknown>();
  const output = getPathValue(sample, 'output');
  const note = (given: unknown, event: unknown): void => {
    const id = getTextField(getPathValue(given, 'choices', 0, 'message'), 'id');
    if (id === null) return;
    const [at, until] = ['timestamp', 'completed'].map(name => parseTraceTime(getPathValue(event, name)));
    answers.set(id, { costs: readInspectUsage(getPathValue(given, 'usage')), at, until });
  };
  // The last answer's usage is also stored outside the messages.
  note(output, null);
  for (const event of getListField(sample, 'events')) {
    if (getPathValue(event, 'event') === 'model') note(getPathValue(event, 'output'), event);
    const id = getPathValue(event, 'event') === 'tool' ? getTextField(event, 'id') : null;
    if (id !== null) calls.set(id, event);
  }
  return { answers, calls };
}

type TextOf = (value: unknown) => string | null;

/** Reads the content of a message: a text, or parts of which those that are texts count. */
function createTextReader(sample: unknown): TextOf {
  const attachments = getPathValue(sample, 'attachments');
  const resolved = (text: string): string =>
    text.startsWith(ATTACHMENT) ? (getTextField(attachments, text.slice(ATTACHMENT.length)) ?? text) : text;
  return value => {
    if (typeof value === 'string') return value === '' ? null : resolved(value);
    if (!Array.isArray(value)) return null;
    const texts = value.flatMap(part =>
      getPathValue(part, 'type') === 'text' ? (getTextField(part, 'text') ?? []) : [],
    );
    return texts.length === 0 ? null : texts.map(resolved).join('\n');
  };
}

function addInspectMessage(steps: MessageSteps, given: unknown, events: SampleEvents, text: TextOf): void {
  const role = getTextField(given, 'role');
  if (role === null) return;
  const words = text(getPathValue(given, 'content'));
  const results = role === 'tool' ? [readInspectResult(given, words)] : [];
  const message: Message = {
    role,
    text: words,
    calls: readInspectCalls(given),
    results,
    silent: false,
    finish: null,
  };
  const answer = role === 'assistant' ? events.answers.get(getTextField(given, 'id') ?? '') : undefined;
  const event = events.calls.get(getTextField(given, 'tool_call_id') ?? '');
  const until =
    parseTraceTime(getPathValue(event, 'completed')) ?? parseTraceTime(getPathValue(event, 'timestamp'));
  const times = answer === undefined ? { at: null } : getAnswerTimes(answer, message.calls.length > 0);
  steps.add(message, { ...answer?.costs, ...times, ...(role === 'tool' && { until }) });
}

/** Times of the step of an answer: of a message the call of the model itself, of a call of a tool what comes after it. */
const getAnswerTimes = ({ at, until }: SampleAnswer, asksForTools: boolean) =>
  asksForTools
    ? { at: until ?? at, modelCalls: at === null || until === null ? null : [[at, until] as const] }
    : { at, until };

const readInspectCalls = (given: unknown): Message['calls'] =>
  getListField(given, 'tool_calls').flatMap(call => {
    const name = getTextField(call, 'function');
    return name === null
      ? []
      : [{ id: getTextField(call, 'id'), name, args: getPathValue(call, 'arguments') }];
  });

/** Every failure of a tool is recorded: a call without an error did not fail. */
function readInspectResult(given: unknown, words: string | null): Message['results'][number] {
  const error = getPathValue(given, 'error');
  const value = words ?? getTextField(error, 'message');
  return { id: getTextField(given, 'tool_call_id'), value, failed: isFieldsObject(error) };
}

/** Agents whose answers are none of the sample's messages, since they were called as tools, with their calls of the model. */
function findSampleAgents(
  sample: unknown,
): readonly { readonly name: string; readonly models: readonly unknown[] }[] {
  const known = new Set(getListField(sample, 'messages').map(message => getTextField(message, 'id')));
  const spans = new Map(
    getListField(sample, 'events')
      .filter(event => getPathValue(event, 'event') === 'span_begin')
      .map(event => [getTextField(event, 'id') ?? '', event]),
  );
  const agentAround = (id: string | null): string | null => {
    const seen = new Set<string>();
    for (let one = id; one !== null && !seen.has(one); one = getTextField(spans.get(one), 'parent_id')) {
      seen.add(one);
      if (getPathValue(spans.get(one), 'type') === 'agent') return one;
    }
    return null;
  };
  const found = new Map<string, unknown[]>();
  const own = new Set<string>();
  for (const event of getListField(sample, 'events')) {
    const agent =
      getPathValue(event, 'event') === 'model' ? agentAround(getTextField(event, 'span_id')) : null;
    if (agent === null) continue;
    if (known.has(getTextField(getPathValue(event, 'output', 'choices', 0, 'message'), 'id'))) own.add(agent);
    found.set(agent, [...(found.get(agent) ?? []), event]);
  }
  return [...found]
    .filter(([agent]) => !own.has(agent))
    .map(([agent, models]) => ({ name: getTextField(spans.get(agent), 'name') ?? 'agent', models }));
}

function buildSampleAgentSteps(
  models: readonly unknown[],
  events: SampleEvents,
  text: TextOf,
): CaseDraft['steps'] {
  const steps = new MessageSteps();
  for (const event of models) {
    const answer = getPathValue(event, 'output', 'choices', 0, 'message');
    addInspectMessage(steps, answer, events, text);
    for (const { id } of readInspectCalls(answer)) {
      const called = events.calls.get(id ?? '');
      if (called === undefined) continue;
      const result = {
        role: 'tool',
        tool_call_id: id,
        content: getPathValue(called, 'result'),
        error: getPathValue(called, 'error'),
      };
      addInspectMessage(steps, result, events, text);
    }
  }
  return steps.finish();
}
