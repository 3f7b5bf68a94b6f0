import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import { findTickAtX, isSqueezedPlot } from '../../charts/timeScale.ts';
import { useLayout, usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { Plumb } from './Plumb.tsx';
import { TimeAxis, TimeGrid } from './TimeAxis.tsx';
import styles from './TimeColumn.module.css';

/** Pixels beyond which a press counts as a brush. */
const DRAG = 4;

/** Controls that lie over the plots, and what they open: a press on one means no tick. */
const CONTROLS = 'button, input, select, a, dialog, [role="listbox"]';
const isControlTarget = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null;

/** All views over time: one scale, one cursor, one pointer for all of them. */
export function TimeColumn({ children }: { children: ReactNode }) {
  const store = usePageStore();
  const { gutter, small, isPhone } = useLayout();
  const model = usePage(state => state.run?.setup.model);
  const { pair: Pair } = useViews();
  const pair = usePage(
    state =>
      state.pair && (Pair ? 'own' : getCurrentAppearance(state).states.apart === null ? 'all' : 'active'),
  );
  const [wide, narrow, onPhone] = usePage(state => getCurrentAppearance(state).pixels);
  const ref = useRef<HTMLDivElement>(null);
  const press = useRef<{ x: number; does: 'brush' | 'scrub' | null; moved: boolean } | null>(null);
  const { width, height } = useSize(ref);
  const plotWidth = Math.max(40, width - gutter);
  const usual = small ? narrow : wide;
  const pixels = isPhone ? onPhone : isSqueezedPlot(plotWidth) && width > 0 ? usual / 2 : usual;

  useEffect(() => {
    if (width > 0) store.getState().setPlot(plotWidth, pixels);
  }, [store, width, plotWidth, pixels]);

  useWheel(ref, gutter);

  const xIn = (event: React.PointerEvent | React.MouseEvent) =>
    event.clientX - (ref.current?.getBoundingClientRect().left ?? 0) - gutter;
  const tickUnder = (x: number) => {
    const { run, scale, head } = store.getState();
    if (!run || x < 0) return null;
    const tick = findTickAtX(scale, x);
    return tick > head ? null : Math.max(run.columns.first, tick);
  };
  const point = (event: React.PointerEvent) => {
    const x = xIn(event);
    const down = press.current;
    const state = store.getState();
    if (down?.does === 'scrub') return lookAt(tickUnder(Math.max(0, x)) ?? state.head);
    if (down && Math.abs(x - down.x) > DRAG) {
      down.moved = true;
      const [a, b] = [tickUnder(Math.max(0, down.x)), tickUnder(Math.max(0, x)) ?? state.head];
      if (down.does === 'brush' && a !== null) {
        const last = Math.max(a, b);
        // What is counted is of these rounds, what stands is as at their end.
        state.select({ range: [Math.min(a, b), last], cursor: last >= state.head ? null : last });
      }
    }
    const tick = tickUnder(x);
    const hover = state.selection.hover;
    if (tick === null ? hover === null : hover?.kind === 'tick' && hover.tick === tick) return;
    state.select({ hover: tick === null ? null : { kind: 'tick', tick } });
  };
  const lookAt = (tick: Tick) => {
    const { head, select, selection } = store.getState();
    const cursor = tick >= head ? null : tick;
    if (cursor !== selection.cursor || selection.hover) select({ cursor, range: null, hover: null });
  };
  const clicked = (event: React.MouseEvent) => {
    const moved = press.current?.moved;
    press.current = null;
    const tick = tickUnder(xIn(event));
    if (moved || tick === null || isControlTarget(event.target)) return;
    lookAt(tick);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do what the pointer does here
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys move the cursor
    <div
      ref={ref}
      className={styles.column}
      data-model={model}
      data-pair={pair ?? undefined}
      onPointerDown={event => {
        const on = (place: string) => event.target instanceof Element && event.target.closest(place) !== null;
        const does = on('[data-brush]') ? 'brush' : on('[data-ruler] canvas') ? 'scrub' : null;
        press.current = { x: xIn(event), does, moved: false };
        const tick = tickUnder(Math.max(0, xIn(event)));
        if (does !== 'scrub' || tick === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        lookAt(tick);
      }}
      onPointerMove={point}
      onPointerUp={() => {
        if (press.current?.does === 'scrub') press.current.moved = true;
      }}
      onPointerLeave={() => {
        press.current = null;
        store.getState().select({ hover: null });
      }}
      onClick={clicked}
    >
      <TimeGrid width={width} height={height} gutter={gutter} />
      <TimeAxis plotWidth={plotWidth} gutter={gutter} />
      {children}
      <Plumb gutter={gutter} plotWidth={plotWidth} />
    </div>
  );
}

/** Zooms and pans by the wheel; left alone, it scrolls the page. */
function useWheel(ref: RefObject<HTMLDivElement | null>, gutter: number): void {
  const store = usePageStore();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      const x = event.clientX - element.getBoundingClientRect().left - gutter;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey)
        store.getState().zoom(Math.exp(-event.deltaY / 300), Math.max(0, x));
      else if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) store.getState().pan(sideways);
      else return;
      event.preventDefault();
    };
    // React's wheel listener is passive and cannot keep the page from zooming.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [ref, store, gutter]);
}
