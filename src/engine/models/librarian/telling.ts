import type { Telling } from '../../model.ts';
import { attributesOf, documentOf } from './document.ts';
import { inspect } from './inspect.ts';
import type { LibrarianState } from './state.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: LibrarianState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () => documentOf(state),
  detail: agent => inspect(state, agent),
});
