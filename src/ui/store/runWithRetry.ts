import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import type { NoticeButton, PageStore } from '../state/pageState.ts';

/** The way on from what failed and may do when it is done once more. */
export const createRetryButton = (act: () => void): NoticeButton => ({
  label: 'Try again',
  act,
  isApart: true,
});

/**
 * Does something that can simply be repeated; if it fails the page gives the reason and offers another try.
 * @returns true if it succeeded
 */
export async function runWithRetry(
  store: PageStore,
  action: () => Promise<unknown>,
  again: () => void = () => void runWithRetry(store, action),
): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!isEngineStoppedError(error))
      store.getState().notify('error', getErrorMessage(error), createRetryButton(again));
    return false;
  }
}
