import type { Tick } from '../../../engine/core/indices.ts';
import {
  computeHeadLabelRoom,
  convertTickToX,
  fitTimeScale,
  followHeadTick,
  isSqueezedPlot,
  MIN_PIXELS,
  showsTick,
  type TimeScale,
  zoomTimeScale,
} from '../../charts/timeScale.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import { getModelSelection } from '../../model/getModelSelection.ts';
import type { ModelAppearance } from '../../model/modelAppearance.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import type { PageState, RunState, SelectionSlice, SliceAccess, WindowSlice } from '../../state/pageState.ts';
import {
  EMPTY_SELECTION,
  getSearchWords,
  NO_SEARCH,
  type Search,
  stepSelectionBack,
} from '../../state/selection.ts';
import { getCountedSpan, getViewedTick } from '../../state/viewState.ts';
import { settleSelection } from '../applyModelFrame.ts';

/** Minimum room for a span, and for the words left of its beginning, in pixels. */
const MIN_ROOM = 40;

/** Owns the window of ticks on the screen. */
export function createWindowSlice({ set, get }: SliceAccess): WindowSlice {
  /** The span that was last brought into view, until the window is moved by hand. */
  let span: readonly [first: Tick, last: Tick] | null = null;
  const goTo = (scale: TimeScale) => {
    span = null;
    const { head, plotWidth } = get();
    set({ scale, following: showsTick(scale, head, plotWidth) });
  };
  const { from, pixels } = getCurrentAppearance({ run: null });
  return {
    scale: { from, pixels: pixels[0] },
    plotWidth: 740,
    following: true,
    showTick: tick => set(scrollTickIntoView(get(), tick)),
    showSpan(first, last) {
      span = [first, last];
      set(fitSpanIntoView(get(), first, last));
    },
    goForward() {
      span = null;
      set({ selection: { ...get().selection, cursor: null, range: null }, following: true });
    },
    zoom(factor, x) {
      const { scale, plotWidth } = get();
      const at = x ?? Math.min(plotWidth, Math.max(0, (getViewedTick(get()) - scale.from) * scale.pixels));
      goTo(zoomTimeScale(scale, factor, at));
    },
    pan(by) {
      const { scale } = get();
      goTo({ ...scale, from: scale.from + by / scale.pixels });
    },
    fit() {
      const { run, scale, plotWidth, head, selection } = get();
      if (!run) return;
      const [first, last] = selection.range ?? [run.columns.first, head];
      const look = getCurrentAppearance(get());
      const all = fitTimeScale(first, last, plotWidth, look.room);
      const there = Math.abs(all.pixels - scale.pixels) < 1e-6 && Math.abs(all.from - scale.from) < 1e-6;
      const usual = { from: look.from, pixels: look.pixels[0] };
      goTo(there ? followHeadTick(usual, head, plotWidth, look.room) : all);
    },
    showWhole() {
      const { run, scale, following, plotWidth, head } = get();
      if (!run || !following || showsTick(scale, run.columns.first, plotWidth)) return;
      set({ scale: fitTimeScale(run.columns.first, head, plotWidth, getCurrentAppearance(get()).room) });
    },
    setPlot(width, wide) {
      const { scale, head, following, plotWidth } = get();
      if (width === plotWidth && wide === scale.pixels) return;
      const look = getCurrentAppearance(get());
      const next = {
        ...scale,
        pixels: getDefaultTickPixels(look).includes(scale.pixels) ? wide : scale.pixels,
      };
      // Not from its previous place: a window that was narrow for a moment has jumped too far.
      const start = Math.min(next.from, look.from);
      const wasShown = span !== null && showsTick(scale, span[0], plotWidth);
      set({
        plotWidth: width,
        scale: following ? followHeadTick({ ...next, from: start }, head, width, look.room) : next,
      });
      // A panel that takes room does not push out what was asked for, unless the present would be lost for it.
      const kept = span !== null && wasShown ? fitSpanIntoView(get(), ...span) : null;
      if (kept !== null && (kept.following || !following)) set(kept);
      // The page's own choice may have left the window.
      if (get().run) set({ selection: settleSelection(get()) });
    },
  };
}

