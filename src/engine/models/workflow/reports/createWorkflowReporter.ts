import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { EdgeRow, StepReport } from '../../../statistics/stepReport.ts';
import { type Sequel, StepTally } from '../../../statistics/stepTally.ts';
import { type AskingStep, listAnswerKeys } from '../inputs/workflow.ts';
import { formatArtifactId } from '../market/artifact.ts';
import type { OutcomeRow } from '../outcomeTable.ts';
import { readStepAction, readTransitionChoice } from '../turn/parseActionAnswer.ts';
import type { WorkflowQuestion } from '../turn/turnLoop.ts';
import type { WorkflowState } from '../workflowState.ts';
import type { StepOutcome } from '../workflowTerms.ts';
import { explainWorkflowTurn, judgeTransitionLines } from './explainWorkflowTurn.ts';
import {
  formatAgentIdOrNull,
  formatOutcomeResult,
  inspectTrader,
  rebuildTurnDetail,
} from './inspectTrader.ts';
import type {
  ArtifactRecord,
  WarningRecord,
  WorkflowAttributes,
  WorkflowDecision,
  WorkflowLineRecord,
} from './workflowDocumentSchema.ts';

/** Reports on a run of this model in addition to its frames. */
export const createWorkflowReporter = (state: WorkflowState): ModelReports => ({
  attributes: agent => getWorkflowAttributes(state, agent),
  document: () => listWorkflowSections(state),
  detail: agent => inspectTrader(state, agent),
  whyMoment: (machine, agent) => explainWorkflowTurn(state, machine, agent),
  judged: (machine, agent, lines) => judgeTransitionLines(state, machine, agent, lines),
  events: tick => listWorkflowEvents(state, tick),
  steps: (machine, counted) => buildWorkflowStepReport(state, machine, counted),
  would: (question, answer) =>
    predictTextEffect(answer, text => describeWorkflowAnswer((question as WorkflowQuestion).step, text)),
});

/** "it makes: a birch box", "it chooses ship". */
function describeWorkflowAnswer(
  step: AskingStep,
  text: string,
): { readonly words: string } | { readonly reason: string } {
  if (step.type === 'transition') {
    const read = readTransitionChoice(text, listAnswerKeys(step));
    return 'reason' in read ? read : { words: `it chooses ${formatQuotedText(read.key)}` };
  }
  const read = readStepAction(text);
  if ('reason' in read) return read;
  return {
    words: `its action is ${read.action}${read.note === '' ? '' : `: ${formatQuotedText(read.note)}`}`,
  };
}

/** Results of the steps of a tick, and its new warnings. */
function* listWorkflowEvents(state: WorkflowState, tick: Tick): Generator<ModelEvent> {
  const { rows, warnings } = state.ledger;
  const [from, to] = findTickRows(rows.length, tick, row => rows.tickOf(row));
  for (let row = from; row < to; row++) yield* listOutcomeRowEvents(state, rows.at(row));
  for (const { message, line, column, tick: since, agent } of warnings.all)
    if (since === tick) yield { kind: 'warning', agent, fields: () => ({ warning: message, line, column }) };
}

function* listOutcomeRowEvents(state: WorkflowState, row: OutcomeRow): Generator<ModelEvent> {
  const { agent, failure, action } = row;
  if (row.source !== null) yield* listWorkflowAskEvents(state, row);
  if (failure !== null)
    yield {
      kind: failure === 'no_edge' ? 'refused' : 'fallback',
      agent,
      fields: () => buildStepFailureFields(state, row),
    };
  if (action !== null)
    yield {
      kind: 'tool_call',
      agent,
      fields: () => ({
        tool: action,
        arguments: row.note ? { note: row.note } : {},
        result: formatOutcomeResult(state.world, row),
      }),
    };
}

const getOutcomeRowNames = ({ inputs }: WorkflowState, row: OutcomeRow) => {
  const { states, steps } = inputs.workflow;
  return { state: states[row.state], step: steps[row.step].name, type: steps[row.step].type };
};

function* listWorkflowAskEvents(state: WorkflowState, row: OutcomeRow): Generator<ModelEvent> {
  const { agent } = row;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...getOutcomeRowNames(state, row),
      ...(withPrompts && buildWorkflowPromptField(state, row)),
    }),
  };
  if (row.answer !== null || state.ledger.evidence.get(row.row)?.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => buildWorkflowAnswerFields(state, row) };
}

function buildWorkflowPromptField(state: WorkflowState, { agent, tick }: OutcomeRow): EventFields {
  const question = rebuildTurnDetail(state, agent, tick)?.question;
  return question ? { prompt: { system: question.system, user: question.prompt } } : {};
}

function buildWorkflowAnswerFields({ inputs, ledger }: WorkflowState, row: OutcomeRow): EventFields {
  const { source, answer, key, target, mended } = row;
  return {
    source,
    ...(answer !== null && { text: answer }),
    ...(key !== null && { key, match: row.match }),
    ...(target !== null && { next_state: inputs.workflow.states[target] }),
    ...(mended.length > 0 && { mended }),
    ...{ tokens_in: row.tokensIn, tokens_out: row.tokensOut },
    ...toLanguageModelRecord(answer, ledger.evidence.get(row.row)),
  };
}

