import { shown } from '../../../core/shown.ts';
import type { Telling } from '../../../model/model.ts';
import { wouldSay } from '../../../oracle/would.ts';
import { type AskingStep, keysOf } from '../inputs/workflow.ts';
import type { WorkflowQuestion } from '../question.ts';
import type { WorkflowState } from '../state.ts';
import { readAction, readChoice } from '../turn/parsedAnswer.ts';
import { attributesOf, documentOf } from './document.ts';
import { eventsOf } from './events.ts';
import { inspect } from './inspect.ts';
import { stepsOf } from './steps.ts';
import { judged, whyTurn } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: WorkflowState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () => documentOf(state),
  detail: agent => inspect(state, agent),
  whyMoment: (machine, agent) => whyTurn(state, machine, agent),
  judged: (machine, agent, lines) => judged(state, machine, agent, lines),
  events: tick => eventsOf(state, tick),
  steps: (machine, counted) => stepsOf(state, machine, counted),
  would: (question, answer) => wouldSay(answer, text => readWords((question as WorkflowQuestion).step, text)),
});

/** "it makes: a birch box", "it chooses ship". */
function readWords(step: AskingStep, text: string): { readonly words: string } | { readonly reason: string } {
  if (step.type === 'transition') {
    const read = readChoice(text, keysOf(step));
    return 'reason' in read ? read : { words: `it chooses ${shown(read.key)}` };
  }
  const read = readAction(text);
  if ('reason' in read) return read;
  return { words: `its action is ${read.action}${read.note === '' ? '' : `: ${shown(read.note)}`}` };
}
