import type { PageState, SavedRunsSlice, SliceAccess } from '../../state/pageState.ts';

/** State of a run of which nothing is kept yet. */
export const NOT_SAVED = { keptAs: null, kept: null } as const satisfies Partial<SavedRunsSlice>;

/** True if a run survives the death of the page, with everything played. */
export const isRunFullySaved = ({ kept, head }: PageState): boolean =>
  kept !== null && kept.problem === null && kept.tick >= head;

/** Owns what the page knows of the runs that this browser keeps. */
export const createSavedRunsSlice = ({ set, get }: SliceAccess): SavedRunsSlice => ({
  ...NOT_SAVED,
  keptVersion: 0,
  setKept: part => set(part),
  relistKept: () => set({ keptVersion: get().keptVersion + 1 }),
});
