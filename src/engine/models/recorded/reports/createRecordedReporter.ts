import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports, ModelState } from '../../../model/model.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { SAY, type TraceStep } from '../../../traces/traces.ts';
import { findEndingCycle, mergeRepeatedNames } from '../discovery/loops.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { redactStepTexts, toCaseRecord } from '../reading/toCaseRecord.ts';
import type { RecordedState } from '../recordedState.ts';
import { countLabels } from '../sets/countLabels.ts';
import { buildCaseTrace } from './buildCaseTrace.ts';
import type { CaseAttributes, CaseRecord, FileLine } from './recordedDocumentSchema.ts';
import type { PlacedStep, RecordedDetail } from './recordedQueries.ts';

/** Reports on recorded cases in addition to their frames. */
export const createRecordedReporter = (state: RecordedState): ModelReports<RecordedState & ModelState> => ({
  attributes(agent): CaseAttributes {
    const { id, parent, outcome, steps } = state.inputs.read[agent];
    return { case: id, ...(parent === null ? {} : { parent }), outcome, steps: steps.length };
  },
  document: () => [
    ['decisions', []],
    ['inputs', writeRecordedInputs(state)],
  ],
  detail: (agent): RecordedDetail => ({
    kind: 'recorded',
    trace: buildCaseTrace(state, agent, state.sealed),
  }),
  whyMoment: (_, agent) => explainRecordedStep(state, agent),
  events: tick => listRecordedEvents(state, tick),
  traceEvents: async hasTexts => (await import('./writeTraceEvents.ts')).writeTraceEvents(state, hasTexts),
  rules: async () => (await import('./reportRules.ts')).reportRules(state),
  async compareWith(other, rest) {
    const [{ buildSetsReport }, { describeSets }] = await Promise.all([
      import('../sets/buildSetsReport.ts'),
      import('../sets/describeSets.ts'),
    ]);
    const report = await buildSetsReport(state, other, state.config.seed, rest);
    return { report, lines: () => describeSets(report) };
  },
  async writeFindings({ form, date, ...choices }, mark, other, rest) {
    const { collectFindings } = await import('../findings/collectFindings.ts');
    const { writeFindings } = await import('../findings/writeFindings.ts');
    const a = { findings: await collectFindings(state, choices, rest), mark };
    const given = { a, form, ...(date !== undefined && { date }) };
    if (other === null) return writeFindings({ ...given, compared: null });
    const { buildSetsReport } = await import('../sets/buildSetsReport.ts');
    const report = await buildSetsReport(state, other.state, state.config.seed, rest);
    // One rule for both.
    const same = { ...choices, rule: a.findings.rule.id };
    const b = { findings: await collectFindings(other.state, same, rest), mark: other.mark };
    return writeFindings({ ...given, compared: { b, report } });
  },
  labels: () => countLabels(state.inputs.read, 1),
  discovery: async () => (await import('./reportDiscovery.ts')).reportDiscovery(state),
  would: (_, answer) => predictTextEffect(answer, words => ({ words })),
});

/** Rows of `inputs`: the cases as they were read, those steps that the mapping leaves out among them, and the user's files. */
function* writeRecordedInputs({ inputs, isRedacted }: RecordedState): Generator<CaseRecord | FileLine> {
  for (const [c, one] of inputs.read.entries())
    yield toCaseRecord(one, isRedacted ? listSourceStepStates(inputs.prepared[c], one.steps.length) : null);
  for (const [input, text] of inputs.texts)
    for (const [i, line] of text.split('\n').entries()) yield { input, line: i + 1, text: line };
}

/** State of each step of the source; null: it was left out. */
function listSourceStepStates({ places, states }: PreparedCase, steps: number): readonly (string | null)[] {
  const all: (string | null)[] = Array.from({ length: steps }, () => null);
  for (const [i, place] of places.entries()) all[place] = states[i];
  return all;
}

/** Calls and messages of a tick, in the order of the cases. */
function* listRecordedEvents(state: RecordedState, tick: Tick): Generator<ModelEvent> {
  for (const [agent, i] of listStepsAtTick(state, tick)) {
    const step = state.cases[agent].steps[i];
    const isCall = step.tool !== SAY;
    const sender = state.families.senderOf[agent];
    const sentBy = sender < 0 ? {} : { sent_by: formatAgentId(sender) };
    const fields = (withPrompts: boolean) => ({
      ...buildRecordedFields(state, step, withPrompts),
      ...sentBy,
    });
    yield { kind: isCall ? 'tool_call' : 'answer', agent, fields };
  }
}

