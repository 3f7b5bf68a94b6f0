import { readStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import type { PageStore } from '../state/pageState.ts';
import { useMedia, usePage } from './hooks.ts';

const SIDE_KEY = 'statescope-side';
/** Window width from which the panel fits next to the chart, even with another panel open. */
const ROOM = '(min-width: 1200px)';
const MUCH_ROOM = '(min-width: 1640px)';

/** State of the panel left of the chart: the user's choice, else open if there is room. */
export function useSide(): 'open' | 'folded' {
  const [room, much] = [useMedia(ROOM), useMedia(MUCH_ROOM)];
  const folded = usePage(state => state.folded);
  const hasPanel = usePage(state => state.panel !== null);
  return (folded ?? !(hasPanel ? much : room)) ? 'folded' : 'open';
}

/** Folds or opens the panel; remembered if it fits next to the chart, temporary if it covers it. */
export function foldSidePanel(store: PageStore, folded: boolean): void {
  store.getState().arrange({ folded });
  if (hasSidePanelRoom()) writeStoredItem(SIDE_KEY, folded ? 'folded' : 'open');
}

/** The user's last choice; null without one, or if the window is too narrow to unfold. */
export function readSavedFold(): boolean | null {
  const kept = readStoredItem(SIDE_KEY);
  return kept === null || !hasSidePanelRoom() ? null : kept === 'folded';
}

const hasSidePanelRoom = (): boolean => typeof matchMedia !== 'undefined' && matchMedia(ROOM).matches;
