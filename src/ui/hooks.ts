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
import { AFTER, CALM, forgetCalm, whenCalm } from './calm.ts';
import { type Inks, readInks } from './charts/inks.ts';
import type { Link } from './engineLink.ts';
import { cancelPaint, requestPaint } from './paint.ts';
import { isFast, type PageState, type PageStore } from './store.ts';

export interface Page {
  readonly store: PageStore;
  readonly link: Link;
}
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

/** Like `usePage` for what is read and not watched: at high speed it follows a few times a second. */
export function useCalmPage<Part>(select: (state: PageState) => Part): Part {
  const store = usePageContext().store;
  const subscribe = useCallback(
    (changed: () => void) => {
      const stop = store.subscribe(state => {
        if (state.phase === 'playing') whenCalm(changed, isFast(state) ? CALM : AFTER);
        else changed();
      });
      return () => {
        stop();
        forgetCalm(changed);
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}

/** The store itself, for handlers and paint functions. */
export const usePageStore = (): PageStore => usePageContext().store;
export const useLink = (): Link => usePageContext().link;

/** Calls `paint` in the next animation frame whenever the state changes or `paint` does. */
export function usePainter(paint: () => void): () => void {
  const store = usePageStore();
  const latest = useRef(paint);
  const call = useCallback(() => latest.current(), []);
  useLayoutEffect(() => {
    latest.current = paint;
    requestPaint(call);
  });
  useEffect(() => {
    const stop = store.subscribe(() => requestPaint(call));
    return () => {
      stop();
      cancelPaint(call);
    };
  }, [store, call]);
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

/** Measures that change with the window: under 1200 pixels all is closer together. */
export function useLayout(): { readonly small: boolean; readonly gutter: number; readonly pixels: number } {
  const small = useMedia('(max-width: 1199px)');
  return useMemo(() => ({ small, gutter: small ? 112 : 136, pixels: small ? 8 : 10 }), [small]);
}

/** The theme's colours with one for each state of the run's chart. */
export function useInks(): Inks {
  const theme = usePage(state => state.theme);
  const states = usePage(state => state.run?.info.chart.states);
  // The theme's name is set on the document before this runs, so the tokens are the new ones.
  return useMemo(() => readInks(document.documentElement, states ?? []), [theme, states]);
}
