import type { PageStore } from '../../../state/pageState.ts';
import { RECORDED } from '../recordedPart.ts';

/** Goes on to the present of a live source, with what has come since the page was held or has shown an earlier step. */
export function followOn(store: PageStore): void {
  store.getState().goForward();
  store.getState().know(RECORDED, { isHeld: false, isCatchingUp: true });
}
