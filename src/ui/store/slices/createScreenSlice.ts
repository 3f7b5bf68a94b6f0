import type { SliceAccess } from '../../state/pageState.ts';
import type { ScreenSlice } from '../../state/screenState.ts';
import { isSomebodySelected } from '../../state/selection.ts';

/** Owns the arrangement of the screen. */
export const createScreenSlice = ({ set, get }: SliceAccess): ScreenSlice => ({
  theme: 'dark',
  letterKeys: true,
  panel: null,
  folded: null,
  place: 'own',
  colour: 'state',
  corner: 'agents',
  isNew: false,
  isTall: false,
  triggerNames: false,
  help: null,
  scenarios: false,
  isComparing: false,
  offered: null,
  awaitedRounds: 0,
  counted: null,
  isLogged: false,
  rare: null,
  arrange: part => set(part),
  count() {
    const { counted, selection, isLogged } = get();
    set({ isLogged: false });
    if (counted && !isLogged && !isSomebodySelected(selection)) return set({ counted: null });
    set({ counted: selection.agents, selection: { ...selection, agents: [], state: null } });
  },
});
