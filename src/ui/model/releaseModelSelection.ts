import type { PageState } from '../state/pageState.ts';
import { getCurrentPlugin } from './registered.ts';

/** The model's own selection once nothing of it is looked at any more. */
export function releaseModelSelection(state: Pick<PageState, 'run' | 'selection'>): object | null {
  const { letGo, withAgents } = getCurrentPlugin(state);
  let { own } = state.selection;
  for (let next = own && letGo?.(own); next; next = letGo?.(next)) own = next;
  return own && withAgents ? withAgents(own) : own;
}
