import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { describeAnswerSource } from '../../../oracle/describeAnswerSource.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/stepReport.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import type { GovernedState } from '../governedState.ts';
import type { Mission } from '../inputs/missions.ts';
import type { MissionStep } from '../missionStep.ts';
import type { Phase } from '../phases.ts';
import { readGovernedAnswer } from '../step/readGovernedAnswer.ts';
import type { CallRecord, GovernedAttributes, GovernedDecision } from './governedDocumentSchema.ts';
import { inspectMission, rebuildStepPrompt } from './inspectMission.ts';

/** Reports on a run of this model in addition to its frames. */
export const createGovernedReporter = (state: GovernedState): ModelReports => ({
  attributes: agent => getGovernedAttributes(state, agent),
  document: () =>
    [
      ['decisions', writeGovernedDecisions(state)],
      ['calls', writeCallRecords(state)],
      ['measurements', writeGovernedMeasurements(state)],
    ] as const,
  detail: agent => inspectMission(state, agent),
  whyMoment: (_, agent) => explainMissionStep(state, agent),
  steps: (_, counted) => buildGovernedStepReport(state, counted),
  events: tick => listGovernedEvents(state, tick),
  would: (_, answer) => predictTextEffect(answer, text => describeGovernedAnswer(readGovernedAnswer(text))),
});

/** "search query tariffs", "finish: yes, since 2019". */
function describeGovernedAnswer(
  read: ReturnType<typeof readGovernedAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { action } = read;
  if (action.kind === 'reason') return { words: 'it reasons, and calls nothing' };
  if (action.kind === 'finish') return { words: `it finishes: ${formatQuotedText(action.final)}` };
  return {
    words: `it calls ${formatQuotedText(action.tool)} ${formatQuotedText(JSON.stringify(action.args))}`,
  };
}

/** Phases in which a mission is asked. */
const ASKING_PHASES: readonly Phase[] = ['init', 'searching', 'analyzing', 'deciding'];

/**
 * Results of the questions of each phase; a mission is stalled if a failed step left it in its phase. O(steps of the
 * run).
 */
function buildGovernedStepReport({ ledger }: GovernedState, counted: Counted): StepReport {
  const tally = new StepTally(ASKING_PHASES.length);
  for (const step of ledger.steps) {
    const { agent, tick, phase, next, source, said, refused, failed, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isAgentCounted(counted, agent))
      continue;
    const number = ASKING_PHASES.indexOf(phase);
    const isFailed = refused !== null || failed > 0 || kind === 'unanswered' || kind === 'unreadable';
    const evidence = ledger.evidence.get(row);
    tally.add(number, { ...step, isAnswered: said !== null, isFailed, evidence });
    // A second search in a row is allowed.
    if (next === phase && isFailed) tally.stall(number, agent, tick === counted.to);
  }
  return buildStepReport(tally, {
    ...{ noun: 'phase', failing: 'answers that were refused, or not usable' },
    ...{ names: ASKING_PHASES, statesOf: name => [name], canStall: true },
  });
}

/** The model's fields of an agent's record; texts are null until the mission has ended. */
function getGovernedAttributes(state: GovernedState, agent: number): GovernedAttributes {
  const { ledger, rules, loop, cast } = state;
  const ended = ledger.endedAt(agent) !== null;
  const dossier = ended ? ledger.dossier(agent) : null;
  return {
    mission: loop.goalOf(agent),
    title: state.nameOf(agent),
    character: cast.characterOf(agent),
    outcome: ledger.outcomeOf(agent),
    ending: ledger.endingOf(agent),
    expected: toExpectedRecord(loop.missionOf(agent)),
    rule: ledger.ruleOf(agent),
    final: dossier?.final ?? null,
    summary: dossier?.summary ?? null,
    steps: rules.steps[agent],
    ...(loop.chances && { resumed: loop.chances.used[agent] }),
    calls: ledger.calls[agent],
    tokens: ledger.tokens[agent],
    simulated_ms: ledger.elapsed[agent],
    started: ledger.startedAt(agent),
    ended: ledger.endedAt(agent),
  };
}

function toExpectedRecord({ expected }: Mission): GovernedAttributes['expected'] {
  return expected && { answers: [...expected.answers], sources: [...expected.sources] };
}

/** One row a step, in the order in which they happened; a transition's context is a row of these. */
function* writeGovernedDecisions({ ledger }: GovernedState): Generator<GovernedDecision> {
  for (const step of ledger.steps) {
    yield {
      agent_id: formatAgentId(step.agent),
      tick: step.tick,
      step: step.number,
      phase: step.phase,
      next_phase: step.next,
      kind: step.kind,
      source: step.source ?? 'chart',
      answer: step.said,
      tool: step.call?.tool ?? null,
      claims: step.claims,
      mended: [...step.mended],
      refused: step.refused,
      failed: step.failed,
      advice: step.advice && { rule: step.advice.rule, text: step.advice.text },
      obeyed: step.obeyed,
      rule: step.rule,
      reason: step.reason,
      duration_ms: step.milliseconds,
      tokens_in: step.tokensIn,
      tokens_out: step.tokensOut,
      ...toLanguageModelRecord(step.said, ledger.evidence.get(step.row)),
    };
  }
}

