import type { PageStore } from '../../../state/pageState.ts';
import { RECORDED } from '../recordedPart.ts';

/** Continues with the data that arrived while the page was held. */
export const followOn = (store: PageStore): void => store.getState().know(RECORDED, { isHeld: false });
