import type { PausesSlice, SliceAccess } from '../../state/pageState.ts';

/** Owns the conditions at which playing pauses. */
export const createPausesSlice = ({ set }: SliceAccess): PausesSlice => ({
  pauses: [],
  setPauses: pauses => set({ pauses }),
  showsPauses: false,
  showPauses: showsPauses => set({ showsPauses }),
});
