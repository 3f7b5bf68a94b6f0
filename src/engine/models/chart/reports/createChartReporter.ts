import { computeFnv1aDigest } from '../../../core/hashing/computeFnv1aDigest.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { Random } from '../../../core/random.ts';
import { sampleOption } from '../../../core/sampling.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { describeDraw } from '../../../explain/explainRateDraws.ts';
import { toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { collectChartColumns, listChartColumns } from '../../../network/chartColumns.ts';
import { listNeighbourStates } from '../../../network/countNeighbours.ts';
import { getNodeAttributes } from '../../../network/groupNodesByColumn.ts';
import {
  buildChoicePrompt,
  formatPromptText,
  getDisplayedPrompt,
} from '../../../oracle/formats/choicePrompt.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { predictChoiceEffect } from '../../../oracle/would.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import { type ChartDefinition, getNeighbourCountColumn } from '../../../statechart/definition.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/stepReport.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import { findEventOption } from '../chartAsking.ts';
import {
  CHART_INSTRUCTIONS,
  type ChartAnswer,
  type ChartDecisions,
  type ChartQuestion,
  checkChartAnswer,
  computeEventShares,
} from '../chartDecisions.ts';
import { ChartDomain } from '../chartDomain.ts';
import type { ChartState } from '../chartState.ts';
import type { ChartAttributes, ChartDecisionRecord, ChartLine } from './chartDocumentSchema.ts';
import type { AskedLine, ChartDetail, OfferedEvent } from './chartQueries.ts';
import { buildDrawLinks, type Foreseen, foreseeChartDraws } from './whyDrawn.ts';

/** Reports on a run of this model in addition to its frames. */
export const createChartReporter = (state: ChartState): ModelReports => ({
  attributes: agent => getChartAttributes(state, agent),
  document: () =>
    [
      ['chart', writeChartLines(state)],
      ['decisions', state.decisions === null ? [] : writeChartDecisions(state.decisions)],
      // A chart without questions has nothing to measure.
      ...(state.decisions === null
        ? []
        : [['measurements', writeChartMeasurements(state.decisions)] as const]),
    ] as const,
  detail: agent => inspectChartAgent(state, agent),
  whyMoment: (machine, agent, foreseen) =>
    explainChartMoment(state, machine, agent, foreseen as Foreseen | null),
  foresee: (machine, agent) => foreseeChartDraws(state, machine, agent),
  ...(state.decisions && { steps: (_, counted) => buildChartStepReport(state.decisions!, counted) }),
  events: tick => listChartEvents(state, tick),
  would(question, answer) {
    const { agent, tick, events } = question as ChartQuestion;
    const choice = new Random(getSeedSchedule(state.config), ChartDomain.choice);
    const { option } = checkChartAnswer(answer, events.length, choice.unit(agent, tick, 0));
    return predictChoiceEffect(question as ChartQuestion, answer, option);
  },
});

function getChartAttributes({ inputs }: ChartState, agent: number): ChartAttributes {
  const { network } = inputs;
  const label = network.labels?.[agent] ?? null;
  return {
    ...(label !== null && { label }),
    ...getNodeAttributes(network, agent),
    followers: countFollowers(network, agent),
  };
}

const countFollowers = ({ offsets }: ChartState['inputs']['network'], agent: number): number =>
  offsets[agent + 1] - offsets[agent];

/** The chart's file, line by line: the document can be replayed by itself. */
function* writeChartLines({ inputs }: ChartState): Generator<ChartLine> {
  for (const [i, text] of inputs.text.split('\n').entries()) yield { line: i + 1, text };
}

/**
 * Results of the questions of each asking state; an agent is stalled if an answer moved it nowhere. O(decisions of the
 * run).
 */
function buildChartStepReport(decisions: ChartDecisions, counted: Counted): StepReport {
  const { states, tick, agent, state, source, moved, said, count } = decisions;
  const tally = new StepTally(states.length);
  for (let row = 0; row < count; row++) {
    const [when, who, asked] = [tick.data[row], agent.data[row], state.data[row]];
    if (when < counted.from || when > counted.to || !isAgentCounted(counted, who)) continue;
    const evidence = said.get(row)?.evidence;
    const by = SOURCES[source.data[row]];
    tally.add(asked, {
      agent: who,
      tick: when,
      source: by,
      isAnswered: by !== 'late',
      isFailed: decisions.chosen(row) === null,
      tokensIn: evidence?.tokensIn ?? 0,
      tokensOut: evidence?.tokensOut ?? 0,
      evidence,
    });
    if (moved.data[row] === 0) tally.stall(asked, who, when === counted.to);
  }
  return buildStepReport(tally, { noun: 'state', names: states, statesOf: name => [name], canStall: true });
}

/** Questions and answers of a tick. */
function* listChartEvents(state: ChartState, tick: Tick): Generator<ModelEvent> {
  const { decisions } = state;
  if (decisions === null) return;
  const [from, to] = findTickRows(decisions.count, tick, row => decisions.tick.data[row]);
  for (let row = from; row < to; row++) {
    const agent = decisions.agent.data[row];
    const isUsed = decisions.chosen(row) !== null;
    yield {
      kind: 'question',
      agent,
      fields: withPrompts => buildChartQuestionFields(state, decisions, row, withPrompts),
    };
    if (isUsed || decisions.said.get(row)?.evidence.raw !== undefined)
      yield { kind: 'answer', agent, fields: () => buildChartAnswerFields(decisions, row) };
    if (!isUsed) yield { kind: 'fallback', agent, fields: () => buildChartFallbackFields(decisions, row) };
  }
}

function buildChartQuestionFields(
  { chart }: ChartState,
  decisions: ChartDecisions,
  row: number,
  withPrompts: boolean,
): EventFields {
  const { state } = toChartDecisionRecord(decisions, row);
  const events = decisions.offered(row)?.events ?? null;
  const prompt = withPrompts && events ? rebuildChartPrompt(chart, decisions, row, events) : null;
  return { state, ...(events && { options: events }), ...(prompt !== null && { prompt }) };
}

/** A model's prompt; null if none was asked, or if it cannot be rebuilt any more. */
function rebuildChartPrompt(
  chart: ChartDefinition,
  decisions: ChartDecisions,
  row: number,
  events: readonly string[],
) {
  const { situation = null, evidence } = decisions.said.get(row) ?? {};
  const { state } = toChartDecisionRecord(decisions, row);
  const options = events.flatMap(event => findEventOption(chart, state, event) ?? []);
  if (situation === null || options.length < events.length) return null;
  const [agent, tick] = [decisions.agent.data[row], decisions.tick.data[row]];
  const rotation = computeFnv1aDigest(situation);
  return getDisplayedPrompt(
    {
      ...{ kind: 'choice', agent, tick, options, rules: CHART_INSTRUCTIONS },
      situation,
      rotation,
      kin: null,
    },
    evidence,
  );
}

function buildChartAnswerFields(decisions: ChartDecisions, row: number): EventFields {
  const {
    agent_id: _a,
    tick: _t,
    state: _s,
    reason: _r,
    situation: _w,
    ...told
  } = toChartDecisionRecord(decisions, row);
  const { probabilities, action, ...rest } = told;
  return { ...(action !== null && { action }), ...(probabilities && { probabilities }), ...rest };
}

function buildChartFallbackFields(decisions: ChartDecisions, row: number): EventFields {
  const { source, state, reason } = toChartDecisionRecord(decisions, row);
  return { warning: reason ?? 'no answer came in time', source, next_state: state };
}

/** A value to six decimals, to keep documents small. */
const roundChartValue = (value: number): number => Math.round(value * 1e6) / 1e6;

/** One row per (agent, tick) in which a question was put. */
export function* writeChartDecisions(decisions: ChartDecisions): Generator<ChartDecisionRecord> {
  for (let row = 0; row < decisions.count; row++) yield toChartDecisionRecord(decisions, row);
}

/** A row of `decisions`. */
function toChartDecisionRecord(decisions: ChartDecisions, row: number): ChartDecisionRecord {
  const answer = decisions.said.get(row);
  const source = SOURCES[decisions.source.data[row]];
  return {
    agent_id: formatAgentId(decisions.agent.data[row]),
    tick: decisions.tick.data[row],
    source,
    state: decisions.states[decisions.state.data[row]],
    action: decisions.chosen(row),
    moved: decisions.moved.data[row] === 1,
    probabilities: answer?.probabilities ? nameOptionShares(answer.options, answer.probabilities) : null,
    ...(answer && toChartAnswerRecord(answer)),
  };
}

const nameOptionShares = (options: readonly string[], shares: readonly number[]) =>
  Object.fromEntries(options.map((event, i) => [event, roundChartValue(shares[i])]));

/** A model's answer; fields without content are left out. */
function toChartAnswerRecord({ reason, situation, evidence }: ChartAnswer): Partial<ChartDecisionRecord> {
  const { model, promptVersion, form, raw, mass } = evidence;
  return {
    ...(model !== undefined && { model }),
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
    ...(form !== undefined && { form }),
    ...(mass !== undefined && { letter_mass: roundChartValue(mass) }),
    ...(raw !== undefined && { raw }),
    ...(reason !== null && { reason }),
    ...(situation !== null && { situation }),
  };
}

/** Measurements by wall clock and token counter, for decisions of a server. */
function* writeChartMeasurements(decisions: ChartDecisions): Generator<MeasurementRecord> {
  for (const [row, { evidence }] of decisions.said) {
    const agent = decisions.agent.data[row];
    const source = SOURCES[decisions.source.data[row]];
    const record = toMeasurementRecord({ agent, tick: decisions.tick.data[row], source }, evidence);
    if (record !== null) yield record;
  }
}

/** Maximum number of listed questions. */
const QUESTIONS = 20;

/** The inspector's facts about one agent. */
function inspectChartAgent(state: ChartState, agent: number): ChartDetail {
  const { population, chart, inputs } = state;
  const { offsets, targets } = inputs.network;
  const value = (name: string) => population.column(name)?.[agent] ?? 0;
  return {
    kind: 'chart',
    followers: offsets[agent + 1] - offsets[agent],
    following: targets.reduce((sum, target) => sum + (target === agent ? 1 : 0), 0),
    neighbours: listNeighbourStates(chart).map(name => ({
      state: name,
      count: value(getNeighbourCountColumn(name)),
    })),
    ...getAskedQuestions(state, agent),
    events: state.eventsOf(agent),
    stimulus: state.stimulus,
    columns: listChartColumns(collectChartColumns(chart)).map(name => ({ name, value: value(name) })),
  };
}

/** An agent's past questions, and its next one. */
function getAskedQuestions(
  state: ChartState,
  agent: number,
): Pick<ChartDetail, 'questions' | 'questionCount' | 'next'> {
  const { decisions } = state;
  if (decisions === null) return { questions: [], questionCount: 0, next: null };
  const { rows, total } = decisions.of(agent, QUESTIONS);
  const next = state.nextQuestion(agent);
  return {
    questions: rows.map(row => buildChartAskedLine(decisions, row)),
    questionCount: total,
    next: next && {
      state: next.state,
      offered: listOfferedEvents(
        next.events.map(({ event }) => event),
        next.weights,
      ),
      prompt: formatPromptText(buildChoicePrompt(next, 'letter', false)),
    },
  };
}

function listOfferedEvents(events: readonly string[], weights: readonly number[]): readonly OfferedEvent[] {
  const shares = computeEventShares(weights);
  return events.map((event, i) => ({ event, weight: weights[i], share: shares[i] }));
}

function buildChartAskedLine(decisions: ChartDecisions, row: number): AskedLine {
  const {
    probabilities = null,
    options = [],
    reason = null,
    situation = null,
    evidence = {},
  } = decisions.said.get(row) ?? {};
  const offer = decisions.offered(row);
  return {
    tick: decisions.tick.data[row],
    state: decisions.states[decisions.state.data[row]],
    chosen: decisions.chosen(row),
    moved: decisions.moved.data[row] === 1,
    source: SOURCES[decisions.source.data[row]],
    offered: offer && listOfferedEvents(offer.events, offer.weights),
    shares: probabilities && options.map((event, i) => ({ event, share: probabilities[i] })),
    situation,
    reason,
    evidence,
  };
}

/** Sources whose probabilities are the chart's weights, drawn from a stream of their own. */
const WEIGHTED_SOURCES: readonly string[] = ['policy', 'budget'];

/**
 * Causes of an agent's part in the last sealed tick: its answer with the draw that chose it, and the draws of rates and
 * events.
 */
export function explainChartMoment(
  state: ChartState,
  machine: Machine,
  agent: number,
  foreseen: Foreseen | null,
): readonly WhyLink[] {
  const { decisions } = state;
  const { tick } = machine.log;
  const row = decisions === null ? -1 : findDecisionRow(decisions, agent, tick);
  const answered = decisions !== null && row >= 0 ? [buildAnsweredLink(state, decisions, row)] : [];
  return foreseen === null ? answered : [...answered, ...buildDrawLinks(state, machine, agent, foreseen)];
}

function findDecisionRow({ agent, tick, count }: ChartDecisions, who: number, when: number): number {
  let row = count - 1;
  while (row >= 0 && tick.data[row] === when && agent.data[row] !== who) row--;
  return row >= 0 && tick.data[row] === when ? row : -1;
}

function buildAnsweredLink(state: ChartState, decisions: ChartDecisions, row: number): WhyLink {
  const [agent, tick] = [decisions.agent.data[row], decisions.tick.data[row]];
  const source = SOURCES[decisions.source.data[row]];
  const chosen = decisions.chosen(row);
  const asked = decisions.states[decisions.state.data[row]];
  const common = { tick, agent, about: '', kind: 'chose', numbers: {} };
  const report = decisions.said.get(row);
  if (chosen === null) {
    const reason = report?.reason ?? 'none came in time';
    return { ...common, kind: 'unanswered', said: `${asked} asked, and no answer could be used: ${reason}` };
  }
  const by = WEIGHTED_SOURCES.includes(source) ? '' : `, as ${report?.evidence.model ?? source} answered`;
  const draw = describeChoiceDraw(state, decisions, row, chosen);
  const moved = decisions.moved.data[row] === 1 ? '' : ', which moved it nowhere';
  const words = `asked in ${asked} it chose ${chosen}${by}${moved}`;
  return draw === null
    ? { ...common, said: words }
    : { ...common, numbers: draw.numbers, said: `${words}: ${draw.said}` };
}

/** The draw that chose; null if the oracle chose without one. */
function describeChoiceDraw({ config }: ChartState, decisions: ChartDecisions, row: number, chosen: string) {
  const answer = decisions.said.get(row);
  const offer = decisions.offered(row);
  const isOwn = WEIGHTED_SOURCES.includes(SOURCES[decisions.source.data[row]]) || answer === undefined;
  const options = isOwn ? offer?.events : answer?.options;
  const probabilities = isOwn ? offer && computeEventShares(offer.weights) : answer?.probabilities;
  if (!options || !probabilities) return null;
  const stream = new Random(getSeedSchedule(config), isOwn ? ChartDomain.policy : ChartDomain.choice);
  const draw = stream.unit(decisions.agent.data[row], decisions.tick.data[row], 0);
  return options[sampleOption(probabilities, draw)] === chosen
    ? describeDraw(options, probabilities, draw)
    : null;
}
