import type { Telling } from '../../model.ts';
import { attributesOf, callRecords, decisionRecords, measurementRecords } from './document.ts';
import { inspect } from './inspect.ts';
import type { GovernedState } from './state.ts';

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
});
