import type { Telling } from '../../model.ts';
import {
  attributesOf,
  cascadeRecords,
  decisionRecords,
  measurementRecords,
  postRecords,
} from './document.ts';
import { inspect } from './inspect.ts';
import type { SocialState } from './state.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: SocialState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () =>
    [
      ['decisions', decisionRecords(state)],
      ['posts', postRecords(state)],
      ['cascades', cascadeRecords(state, state.sealed)],
      ['measurements', measurementRecords(state)],
    ] as const,
  detail: agent => inspect(state, agent),
});
