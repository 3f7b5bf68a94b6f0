import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import type { NoticeButton, PageStore } from '../state/pageState.ts';

/** The way on from what failed and may do when it is done once more. */
export const createRetryButton = (act: () => void): NoticeButton => ({
  label: 'Try again',
  act,
  isApart: true,
});

/** Does what can simply be done once more; where it fails the page says why, and offers to. @returns whether it went well */
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
