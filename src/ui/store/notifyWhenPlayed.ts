import { getCurrentAppearance } from '../model/getModelAppearance.ts';
import type { PageState, PageStore } from '../state/pageState.ts';

/**
 * Reports once a round has been played, or nothing more can happen before it; its frame may come after the
 * engine's answer, or only when somebody plays on.
 */
export function notifyWhenPlayed(store: PageStore, rounds: number, tell: (state: PageState) => void): void {
  const epoch = store.getState().run?.info.epoch;
  const look = (state: PageState) => {
    const isOther = state.run?.info.epoch !== epoch;
    const isOver = state.phase === 'paused' && getCurrentAppearance(state).isOver(state);
    if (!isOther && state.head < rounds && !isOver) return;
    stop();
    if (!isOther) tell(state);
  };
  const stop = store.subscribe(look);
  look(store.getState());
}