/** Every call, and each finish: the agent's own, or one forced by the chart. */
function* writeCallRecords({ ledger }: GovernedState): Generator<CallRecord> {
  for (const { agent, tick, number, call, refused, kind, rule } of ledger.steps) {
    if (call === null || refused !== null) continue;
    yield {
      agent_id: formatAgentId(agent),
      tick,
      step: number,
      tool: call.tool,
      arguments: { ...call.args },
      hits: call.hits === null ? null : call.total,
      documents: (call.hits ?? []).map(hit => hit.document),
      error: call.error,
      result_bytes: call.resultBytes,
      duration_ms: call.milliseconds,
      before: [...call.before],
      reason: kind === 'forced' ? (call.args.reason as string) : null,
      rule,
    };
  }
}

/** Measurements by wall clock and token counter, for answers of a model. */
function* writeGovernedMeasurements({ ledger }: GovernedState): Generator<MeasurementRecord> {
  for (const [row, evidence] of ledger.evidence) {
    const record = toMeasurementRecord(ledger.steps[row], evidence);
    if (record !== null) yield record;
  }
}

/** Events of the missions in a tick, step by step. */
export function* listGovernedEvents(state: GovernedState, tick: Tick): Generator<ModelEvent> {
  const { steps } = state.ledger;
  const [from, to] = findTickRows(steps.length, tick, row => steps[row].tick);
  for (let row = from; row < to; row++) yield* listGovernedStepEvents(state, steps[row]);
}

function* listGovernedStepEvents(state: GovernedState, step: MissionStep): Generator<ModelEvent> {
  const { agent, advice, call, refused, rule, kind } = step;
  if (advice?.rule)
    yield { kind: 'stuck_detection', agent, fields: () => ({ rule: advice.rule, advice: advice.text }) };
  if (step.source !== null) yield* listGovernedAskEvents(state, step);
  if (refused !== null)
    yield {
      kind: isReadableStep(step) ? 'refused' : 'fallback',
      agent,
      fields: () => buildWarningFields(step),
    };
  if (kind === 'verdict')
    yield {
      kind: 'stuck_detection',
      agent,
      fields: () => ({ rule, reason: step.reason, verdict: step.next }),
    };
  if (kind === 'resumed')
    yield {
      kind: 'stuck_detection',
      agent,
      fields: () => ({ rule, reason: step.reason, resumed: step.next }),
    };
  if (call !== null && refused === null)
    yield { kind: 'tool_call', agent, fields: () => buildCallFields(step, call) };
}

const isReadableStep = ({ kind }: MissionStep): boolean => kind !== 'unreadable' && kind !== 'unanswered';

function* listGovernedAskEvents(state: GovernedState, step: MissionStep): Generator<ModelEvent> {
  const { agent, row, number, phase } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ step: number, phase, phase_ms: state.ledger.askedAt[row] },
      ...(withPrompts && buildGovernedPromptField(state, row)),
    }),
  };
  if (step.said !== null || hasRawAnswer(state, row))
    yield { kind: 'answer', agent, fields: () => buildGovernedAnswerFields(state, step) };
}

const hasRawAnswer = ({ ledger }: GovernedState, row: number): boolean =>
  ledger.evidence.get(row)?.raw !== undefined;

function buildGovernedPromptField(state: GovernedState, row: number): EventFields {
  const prompt = rebuildStepPrompt(state, row);
  return prompt === null ? {} : { prompt: { system: prompt.system, user: prompt.user } };
}

function buildGovernedAnswerFields({ ledger }: GovernedState, step: MissionStep): EventFields {
  const { said, source, kind, claims, mended, obeyed } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(kind !== 'unreadable' && { action: kind }),
    ...(claims !== null && { claims }),
    ...(mended.length > 0 && { mended }),
    ...(obeyed !== null && { obeyed }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...toLanguageModelRecord(said, ledger.evidence.get(step.row)),
  };
}

/** Reason for a refused answer, and the agent's resulting phase. */
const buildWarningFields = ({ refused, source, call, next, failed }: MissionStep): EventFields => ({
  warning: refused,
  ...(call === null ? { source } : { tool: call.tool, arguments: call.args }),
  next_state: next,
  ...(failed > 0 && { failed_in_row: failed }),
});

