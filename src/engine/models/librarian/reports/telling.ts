import { shown } from '../../../core/shown.ts';
import type { Telling } from '../../../model/model.ts';
import { wouldSay } from '../../../oracle/would.ts';
import { readAnswer } from '../answer/read.ts';
import type { LibrarianState } from '../state.ts';
import { attributesOf, documentOf } from './document.ts';
import { eventsOf } from './events.ts';
import { inspect } from './inspect.ts';
import { stepsOf } from './steps.ts';
import { whyCycle } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: LibrarianState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () => documentOf(state),
  detail: agent => inspect(state, agent),
  whyMoment: (_, agent) => whyCycle(state, agent),
  steps: (_, counted) => stepsOf(state, counted),
  events: tick => eventsOf(state, tick),
  would: (_, answer) => wouldSay(answer, text => readWords(readAnswer(text))),
});

/** "it goes on to executing; action add, tags alice". */
function readWords(
  read: ReturnType<typeof readAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { next, action, thought } = read;
  const parts = [
    next && `it goes on to ${shown(next)}`,
    action &&
      `action ${shown(action.type ?? 'without a name')}${action.tags ? `, tags ${shown(action.tags)}` : ''}`,
    thought && `it thinks “${shown(thought)}”`,
  ];
  return {
    words: parts.filter(part => part !== null && part !== '').join('; ') || 'it says nothing that is done',
  };
}
