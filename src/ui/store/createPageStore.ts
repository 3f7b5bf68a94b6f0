import { createStore } from 'zustand/vanilla';
import type { PageState, PageStore } from '../state/pageState.ts';
import { returnViewsToHead } from './applyModelFrame.ts';
import { createFilesSlice } from './slices/createFilesSlice.ts';
import { createNoticesSlice } from './slices/createNoticesSlice.ts';
import { createPausesSlice } from './slices/createPausesSlice.ts';
import { createRunSlice } from './slices/createRunSlice.ts';
import { createSavedRunsSlice } from './slices/createSavedRunsSlice.ts';
import { createScreenSlice } from './slices/createScreenSlice.ts';
import { createSelectionSlice } from './slices/createSelectionSlice.ts';
import { createDecidingSlice } from './slices/decidingSlice.ts';
import { createWindowSlice } from './slices/windowSlice.ts';
import { createWorldsSlice } from './slices/worldsSlice.ts';

/** The page's state. Only its slices write it. @param initial what is known already */
export function createPageStore(initial: Partial<PageState> = {}): PageStore {
  const store = createStore<PageState>()((set, get) => {
    const access = { set, get };
    return {
      ...createRunSlice(access),
      ...createSelectionSlice(access),
      ...createWindowSlice(access),
      ...createDecidingSlice(access),
      ...createFilesSlice(access),
      ...createSavedRunsSlice(access),
      ...createWorldsSlice(access),
      ...createPausesSlice(access),
      ...createNoticesSlice(access),
      ...createScreenSlice(access),
      restore: view => set(view),
      ...initial,
    };
  });
  returnViewsToHead(store);
  return store;
}
