import { createStore } from 'zustand/vanilla';
import type { PageState, PageStore } from '../state/pageState.ts';
import { comeBack } from './framed.ts';
import { decidingSlice } from './slices/decidingSlice.ts';
import { filesSlice } from './slices/filesSlice.ts';
import { keptSlice } from './slices/keptSlice.ts';
import { noticesSlice } from './slices/noticesSlice.ts';
import { pausesSlice } from './slices/pausesSlice.ts';
import { runSlice } from './slices/runSlice.ts';
import { screenSlice } from './slices/screenSlice.ts';
import { selectionSlice } from './slices/selectionSlice.ts';
import { windowSlice } from './slices/windowSlice.ts';
import { worldsSlice } from './slices/worldsSlice.ts';

/** The page's state. Only its slices write it. @param initial what is known already */
export function createPageStore(initial: Partial<PageState> = {}): PageStore {
  const store = createStore<PageState>()((set, get) => {
    const access = { set, get };
    return {
      ...runSlice(access),
      ...selectionSlice(access),
      ...windowSlice(access),
      ...decidingSlice(access),
      ...filesSlice(access),
      ...keptSlice(access),
      ...worldsSlice(access),
      ...pausesSlice(access),
      ...noticesSlice(access),
      ...screenSlice(access),
      restore: view => set(view),
      ...initial,
    };
  });
  comeBack(store);
  return store;
}
