import { pickedOf } from '../../model/pickedOf.ts';
import { pluginNow } from '../../model/registered.ts';
import type { SelectionSlice, SliceAccess } from '../../state/pageState.ts';
import { NO_SEARCH, NOTHING, type Search, soughtWords, steppedBack } from '../../state/selection.ts';
import { countedSpan, shownTick } from '../../state/shown.ts';
import { brought } from './windowSlice.ts';

/** Owns the selection and the order of the rows. */
export const selectionSlice = ({ set, get }: SliceAccess): SelectionSlice => ({
  selection: NOTHING,
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
    set({ search: soughtWords(next) === soughtWords(search) ? { ...search, words } : next });
  },
  setMovers: movers => set({ movers }),
  setHits: hits => set({ search: { ...get().search, hits } }),
  select(part) {
    const { selection } = get();
    const { own } = selection;
    const { withAgents } = pluginNow(get());
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
    set({ selection: { ...selection, own: { ...pickedOf(key, get()), ...part } } });
  },
  stepBack() {
    const { selection } = get();
    const own = selection.own && pluginNow(get()).letGo?.(selection.own);
    set({ selection: own ? { ...selection, own } : steppedBack(selection) });
  },
  moveCursor(by) {
    const state = get();
    if (!state.run) return;
    const tick = Math.max(state.run.columns.first, Math.min(state.head, shownTick(state) + by));
    const selection = { ...state.selection, range: null, cursor: tick === state.head ? null : tick };
    set({ selection, ...brought(state, tick) });
  },
  moveRange(by) {
    const state = get();
    if (!state.run) return;
    const [first, last] = countedSpan(state);
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
