import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Telling } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import type { GovernedState } from '../state.ts';
import { readGovernedAnswer } from '../step/answer.ts';
import {
  getGovernedAttributes,
  writeCallRecords,
  writeGovernedDecisions,
  writeGovernedMeasurements,
} from './document.ts';
import { listGovernedEvents } from './events.ts';
import { inspectMission } from './inspectMission.ts';
import { buildGovernedStepReport } from './steps.ts';
import { explainMissionStep } from './why.ts';

/** What is told of a run of this model beside its frames. */
export const createGovernedReporter = (state: GovernedState): Telling => ({
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
