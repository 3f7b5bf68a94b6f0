import { MOST_ROUNDS, type Tick } from '../../engine/core/indices.ts';
import { isRecorded, lookNow } from '../model/looks.ts';
import type { PageState } from '../state/pageState.ts';
import { atHead } from './framed.ts';

/** Rounds that a run is played to at once where nobody says how far: what is recorded is there to its end, everything else is yet to come. */
export const firstRounds = (model: string): Tick => (isRecorded(model) ? MOST_ROUNDS : 0);

/** The same for a recording that takes the place of the very same one, read in another way: to where that one stands, or to its end. */
export function roundsAgain(state: PageState): Tick {
  const { run, head } = state;
  if (run === null || !isRecorded(run.setup.model)) return 0;
  return lookNow(state).isOver(atHead(state)) ? MOST_ROUNDS : Math.max(0, head);
}
