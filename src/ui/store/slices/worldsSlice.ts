import type { PageState, SliceAccess, WorldsSlice } from '../../state/pageState.ts';

/** Owns the other worlds of the run on the screen. */
export const createWorldsSlice = ({ set }: SliceAccess): WorldsSlice => ({
  worlds: null,
  setWorlds: worlds => set({ worlds }),
});

/** Worlds of the run on the screen; null if there are none. */
export const getCurrentWorlds = ({ worlds, run }: PageState) =>
  worlds !== null && worlds.epoch === run?.info.epoch ? worlds : null;
