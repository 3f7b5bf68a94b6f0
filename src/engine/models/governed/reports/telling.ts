import { shown } from '../../../core/shown.ts';
import type { Telling } from '../../../model/model.ts';
import { wouldSay } from '../../../oracle/would.ts';
import type { GovernedState } from '../state.ts';
import { readAnswer } from '../step/answer.ts';
import { attributesOf, callRecords, decisionRecords, measurementRecords } from './document.ts';
import { eventsOf } from './events.ts';
import { inspect } from './inspect.ts';
import { stepsOf } from './steps.ts';
import { whyStep } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: GovernedState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () =>
    [
      ['decisions', decisionRecords(state)],
      ['calls', callRecords(state)],
      ['measurements', measurementRecords(state)],
    ] as const,
  detail: agent => inspect(state, agent),
  whyMoment: (_, agent) => whyStep(state, agent),
  steps: (_, counted) => stepsOf(state, counted),
  events: tick => eventsOf(state, tick),
  would: (_, answer) => wouldSay(answer, text => readWords(readAnswer(text))),
});

/** "search query tariffs", "finish: yes, since 2019". */
function readWords(
  read: ReturnType<typeof readAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { action } = read;
  if (action.kind === 'reason') return { words: 'it reasons, and calls nothing' };
  if (action.kind === 'finish') return { words: `it finishes: ${shown(action.final)}` };
  return { words: `it calls ${shown(action.tool)} ${shown(JSON.stringify(action.args))}` };
}
