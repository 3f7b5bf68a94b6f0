import { getModelSelection } from '../../model/getModelSelection.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import type { SelectionSlice, SliceAccess } from '../../state/pageState.ts';
import {
  EMPTY_SELECTION,
  getSearchWords,
  NO_SEARCH,
  type Search,
  stepSelectionBack,
} from '../../state/selection.ts';
import { getCountedSpan, getViewedTick } from '../../state/viewState.ts';
import { scrollTickIntoView } from './windowSlice.ts';

/** Owns the selection and the order of the rows. */
export const createSelectionSlice = ({ set, get }: SliceAccess): SelectionSlice => ({
  selection: EMPTY_SELECTION,
  pinned: [],
  sort: '',
  sortState: '',
  shownRows: [],
  search: NO_SEARCH,
  movers: null,
  seek(words) {
    const { search } = get();
    const next: Search = { words, hits: null };
    // The same words but for a space: what they found stands.
    set({ search: getSearchWords(next) === getSearchWords(search) ? { ...search, words } : next });
  },
  setMovers: movers => set({ movers }),
  setHits: hits => set({ search: { ...get().search, hits } }),
  select(part) {
    const { selection } = get();
    const { own } = selection;
    const { withAgents } = getCurrentPlugin(get());
    set({
      selection: {
        ...selection,
        // Another round is not the end of the brushed ones.
        ...(part.cursor !== undefined && { range: null }),
        ...(part.agents && own && withAgents && { own: withAgents(own) }),
        ...part,
      },
      ...(part.agents?.length && { corner: 'agents' as const }),
    });
  },
  pick(key, part) {
    const { selection } = get();
    set({ selection: { ...selection, own: { ...getModelSelection(key, get()), ...part } } });
  },
  stepBack() {
    const { selection } = get();
    const own = selection.own && getCurrentPlugin(get()).letGo?.(selection.own);
    set({ selection: own ? { ...selection, own } : stepSelectionBack(selection) });
  },
  moveCursor(by) {
    const state = get();
    if (!state.run) return;
    const tick = Math.max(state.run.columns.first, Math.min(state.head, getViewedTick(state) + by));
    const selection = { ...state.selection, range: null, cursor: tick === state.head ? null : tick };
    set({ selection, ...scrollTickIntoView(state, tick) });
  },
  moveRange(by) {
    const state = get();
    if (!state.run) return;
    const [first, last] = getCountedSpan(state);
    const from = Math.max(state.run.columns.first, Math.min(last, first + by));
    set({ selection: { ...state.selection, range: from === last ? null : [from, last] } });
  },
  togglePin(agent) {
    const { pinned } = get();
    set({ pinned: pinned.includes(agent) ? pinned.filter(other => other !== agent) : [...pinned, agent] });
  },
  sortBy: (sort, sortState) => set({ sort, sortState }),
  showRows: shownRows => set({ shownRows }),
});
