import { getCurrentAppearance, getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { PageStore } from '../state/pageState.ts';
import { getStateAtHead } from './applyModelFrame.ts';

/** Longest wait for frames that are under way, in milliseconds. */
const FRAME_DEADLINE_MS = 10_000;

/** Resolves when the frames up to a round have come, or those of a run that ends before it. Rejects when they do not. */
export function waitForRound(store: PageStore, round: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = store.getState();
      if (state.head < round && !getCurrentAppearance(state).isOver(getStateAtHead(state))) return;
      stop();
      resolve();
    };
    const timer = setTimeout(() => {
      stop();
      reject(
        new Error(
          `it stands at ${getCurrentModelWords(store.getState()).tick} ${store.getState().head} instead of ${round}`,
        ),
      );
    }, FRAME_DEADLINE_MS);
    const unsubscribe = store.subscribe(look);
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    look();
  });
}