/** Why a step failed, and what its policy made of that. */
function buildStepFailureFields(state: WorkflowState, row: OutcomeRow): EventFields {
  const { step, type } = getOutcomeRowNames(state, row);
  const { result, failure, outcome, attempt, source } = row;
  return { warning: result, ...(source !== null && { source }), step, type, failure, outcome, attempt };
}

/** The model's fields of an agent's record at the sealed tick. */
function getWorkflowAttributes(state: WorkflowState, agent: number): WorkflowAttributes {
  const { world, ledger, sealed, inputs } = state;
  const course = ledger.courses[agent];
  const trader = world.traders[agent];
  const hand = world.handOf(agent, sealed);
  const { steps } = inputs.workflow;
  const variables = course.variables.names(sealed).map(name => {
    const { value, step, tick } = course.variables.at(name, sealed)!;
    return [name, { value: toPyRepr(value), step: steps[step].name, tick }] as const;
  });
  return {
    name: state.nameOf(agent),
    balance: world.balanceOf(agent, sealed),
    earned: trader.earned,
    spent: trader.spent,
    made: trader.artifacts.length,
    sold: trader.sold,
    bought: trader.bought.length,
    hand: { artifact: hand.artifact && formatArtifactId(hand.artifact.id), is: hand.is },
    flaw: Math.round(trader.flaw * 1e6) / 1e6,
    asked: course.asked,
    tokens: course.tokens,
    stopped: course.stopped && {
      tick: course.stopped.tick,
      step: steps[course.stopped.step].name,
      reason: course.stopped.reason,
    },
    variables: Object.fromEntries(variables),
  };
}

/** The model's sections, in order. */
const listWorkflowSections = (state: WorkflowState) =>
  [
    ['workflow', writeWorkflowLines(state)],
    ['decisions', writeWorkflowDecisions(state)],
    ['artifacts', writeArtifactRecords(state)],
    ['warnings', writeWarningRecords(state)],
    ['measurements', writeWorkflowMeasurements(state)],
  ] as const;

function* writeWorkflowLines({ inputs }: WorkflowState): Generator<WorkflowLineRecord> {
  for (const [i, text] of inputs.text.split('\n').entries()) yield { line: i + 1, text };
}

/** One row a step, in the order in which they happened; a transition's context is a row of these. */
function* writeWorkflowDecisions({ ledger, inputs, world }: WorkflowState): Generator<WorkflowDecision> {
  const { states, steps } = inputs.workflow;
  for (const row of ledger.rows) {
    const { name, type } = steps[row.step];
    yield {
      agent_id: formatAgentId(row.agent),
      tick: row.tick,
      state: states[row.state],
      step: name,
      type,
      outcome: row.outcome,
      failure: row.failure,
      attempt: row.attempt,
      source: row.source ?? 'chart',
      answer: row.answer,
      mended: [...row.mended],
      action: row.action,
      note: row.note,
      key: row.key,
      match: row.match,
      target: row.target === null ? null : states[row.target],
      result: formatOutcomeResult(world, row),
      tokens_in: row.tokensIn,
      tokens_out: row.tokensOut,
      ...toLanguageModelRecord(row.answer, ledger.evidence.get(row.row)),
    };
  }
}

function* writeArtifactRecords({ world }: WorkflowState): Generator<ArtifactRecord> {
  for (const { id, maker, price, idea, flawed, events } of world.artifacts)
    yield {
      artifact: formatArtifactId(id),
      maker: formatAgentId(maker),
      price,
      idea,
      flawed,
      events: events.map(({ kind, tick, buyer }) => ({
        event: kind,
        tick,
        buyer: formatAgentIdOrNull(buyer),
      })),
    };
}

function* writeWarningRecords({ ledger }: WorkflowState): Generator<WarningRecord> {
  for (const { message, line, column, tick, agent, times } of ledger.warnings.all)
    yield { message, line, column, tick, agent_id: formatAgentId(agent), times };
}

function* writeWorkflowMeasurements({ ledger }: WorkflowState): Generator<MeasurementRecord> {
  for (const [row, evidence] of ledger.evidence) {
    const record = toMeasurementRecord(ledger.rows.at(row), evidence);
    if (record !== null) yield record;
  }
}

const SEQUELS: Readonly<Partial<Record<StepOutcome, Sequel>>> = {
  retry: 'triedAgain',
  gave_up: 'givenUp',
  skipped: 'skipped',
  stopped: 'stopped',
};
/** In place of a step: none is to blame. */
const NO_STEP_BLAMED = -1;

