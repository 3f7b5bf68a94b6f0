import type { PageStore } from '../../../state/pageState.ts';
import { RECORDED } from '../recordedPart.ts';

/** Goes on with what has come since the page was held. */
export const followOn = (store: PageStore): void => store.getState().know(RECORDED, { isHeld: false });
