import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Telling } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { type AskingStep, listAnswerKeys } from '../inputs/workflow.ts';
import type { WorkflowQuestion } from '../question.ts';
import type { WorkflowState } from '../state.ts';
import { readStepAction, readTransitionChoice } from '../turn/parsedAnswer.ts';
import { getWorkflowAttributes, listWorkflowSections } from './document.ts';
import { listWorkflowEvents } from './events.ts';
import { inspectTrader } from './inspectTrader.ts';
import { buildWorkflowStepReport } from './steps.ts';
import { explainWorkflowTurn, judgeTransitionLines } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const createWorkflowReporter = (state: WorkflowState): Telling => ({
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
