import { MOST_ROUNDS, type Tick } from '../../engine/core/indices.ts';
import { getCurrentAppearance, isRecordedModel } from '../model/looks.ts';
import type { PageState } from '../state/pageState.ts';
import { getStateAtHead } from './applyModelFrame.ts';

/** Rounds that a run is played to at once where nobody says how far: what is recorded is there to its end, everything else is yet to come. */
export const getInitialRounds = (model: string): Tick => (isRecordedModel(model) ? MOST_ROUNDS : 0);

/** The same for a recording that takes the place of the very same one, read in another way: to where that one stands, or to its end. */
export function getRepeatedRounds(state: PageState): Tick {
  const { run, head } = state;
  if (run === null || !isRecordedModel(run.setup.model)) return 0;
  return getCurrentAppearance(state).isOver(getStateAtHead(state)) ? MOST_ROUNDS : Math.max(0, head);
}
