import { getCurrentPlugin } from '../model/registered.ts';
import type { PageState } from '../state/pageState.ts';
import type { Selection } from '../state/selection.ts';

/** The selection with what the model's plugin chooses by itself, now that something is known or seen. */
export function settleSelection(state: PageState): Selection {
  const { selection } = state;
  const own = getCurrentPlugin(state).settle?.(state) ?? selection.own;
  return own === selection.own ? selection : { ...selection, own };
}
