import { NO_EDITS } from '../../state/edits.ts';
import type { FilesSlice, SliceAccess } from '../../state/pageState.ts';

/** Owns the editor's texts. */
export const createFilesSlice = ({ set, get }: SliceAccess): FilesSlice => ({
  edits: NO_EDITS,
  keeping: null,
  edit(change) {
    const edits = change(get().edits);
    if (edits !== get().edits) set({ edits });
  },
  setKeeping(keeping) {
    if (keeping !== get().keeping) set({ keeping });
  },
});