/** Case and position of the steps of a tick. */
function* listStepsAtTick(
  { cases, schedule }: RecordedState,
  tick: Tick,
): Generator<readonly [agent: number, position: number]> {
  for (let agent = 0; agent < cases.length; agent++) {
    // A case's ticks ascend.
    let [low, high] = [schedule.first[agent], schedule.first[agent + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (schedule.tickOf[middle] < tick) low = middle + 1;
      else high = middle;
    }
    if (low < schedule.first[agent + 1] && schedule.tickOf[low] === tick)
      yield [agent, low - schedule.first[agent]];
  }
}

function buildRecordedFields(state: RecordedState, step: TraceStep, withPrompts: boolean): EventFields {
  const { prompt, answer, args, result, error } = redactStepTexts(step, state.isRedacted);
  const report = {
    ...{ answer, result, error },
    ...(withPrompts && { told: prompt }),
  };
  const known = Object.fromEntries(Object.entries(report).filter(([, text]) => text !== null));
  if (step.tool === SAY) return { source: 'replay', ...known, ...(answer !== null && { text: answer }) };
  return { tool: step.tool, arguments: parseCallArguments(args), ...known };
}

/** Arguments by name, if they are an object in JSON. */
function parseCallArguments(args: string | null): Readonly<Record<string, unknown>> {
  if (args === null) return {};
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {}
  return { text: args };
}

/** Maximum length of a quoted text in UTF-16 units. */
const MAX_QUOTED_RESULT_LENGTH = 120;
/** Maximum number of similar calls that are listed one by one. */
const MAX_LISTED_CALLS = 3;

/** Record of a case in the last sealed tick, with its loop and its earlier equal calls. */
export function explainRecordedStep(state: RecordedState, agent: number): readonly WhyLink[] {
  const { steps } = buildCaseTrace(state, agent, state.sealed);
  const now = steps.filter(({ tick }) => tick === state.sealed).reverse();
  return now.flatMap(step => [
    createRecordedLink(step, agent, 'recorded'),
    ...buildStateLoopLinks(steps, step, agent),
    ...buildEarlierCallLinks(steps, step, agent),
  ]);
}

/** The loop between states in which a step is: that which its stay in its state has come round. */
function buildStateLoopLinks(
  steps: readonly PlacedStep[],
  step: PlacedStep,
  agent: number,
): readonly WhyLink[] {
  const loop = findEndingCycle(mergeRepeatedNames(steps.slice(0, step.number).map(({ state }) => state)));
  if (loop === null) return [];
  const { path, count } = loop;
  const times = count === 1 ? 'for the first time' : `${count} times so far`;
  return [
    {
      ...{ tick: step.tick, agent, kind: 'loop', about: `step_${step.number}`, numbers: { times: count } },
      said: `it is back in ${cleanTextLine(step.state, MAX_QUOTED_RESULT_LENGTH)}, round ${cleanTextLine(path.join(' → '), MAX_QUOTED_RESULT_LENGTH)}, ${times}`,
    },
  ];
}

/** The chain of the same call, made earlier; the latest first. */
function buildEarlierCallLinks(
  steps: readonly PlacedStep[],
  { repeats }: PlacedStep,
  agent: number,
): readonly WhyLink[] {
  const same: PlacedStep[] = [];
  for (let before = repeats; before !== null; ) {
    const step = steps[before.number - 1];
    same.push(step);
    before = step.repeats;
  }
  const links = same.slice(0, MAX_LISTED_CALLS).map(step => createRecordedLink(step, agent, 'same_call'));
  const first = same.at(-1);
  const more = same.length - links.length;
  if (first === undefined || more === 0) return links;
  const sentence = `the same call ${more === 1 ? 'once' : `${more} times`} before that, first in step ${first.number}`;
  return [...links, { ...createRecordedLink(first, agent, 'same_call'), said: sentence }];
}

function createRecordedLink({ tick, number, step }: PlacedStep, agent: number, kind: string): WhyLink {
  const { tool, args } = step;
  const called = tool === SAY ? 'a message' : `${tool}${args === null ? '' : ` ${args}`}`;
  const came = describeStepResult(step).map(words => cleanTextLine(words, MAX_QUOTED_RESULT_LENGTH));
  return {
    ...{ tick, agent, kind, about: `step_${number}`, numbers: {} },
    said: `step ${number}, as recorded: ${cleanTextLine(called, MAX_QUOTED_RESULT_LENGTH)}${came.length === 0 ? '' : `: ${came.join(', ')}`}`,
  };
}

/** Result of a step; for a message, its text. */
function describeStepResult({ tool, result, error, failed, answer }: PlacedStep['step']): readonly string[] {
  const words = error ?? result ?? (tool === SAY ? answer : null);
  return [
    ...(error !== null ? ['error'] : failed === true ? ['failed'] : []),
    ...(words === null ? [] : [words]),
  ];
}