/** The scale that has a tick in view: the one that there is, or one with the tick in its middle. */
function scrollTickIntoView(state: PageState, tick: Tick): Pick<PageState, 'scale' | 'following'> {
  const { scale, plotWidth, following } = state;
  const { keepsRoom, room, from: first } = getCurrentAppearance(state);
  const width = keepsRoom ? plotWidth - computeHeadLabelRoom(plotWidth, room) : plotWidth;
  const inset = keepsRoom ? scale.pixels / 2 : 0;
  if (showsTick(scale, tick, width) && convertTickToX(scale, tick) >= inset) return { scale, following };
  const from = tick - width / scale.pixels / 2;
  return { scale: { ...scale, from: keepsRoom ? Math.max(first, from) : from }, following: false };
}

/** Part of the window left of a span that is brought into it, for the words of its beginning. */
const LEFT_OF_SPAN_SHARE = 0.2;

/** The scale that has two ticks in view: the one that there is, moved, or zoomed out. */
function fitSpanIntoView(state: PageState, first: Tick, last: Tick): Pick<PageState, 'scale' | 'following'> {
  const { scale, plotWidth, following, head } = state;
  // In a narrow plot they stand above it.
  const before = isSqueezedPlot(plotWidth) ? MIN_ROOM : LEFT_OF_SPAN_SHARE * plotWidth;
  const labels = computeHeadLabelRoom(plotWidth, getCurrentAppearance(state).room);
  // Right of the present stand its labels.
  const end = last === head ? plotWidth - labels : plotWidth;
  const [begins, ends] = [convertTickToX(scale, first), convertTickToX(scale, last)];
  if (begins >= Math.min(before, MIN_ROOM) && ends <= end) return { scale, following };
  const room = plotWidth - before - labels;
  const pixels = Math.max(
    MIN_PIXELS,
    Math.min(scale.pixels, Math.max(MIN_ROOM, room) / Math.max(1, last - first)),
  );
  const next = { from: first - before / pixels, pixels };
  return { scale: next, following: showsTick(next, head, plotWidth) };
}

/** The scale of a new run: that of the run before, as far as it is one of the same model and shows enough. */
export function createInitialScale({ run: before, scale }: PageState, run: RunState): TimeScale {
  const [look, last] = [getCurrentAppearance({ run }), getCurrentAppearance({ run: before })];
  const { from, pixels } = look;
  const usual = getDefaultTickPixels(last).indexOf(scale.pixels);
  if (usual >= 0) return { from, pixels: getDefaultTickPixels(look)[usual] };
  const isKept = last === look && scale.pixels >= pixels[1];
  return { from, pixels: isKept ? scale.pixels : pixels[0] };
}

/** Pixels per tick that nobody has chosen: in a wide, a narrower and a squeezed plot, and on a phone. */
const getDefaultTickPixels = ({ pixels: [wide, narrow, phone] }: ModelAppearance) => [
  wide,
  narrow,
  wide / 2,
  narrow / 2,
  phone,
];

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
    const tick = Math.min(state.head, Math.max(state.run.columns.first, getViewedTick(state) + by));
    const selection = { ...state.selection, range: null, cursor: tick === state.head ? null : tick };
    set({ selection, ...scrollTickIntoView(state, tick) });
  },
  moveRange(by) {
    const state = get();
    if (!state.run) return;
    const [first, last] = getCountedSpan(state);
    const from = Math.min(last, Math.max(state.run.columns.first, first + by));
    set({ selection: { ...state.selection, range: from === last ? null : [from, last] } });
  },
  togglePin(agent) {
    const { pinned } = get();
    set({ pinned: pinned.includes(agent) ? pinned.filter(other => other !== agent) : [...pinned, agent] });
  },
  sortBy: (sort, sortState) => set({ sort, sortState }),
  showRows: shownRows => set({ shownRows }),
});
