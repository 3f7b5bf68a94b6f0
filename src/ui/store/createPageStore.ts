import { createStore } from 'zustand/vanilla';
import { decidingSlice } from './decidingSlice.ts';
import { filesSlice } from './filesSlice.ts';
import { comeBack } from './framed.ts';
import { keptSlice } from './keptSlice.ts';
import { noticesSlice } from './noticesSlice.ts';
import type { PageState, PageStore } from './pageState.ts';
import { pausesSlice } from './pausesSlice.ts';
import { runSlice } from './runSlice.ts';
import { screenSlice } from './screenSlice.ts';
import { selectionSlice } from './selectionSlice.ts';
import { windowSlice } from './windowSlice.ts';
import { worldsSlice } from './worldsSlice.ts';

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
