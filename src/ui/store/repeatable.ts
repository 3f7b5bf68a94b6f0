import { isStopped, messageOf } from '../lib/messages.ts';
import type { NoticeButton, PageStore } from '../state/pageState.ts';

/** The way on from what failed and may do when it is done once more. */
export const tryAgain = (act: () => void): NoticeButton => ({ label: 'Try again', act, isApart: true });

/** Does what can simply be done once more; where it fails the page says why, and offers to. @returns whether it went well */
export async function repeatable(
  store: PageStore,
  action: () => Promise<unknown>,
  again: () => void = () => void repeatable(store, action),
): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!isStopped(error)) store.getState().notify('error', messageOf(error), tryAgain(again));
    return false;
  }
}
