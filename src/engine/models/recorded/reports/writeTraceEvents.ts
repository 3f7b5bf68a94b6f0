import { isGuardTool } from '../../../traces/guardSteps.ts';
import { type ModelCallTime, SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';
import { findRepeats, type RepeatKind } from '../costs/findRepeats.ts';
import { FindingsNames, formatFindingsCaseName } from '../findings/findingsNames.ts';
import { redactStepTexts } from '../reading/toCaseRecord.ts';
import type { RecordedState } from '../recordedState.ts';

/** Values of an event that only its viewer's panel shows. */
type EventArguments = Readonly<Record<string, string | number | boolean>>;

/** An event as the Trace Event Format has it. */
export interface TraceEvent {
  readonly name: string;
  /** Complete with its duration, an instant, or metadata. */
  readonly ph: 'X' | 'i' | 'M';
  readonly cat?: string;
  /** Microseconds since 1970. */
  readonly ts?: number;
  readonly dur?: number;
  /** Scope of an instant: its thread. */
  readonly s?: 't';
  readonly pid: number;
  readonly tid: number;
  readonly args: EventArguments;
}

/** Numbers of a trace, written at its end. */
interface TraceCounts {
  cases: number;
  steps: number;
  /** Events of calls of models that led to steps, apart from messages, which are steps. */
  model_calls: number;
  /** Events with a beginning and an end, and with a beginning alone. */
  complete_events: number;
  instant_events: number;
  /** Steps that have no event, since the time of their beginning is unknown. */
  steps_without_time: number;
  cases_without_times: number;
}

/**
 * The steps of all cases as JSON in the Trace Event Format, which Perfetto and Chrome open, an event a line: a process for
 * each case that nobody sent, with threads for its agents and sub-agents. Steps of one agent at the same time stand on
 * several threads, since the format has events of one thread only within each other. Nothing is invented: a step without
 * a beginning has no event, one without an end is an instant, and both are counted in `otherData`. The same cases give
 * the same bytes everywhere.
 * @param hasTexts true for the texts of the recordings as well, unless the set-up hides them; without them, tools, states
 * and agents have the names that a report gives them
 */
export function* writeTraceEvents(state: RecordedState, hasTexts: boolean): Generator<string> {
  const counts: TraceCounts = {
    ...{ cases: state.cases.length, steps: 0, model_calls: 0 },
    ...{ complete_events: 0, instant_events: 0 },
    ...{ steps_without_time: 0, cases_without_times: 0 },
  };
  let before = '{"displayTimeUnit":"ms","traceEvents":[\n';
  const described = new Set<number>();
  const words = createTraceWords(state, hasTexts);
  for (const [agent] of state.cases.entries())
    for (const event of listCaseEvents(state, agent, { counts, words })) {
      const process = described.has(event.pid)
        ? []
        : describeProcess(state.cases[event.pid - 1], event.pid, words);
      described.add(event.pid);
      for (const each of [...process, event]) {
        yield `${before}${JSON.stringify(each)}`;
        before = ',\n';
      }
    }
  const texts = words.hasTexts ? 'kept' : state.isRedacted ? 'hidden' : 'left out';
  yield `${before.startsWith('{') ? before : '\n'}],"otherData":${JSON.stringify({ source: 'Statescope', texts, ...counts })}}\n`;
}

/** Words of the recordings that a trace may bear. */
interface TraceWords {
  readonly hasTexts: boolean;
  readonly hasPrices: boolean;
  /** The name of a tool, a state or an agent. */
  label(text: string, noun: string): string;
  /** The name of a case after its number. @param number from 1 */
  nameCase(one: TraceCase, number: number): string;
}

function createTraceWords({ hasPrices, isRedacted }: RecordedState, isAsked: boolean): TraceWords {
  const names = new FindingsNames();
  const hasTexts = isAsked && !isRedacted;
  return {
    hasTexts,
    hasPrices,
    label: (text, noun) => (hasTexts ? text : names.label(text, noun)),
    nameCase: (one, number) =>
      hasTexts ? `case ${number}, ${one.id}` : formatFindingsCaseName(one, number - 1),
  };
}

/** Counts and words of the events of all cases. */
interface TraceWriting {
  readonly counts: TraceCounts;
  readonly words: TraceWords;
}

/** The loop that a step belongs to. */
interface StepLoop {
  readonly loop: RepeatKind;
  readonly loop_rounds: number;
}

/** By place among a case's steps. */
function findStepLoops({ cases, inputs }: RecordedState, agent: number): ReadonlyMap<number, StepLoop> {
  const repeats = findRepeats(cases[agent].steps, inputs.prepared[agent].states);
  return new Map(
    repeats.flatMap(({ kind, places, rounds }) =>
      places.map(place => [place, { loop: kind, loop_rounds: rounds }] as const),
    ),
  );
}

/** Threads of a process: a first number for each of its cases. */
const THREADS_OF_CASE = 1000;

function* listCaseEvents(
  state: RecordedState,
  agent: number,
  { counts, words }: TraceWriting,
): Generator<TraceEvent> {
  const one = state.cases[agent];
  const timed = listTimedEvents(one);
  const steps = timed.reduce((sum, { call }) => sum + Number(call === null), 0);
  counts.steps += one.steps.length;
  counts.model_calls += timed.length - steps;
  counts.steps_without_time += one.steps.length - steps;
  if (timed.length === 0) {
    counts.cases_without_times++;
    return;
  }
  const pid = findRootCase(state, agent) + 1;
  const threads = new CaseThreads((agent + 1) * THREADS_OF_CASE);
  const loops = findStepLoops(state, agent);
  for (const { place, at, until, call } of timed) {
    const step = one.steps[place];
    const { ts, dur } = readEventTimes(at, until);
    const { tid, isNew, name } = threads.take(nameThread(one, step, agent, words), ts, dur ?? 0);
    if (isNew) yield { name: 'thread_name', ph: 'M', pid, tid, args: { name } };
    const number = state.schedule.first[agent] + place;
    const args =
      call === null
        ? buildEventArguments(step, words, {
            step: place + 1,
            state: words.label(String(state.chart.states[state.course.stateOf[number]]), 'state'),
            ...loops.get(place),
          })
        : { [call[0] > (step.at ?? call[0]) ? 'after_step' : 'step']: place + 1 };
    const about = call === null ? { name: nameEvent(step, words), cat: classifyStep(step) } : MODEL_CALL;
    if (dur === null) {
      counts.instant_events++;
      yield { ...about, ph: 'i', s: 't', ts, pid, tid, args };
    } else {
      counts.complete_events++;
      yield { ...about, ph: 'X', ts, dur, pid, tid, args };
    }
  }
}

/** A step whose beginning is known, or a call of the model that led to one. */
interface TimedEvent {
  /** Position of the step in its case. */
  readonly place: number;
  readonly call: ModelCallTime | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly until: number | null;
}

/** Name and category of a call of the model. */
const MODEL_CALL = { name: 'model', cat: 'model' } as const;

/** The steps of a case and the calls of the model that led to them, by when they began. */
const listTimedEvents = ({ steps }: TraceCase): readonly TimedEvent[] =>
  steps
    .flatMap(({ at, until, modelCalls }, place): readonly TimedEvent[] => [
      ...(modelCalls ?? []).map(call => ({ place, call, at: call[0], until: call[1] })),
      ...(at === null ? [] : [{ place, call: null, at, until }]),
    ])
    .sort((a, b) => a.at - b.at || a.place - b.place);

/** Microseconds; a duration is unknown without an end, and with an end before the beginning. */
function readEventTimes(
  at: number,
  until: number | null,
): { readonly ts: number; readonly dur: number | null } {
  const ts = Math.round(at * 1000);
  const dur = until === null ? null : Math.round(until * 1000) - ts;
  return { ts, dur: dur !== null && dur >= 0 ? dur : null };
}

/** The case at the top of a case's family. */
function findRootCase({ families: { senderOf } }: RecordedState, agent: number): number {
  let root = agent;
  while (senderOf[root] >= 0) root = senderOf[root];
  return root;
}

function* describeProcess(one: TraceCase, pid: number, words: TraceWords): Generator<TraceEvent> {
  const { outcome } = one;
  const about = { ph: 'M', pid, tid: 0 } as const;
  // The number by which page and reports name the case.
  yield { name: 'process_name', ...about, args: { name: words.nameCase(one, pid) } };
  yield { name: 'process_sort_index', ...about, args: { sort_index: pid } };
  if (outcome !== null) yield { name: 'process_labels', ...about, args: { labels: outcome } };
}

/** The agent of a step; of a sub-agent's case, the sub-agent. */
function nameThread(one: TraceCase, step: TraceStep, agent: number, words: TraceWords): string {
  const own = words.label(step.agent ?? one.labels.agent ?? 'agent', 'agent');
  // Without texts the agent is all the name of a sub-agent's case.
  const name = words.hasTexts ? words.nameCase(one, agent + 1) : `case ${agent + 1}`;
  return one.parent === null ? own : `↳ ${own}, ${name}`;
}

/** Name of an event: its tool, or what it is. */
const nameEvent = ({ tool, waitsFor }: TraceStep, words: TraceWords): string =>
  waitsFor === 'person' ? 'waits for a person' : tool === SAY ? 'message' : words.label(tool, 'tool');

const classifyStep = ({ tool, waitsFor }: TraceStep): string =>
  waitsFor === 'person' ? 'wait' : tool === SAY ? 'message' : isGuardTool(tool) ? 'guard' : 'tool';

function buildEventArguments(
  step: TraceStep,
  { hasTexts, hasPrices, label }: TraceWords,
  place: { readonly step: number; readonly state: string } & Partial<StepLoop>,
): EventArguments {
  const { args, result, error, answer } = redactStepTexts(step, !hasTexts);
  const { failed, tokensIn, tokensOut, tokensCachedRead, usd } = step;
  const tool = label(step.tool, 'tool');
  // Of a guard's decision the arguments are the name of its rule.
  const rule = isGuardTool(step.tool) && step.args !== null ? label(step.args, 'rule') : null;
  const known = {
    ...{ ...place, tool, rule, failed, tokens_in: tokensIn, tokens_out: tokensOut },
    tokens_cached_read: tokensCachedRead,
    usd: hasPrices ? usd : null,
    ...{ arguments: rule === null ? args : null, result, error, answer },
  };
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string | number | boolean] => entry[1] !== null),
  );
}

/** A thread, and when it is free again. */
interface Thread {
  readonly tid: number;
  freeFrom: number;
}

/** Threads of a case: of each agent as many as it has steps at the same time. */
class CaseThreads {
  readonly #byName = new Map<string, Thread[]>();
  #next: number;

  /** @param first number of the case's first thread */
  constructor(first: number) {
    this.#next = first;
  }

  /** The first thread of an agent that is free, by steps in the order of their beginnings. */
  take(name: string, ts: number, dur: number): { tid: number; isNew: boolean; name: string } {
    const threads = this.#byName.get(name) ?? [];
    this.#byName.set(name, threads);
    const free = threads.find(({ freeFrom }) => freeFrom <= ts);
    if (free !== undefined) {
      free.freeFrom = ts + dur;
      return { tid: free.tid, isNew: false, name };
    }
    const tid = this.#next++;
    threads.push({ tid, freeFrom: ts + dur });
    return { tid, isNew: true, name: threads.length === 1 ? name : `${name} (${threads.length})` };
  }
}
