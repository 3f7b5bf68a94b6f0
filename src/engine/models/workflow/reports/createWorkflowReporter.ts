import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord } from '../../../export/measurement.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { type AskingStep, listAnswerKeys } from '../inputs/workflow.ts';
import type { OutcomeRow } from '../turn/outcomeRow.ts';
import { readStepAction, readTransitionChoice } from '../turn/parseActionAnswer.ts';
import type { WorkflowQuestion } from '../workflowQuestion.ts';
import type { WorkflowState } from '../workflowState.ts';
import { buildWorkflowStepReport } from './buildWorkflowStepReport.ts';
import { explainWorkflowTurn, judgeTransitionLines } from './explainWorkflowTurn.ts';
import { formatOutcomeResult, inspectTrader, rebuildTurnDetail } from './inspectTrader.ts';
import { getWorkflowAttributes, listWorkflowSections } from './workflowSections.ts';

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
  const [from, to] = findTickRows(rows.length, tick, row => rows[row].tick);
  for (let row = from; row < to; row++) yield* listOutcomeRowEvents(state, rows[row]);
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