/** Results of each step of the workflow. O(rows + agents × ticks of the range). */
function buildWorkflowStepReport(state: WorkflowState, machine: Machine, counted: Counted): StepReport {
  const { steps, states } = state.inputs.workflow;
  const rows = state.ledger.rows.filter(
    ({ tick, agent }) => tick >= counted.from && tick <= counted.to && isAgentCounted(counted, agent),
  );
  const tally = new StepTally(steps.length);
  for (const row of rows) addOutcomeToTally(tally, row, state);
  countStalledTurns(tally, rows, state, machine, counted);
  return {
    noun: 'step',
    rows: steps.map(({ name, type, line, column, inState }, number) => ({
      name,
      type,
      at: { line, column },
      states: inState?.map(leaf => states[leaf]) ?? null,
      ...tally.figuresOf(number),
    })),
    edges: buildEdgeRows(state, machine, counted, rows),
  };
}

function addOutcomeToTally(tally: StepTally, row: OutcomeRow, { ledger }: WorkflowState): void {
  tally.add(row.step, {
    ...row,
    isAnswered: row.answer !== null,
    isFailed: row.failure !== null,
    evidence: ledger.evidence.get(row.row),
  });
  const sequel = SEQUELS[row.outcome];
  if (sequel !== undefined) tally.follow(row.step, sequel);
}

/** Counts turns that left their agent in its state, and agents that a step has stopped. */
function countStalledTurns(
  tally: StepTally,
  rows: readonly OutcomeRow[],
  state: WorkflowState,
  { past, log }: Machine,
  counted: Counted,
): void {
  const blamed = findBlamedSteps(rows, state);
  const waiting = listWaitingSteps(state);
  const begin = Math.max(counted.from, past.start + 1);
  const place = past.at(begin - 1).state.slice();
  for (let tick = begin; tick <= counted.to; tick++) {
    const [first, end] = log.range(tick);
    const moved = new Set(Array.from({ length: end - first }, (_, i) => log.agentAt(first + i)));
    const isLast = tick === counted.to;
    for (const agent of place.keys()) {
      if (!isAgentCounted(counted, agent) || moved.has(agent) || !state.hasTurn(agent, tick)) continue;
      const step = blamed.get(getTurnKey(tick, agent)) ?? waiting[state.leafIn(place[agent])];
      if (step !== NO_STEP_BLAMED) tally.stall(step, agent, isLast);
    }
    for (let row = first; row < end; row++) place[log.agentAt(row)] = past.stateAfter(row);
  }
  for (const [agent, { stopped }] of state.ledger.courses.entries())
    if (stopped !== null && stopped.tick <= counted.to && isAgentCounted(counted, agent))
      tally.hold(stopped.step, agent);
}

const getTurnKey = (tick: Tick, agent: number): string => `${tick} ${agent}`;

/**
 * The step that failed last in a turn, else the one that was asked; NONE if that one chose to stay, or nothing leads
 * out.
 */
function findBlamedSteps(rows: readonly OutcomeRow[], { loop }: WorkflowState): ReadonlyMap<string, number> {
  const blamed = new Map<string, number>();
  const failed = new Set<string>();
  for (const { tick, agent, step, failure, target, state } of rows) {
    const key = getTurnKey(tick, agent);
    const isOwn = target !== null || !loop.edges.hasWayOut(state);
    if (failure !== null) failed.add(key);
    if (failure !== null) blamed.set(key, step);
    else if (!failed.has(key)) blamed.set(key, isOwn ? NO_STEP_BLAMED : step);
  }
  return blamed;
}

/** The first step that asks in a state, by leaf: agents without a question there wait for it. */
const listWaitingSteps = ({ inputs: { workflow } }: WorkflowState): readonly number[] =>
  workflow.states.map((_, leaf) =>
    workflow.steps.findIndex(({ type, inState }) => type !== 'code' && inState?.includes(leaf)),
  );

/**
 * Number of times that each declared transition was taken, and refused.
 * @param rows of the range and of the counted agents
 */
function buildEdgeRows(
  state: WorkflowState,
  machine: Machine,
  counted: Counted,
  rows: readonly OutcomeRow[],
): readonly EdgeRow[] {
  const { edges, states } = state.inputs.workflow;
  const taken = countTakenEdges(state, machine, counted);
  const refused = new Uint32Array(edges.length);
  for (const { failure, state: leaf, target } of rows)
    if (failure === 'no_edge') for (const edge of state.loop.edges.leading(leaf, target)) refused[edge]++;
  return edges.map(({ from, to, condition, line, column }, edge) => ({
    from: from === null ? null : states[from],
    to: states[to],
    condition: condition?.text ?? null,
    at: { line, column },
    taken: taken[edge],
    refused: refused[edge],
  }));
}

/** Moves along each edge, from the log. */
function countTakenEdges(state: WorkflowState, { log, past, table }: Machine, counted: Counted): Uint32Array {
  const taken = new Uint32Array(state.inputs.workflow.edges.length);
  for (let tick = Math.max(counted.from, past.start + 1); tick <= counted.to; tick++) {
    const [first, end] = log.range(tick);
    for (let row = first; row < end; row++)
      if (isAgentCounted(counted, log.agentAt(row)))
        taken[state.edgeOf(table.step(log.transitionAt(row)).transitions[0])]++;
  }
  return taken;
}
