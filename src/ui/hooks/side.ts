import { readStoredItem, writeStoredItem } from '../lib/storage.ts';
import type { PageStore } from '../state/pageState.ts';
import { useMedia, usePage } from './hooks.ts';

const KEY = 'statescope-side';
/** Window width from which the panel fits beside the chart, even with another panel open. */
const ROOM = '(min-width: 1200px)';
const MUCH_ROOM = '(min-width: 1640px)';

/** Whether the panel left of the chart is open: as the user chose, else where there is room. */
export function useSide(): 'open' | 'folded' {
  const [room, much] = [useMedia(ROOM), useMedia(MUCH_ROOM)];
  const folded = usePage(state => state.folded);
  const hasPanel = usePage(state => state.panel !== null);
  return (folded ?? !(hasPanel ? much : room)) ? 'folded' : 'open';
}

/** Folds or opens the panel; remembered where it fits beside the chart, temporary where it covers it. */
export function foldSidePanel(store: PageStore, folded: boolean): void {
  store.getState().arrange({ folded });
  if (hasSidePanelRoom()) writeStoredItem(KEY, folded ? 'folded' : 'open');
}

/** What the user chose last; null where nothing was chosen, or the window is too narrow to unfold. */
export function readSavedFold(): boolean | null {
  const kept = readStoredItem(KEY);
  return kept === null || !hasSidePanelRoom() ? null : kept === 'folded';
}

const hasSidePanelRoom = (): boolean => typeof matchMedia !== 'undefined' && matchMedia(ROOM).matches;
