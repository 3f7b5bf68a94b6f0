import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Telling } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { readLibrarianAnswer } from '../answer/read.ts';
import type { LibrarianState } from '../state.ts';
import { getLibrarianAttributes, listLibrarianSections } from './document.ts';
import { listLibrarianEvents } from './events.ts';
import { inspectLibrarian } from './inspectLibrarian.ts';
import { buildLibrarianStepReport } from './steps.ts';
import { explainLibrarianCycle } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const createLibrarianReporter = (state: LibrarianState): Telling => ({
  attributes: agent => getLibrarianAttributes(state, agent),
  document: () => listLibrarianSections(state),
  detail: agent => inspectLibrarian(state, agent),
  whyMoment: (_, agent) => explainLibrarianCycle(state, agent),
  steps: (_, counted) => buildLibrarianStepReport(state, counted),
  events: tick => listLibrarianEvents(state, tick),
  would: (_, answer) => predictTextEffect(answer, text => describeLibrarianAnswer(readLibrarianAnswer(text))),
});

/** "it goes on to executing; action add, tags alice". */
function describeLibrarianAnswer(
  read: ReturnType<typeof readLibrarianAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { next, action, thought } = read;
  const parts = [
    next && `it goes on to ${formatQuotedText(next)}`,
    action &&
      `action ${formatQuotedText(action.type ?? 'without a name')}${action.tags ? `, tags ${formatQuotedText(action.tags)}` : ''}`,
    thought && `it thinks “${formatQuotedText(thought)}”`,
  ];
  return {
    words: parts.filter(part => part !== null && part !== '').join('; ') || 'it says nothing that is done',
  };
}
