import type { EditorPast } from '../../controls/editor/TextEditor.tsx';
import { readStoredItem, removeStoredItem, writeStoredItem } from '../../lib/storage.ts';

const KEY = 'statescope-undo';

/** What can be undone in the editor, kept in this browser beside the drafts. */
export const UNDO_KEPT: EditorPast = {
  kept: () => readStoredItem(KEY),
  keep(past) {
    // Otherwise an older history would be taken for it.
    if (past === null || !writeStoredItem(KEY, past)) removeStoredItem(KEY);
  },
};
