import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import { type Inks, readInks } from '../charts/inks.ts';
import type { PageCommands } from '../contract/pageCommands.ts';
import { getSharedHues } from '../model/registered.ts';
import { CALM, cancelCalmUpdate, type Group, scheduleCalmUpdate, TEXT_DELAY_MS } from '../paint/calm.ts';
import { cancelPaint, requestPaint, requestTurn } from '../paint/paint.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { isPlayingFast } from '../store/speed.ts';

/** Store and commands of the page for views. */
interface Page {
  readonly store: PageStore;
  readonly commands: PageCommands;
}
/** The page around a view; null outside of one. */
export const PageContext = createContext<Page | null>(null);

/** The store and the link of the page that a view is on. */
export function usePageContext(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('a view stands outside of a page');
  return page;
}

/** A part of the page's state; the view renders again when it changes. */
export function usePage<Part>(select: (state: PageState) => Part): Part {
  return useStore(usePageContext().store, select);
}

/**
 * Like `usePage`, for text that is read rather than watched: while the run plays it updates in its group's
 * turn, at high speed a few times a second.
 */
export function useCalmPage<Part>(select: (state: PageState) => Part, group: Group = 'headline'): Part {
  const store = usePageContext().store;
  const subscribe = useCallback(
    (changed: () => void) => {
      const stop = store.subscribe(state => {
        if (state.phase === 'playing')
          scheduleCalmUpdate(changed, group, isPlayingFast(state) ? CALM : TEXT_DELAY_MS);
        else changed();
      });
      return () => {
        stop();
        cancelCalmUpdate(changed);
      };
    },
    [store, group],
  );
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}

/** The store itself, for handlers and paint functions. */
export const usePageStore = (): PageStore => usePageContext().store;
/** The commands of the page that a view is on. */
export const useCommands = (): PageCommands => usePageContext().commands;

/**
 * Calls `paint` in an animation frame whenever a part of the state that it draws changes or `paint` does.
 * @param watch the parts that it draws.
 * @param share of a frame that it takes while it plays, 0 to 1; 0: every change is drawn in the next frame.
 */
export function usePainter(
  paint: () => void,
  watch: (state: PageState) => readonly unknown[],
  share: number,
): () => void {
  const store = usePageStore();
  const latest = useRef({ paint, watch });
  const call = useCallback(() => latest.current.paint(), []);
  useLayoutEffect(() => {
    latest.current = { paint, watch };
    requestPaint(call);
  });
  useEffect(() => {
    let drawn: readonly unknown[] = [];
    const stop = store.subscribe(state => {
      const parts = latest.current.watch(state);
      if (parts.length === drawn.length && parts.every((part, position) => part === drawn[position])) return;
      drawn = parts;
      if (share > 0 && state.phase === 'playing') requestTurn(call, share);
      else requestPaint(call);
    });
    return () => {
      stop();
      cancelPaint(call);
    };
  }, [store, call, share]);
  return call;
}

/** Width and height of an element, CSS pixels, whole. */
export function useSize(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      setSize(before => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** True if a media query matches, kept up to date; false without media queries. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => (typeof matchMedia === 'undefined' ? null : matchMedia(query)), [query]);
  return useSyncExternalStore(
    useCallback(
      changed => {
        list?.addEventListener('change', changed);
        return () => list?.removeEventListener('change', changed);
      },
      [list],
    ),
    () => list?.matches ?? false,
  );
}

const ONE_COLUMN = '(max-width: 859px)';
/** True if the page is one column and scrolls, as on a phone. */
export const useOneColumn = (): boolean => useMedia(ONE_COLUMN);
/** The same outside of a rendering, as it is at this moment. */
export const isOneColumn = (): boolean => typeof matchMedia !== 'undefined' && matchMedia(ONE_COLUMN).matches;

interface PageLayout {
  readonly small: boolean;
  /** Too narrow for a view's title and its controls in one line. */
  readonly isPhone: boolean;
  /** Left of the plots, CSS pixels. */
  readonly gutter: number;
}

/** True if the window is under 1200 pixels wide, with smaller letters in boxes of charts. */
export const useNarrow = (): boolean => useMedia('(max-width: 1199px)');

/** Measures that depend on the window: under 1200 pixels everything is closer together. */
export function useLayout(): PageLayout {
  const isPhone = useMedia('(max-width: 479px)');
  const narrow = useNarrow();
  // An open panel takes from the left column first, so that the other charts stay wide enough to watch.
  const squeezed = useMedia('(max-width: 1599px)');
  const hasPanel = usePage(state => state.panel !== null);
  const small = narrow || (squeezed && hasPanel);
  return useMemo(() => ({ small, isPhone, gutter: small ? 112 : 136 }), [small, isPhone]);
}

/** The theme's colours with one for each state of the run's chart. */
export function useInks(): Inks {
  const theme = usePage(state => state.theme);
  const states = usePage(state => state.run?.info.chart.states);
  // The theme's name is set on the document before this runs, so the tokens are the new ones. New inks draw everything
  // again.
  const lost = useSyncExternalStore(onCanvasContextLost, () => lostCanvases);
  return useMemo(
    () => readInks(document.documentElement, states ?? [], getSharedHues()),
    [theme, states, lost],
  );
}

/** Number of times that canvases have lost their content; a crash of the graphics process takes it from all. */
let lostCanvases = 0;

function onCanvasContextLost(changed: () => void): () => void {
  const count = () => {
    lostCanvases++;
    changed();
  };
  // The event does not bubble.
  document.addEventListener('contextrestored', count, true);
  return () => document.removeEventListener('contextrestored', count, true);
}
