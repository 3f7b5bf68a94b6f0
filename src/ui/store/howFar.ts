import { MAX_ROUNDS, type Tick } from '../../engine/core/indices.ts';
import { getCurrentAppearance, isRecordedModel } from '../model/getModelAppearance.ts';
import type { PageState } from '../state/pageState.ts';
import { getStateAtHead } from './applyModelFrame.ts';

/** Default number of rounds at the start: recordings are played to their end, all other runs start at 0. */
export const getInitialRounds = (model: string): Tick => (isRecordedModel(model) ? MAX_ROUNDS : 0);

/** The same for a recording that replaces itself with another reading: to its present round, or to its end. */
export function getRepeatedRounds(state: PageState): Tick {
  const { run, head } = state;
  if (run === null || !isRecordedModel(run.setup.model)) return 0;
  return getCurrentAppearance(state).isOver(getStateAtHead(state)) ? MAX_ROUNDS : Math.max(0, head);
}