function buildCallFields({ number }: MissionStep, call: NonNullable<MissionStep['call']>): EventFields {
  const { tool, args, hits, total, error, milliseconds, before } = call;
  return {
    ...{ step: number, tool, arguments: args },
    ...(hits !== null && { hits: total, documents: hits.map(({ document }) => document) }),
    ...(error !== null && { error }),
    ...(before.length > 0 && { same_as_steps: before }),
    duration_ms: milliseconds,
  };
}

/** Steps that show two actions by turns, the fewest that do. */
const ALTERNATING = 4;

/** Causes of a mission's step in the last sealed tick: the answer, or the rule that ended it with the counted steps. */
export function explainMissionStep({ ledger, sealed }: GovernedState, agent: number): readonly WhyLink[] {
  const steps = ledger.stepsOf(agent);
  const now = steps.filter(({ tick }) => tick === sealed).reverse();
  return now.flatMap(step => {
    const earlier = steps.slice(0, steps.indexOf(step));
    return [buildGovernedStepLink(step, ledger.reasonOf(step.row)), ...buildRuleCauseLinks(step, earlier)];
  });
}

const createStepLink = ({ tick, agent, row }: MissionStep, kind: string, sentence: string): WhyLink => ({
  ...{ tick, agent, kind, about: `step_${row}`, numbers: {} },
  said: sentence,
});

function buildGovernedStepLink(step: MissionStep, reason: string): WhyLink {
  const { kind, source, number, refused, rule, obeyed } = step;
  if (kind === 'verdict') return createStepLink(step, kind, `it was found stuck by ${rule}: ${reason}`);
  if (kind === 'resumed') return createStepLink(step, kind, `it was sent back for another try: ${reason}`);
  if (kind === 'forced') return createStepLink(step, kind, `it was ended without being asked: ${reason}`);
  const answered = `step ${number}, ${describeAnswerSource(source)}`;
  const advised =
    obeyed === null ? '' : obeyed ? '; it followed the advice' : '; it did not follow the advice';
  if (refused !== null)
    return createStepLink(step, 'refused', `${answered}, was refused: ${reason}${advised}`);
  return createStepLink(step, kind, `${answered}: ${reason}${advised}`);
}

/** The steps before that a rule counted, or that the same call was made in, and the one in which it was advised; the newest first. */
function buildRuleCauseLinks(step: MissionStep, earlier: readonly MissionStep[]): readonly WhyLink[] {
  // With a second chance all counts of the rules start again.
  const resumed = step.kind === 'verdict' ? earlier.findLastIndex(({ kind }) => kind === 'resumed') : -1;
  const asked = earlier.slice(resumed + 1).filter(({ source }) => source !== null);
  const advised = earlier.findLast(({ advice }) => advice !== null && advice.rule === step.rule);
  const links = findCountedSteps(step, asked).map(one =>
    createStepLink(one, 'counted', `step ${one.number}: ${describeStepAction(one)}`),
  );
  if (advised?.advice && step.kind === 'verdict')
    links.push(
      createStepLink(advised, 'advised', `in step ${advised.number} it was advised: ${advised.advice.text}`),
    );
  return links;
}

function findCountedSteps(
  { kind, rule, phase, call }: MissionStep,
  asked: readonly MissionStep[],
): readonly MissionStep[] {
  const last = asked.at(-1);
  if (kind !== 'verdict' || last === undefined)
    return (call?.before ?? []).flatMap(number => asked.filter(one => one.number === number)).reverse();
  switch (rule) {
    case 'repeated_search':
      return [last, ...findCountedSteps(last, asked.slice(0, -1))];
    case 'same_tool':
      return takeLatestWhile(asked, one => one.call !== null && one.call.tool === last.call?.tool);
    case 'failed_decisions':
      return takeLatestWhile(asked, ({ failed }) => failed > 0);
    case 'alternation':
      return asked.slice(-ALTERNATING).reverse();
    default: {
      const there = takeLatestWhile(asked, one => one.phase === phase);
      const led = asked[asked.length - there.length - 1];
      return rule === 'same_state' && led?.next === phase ? [...there, led] : there;
    }
  }
}

/** The latest steps for which something holds, the newest first. */
function takeLatestWhile(
  steps: readonly MissionStep[],
  holds: (step: MissionStep) => boolean,
): readonly MissionStep[] {
  const end = steps.findLastIndex(step => !holds(step));
  return steps.slice(end + 1).reverse();
}

/** "search {"query":"tariffs"}: 3 found". */
function describeStepAction({ call, kind, refused, milliseconds }: MissionStep): string {
  if (call === null) return `${refused ?? kind}, ${milliseconds} ms`;
  const result = refused ?? call.error ?? `${call.total} found`;
  return `${call.tool} ${JSON.stringify(call.args)}: ${result}, ${milliseconds} ms`;
}
