import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import { convertTickToX, findTickAtX, isSqueezedPlot } from '../../charts/timeScale.ts';
import { useLayout, usePage, usePageStore, usePainter, useSize } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import { computeLegendHeight, getCurrentGroupHues } from '../../network/assignGroupHues.ts';
import type { PageState } from '../../state/pageState.ts';
import { getPointedTick, getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { TimeAxis, TimeGrid } from './TimeAxis.tsx';
import styles from './TimeColumn.module.css';
import { getVeilLeft } from './TimelineTools.tsx';

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
        // Counts are of these rounds, states are those at their end.
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

interface Props {
  readonly gutter: number;
  readonly plotWidth: number;
}

/** One vertical line through all views at the cursor; thin ones at the pointer and at the run's head. */
function Plumb({ gutter, plotWidth }: Props) {
  const store = usePageStore();
  const held = useRef<Record<keyof ReturnType<typeof computePlumbLines>, (HTMLDivElement | null)[]>>({
    edge: [],
    ghost: [],
    cursor: [],
  });
  const hold = (name: keyof typeof held.current, part: number) => (line: HTMLDivElement | null) => {
    held.current[name][part] = line;
  };
  // Moved without rendering: a line that only shifts needs no layout.
  usePainter(
    () => {
      const at = computePlumbLines(store.getState());
      for (const [name, lines] of Object.entries(held.current)) {
        const x = at[name as keyof typeof at];
        const visible = x !== null && x >= 0 && x <= plotWidth;
        for (const line of lines) {
          if (!line) continue;
          line.style.visibility = visible ? 'visible' : 'hidden';
          if (visible) line.style.transform = `translateX(${Math.round(gutter + x)}px)`;
        }
      }
    },
    state => Object.values(computePlumbLines(state)),
    0.2,
  );
  const { isPhone } = useLayout();
  const legend = usePage(state => computeLegendHeight(getCurrentGroupHues(state), isPhone));
  const under = { '--legend': `${legend}px` } as CSSProperties;
  // In two parts, so that no line crosses the words and controls over the rows.
  const parts = [styles.upper, styles.lower].map((part, position) => (
    <div key={part} className={`${styles.plumb} ${part}`} style={under} aria-hidden="true">
      <Range gutter={gutter} plotWidth={plotWidth} />
      <div ref={hold('edge', position)} className={styles.edge} />
      <div ref={hold('ghost', position)} className={styles.ghost} />
      <div ref={hold('cursor', position)} className={styles.cursor} />
    </div>
  ));
  return (
    <>
      {/* Where all of the run is drawn; the model's own view is as it was. */}
      {[styles.flows, styles.lower].map(part => (
        <div key={part} className={`${styles.plumb} ${part}`} style={under} aria-hidden="true">
          <Later gutter={gutter} plotWidth={plotWidth} />
        </div>
      ))}
      {parts}
    </>
  );
}

/** Pixels from the plot's left edge; null if there is no line. */
function computePlumbLines(state: PageState) {
  const { scale, selection, head } = state;
  const pointed = getPointedTick(state);
  return {
    edge:
      (selection.cursor === null && !selection.hover) || getVeilLeft(state) !== null
        ? null
        : Math.round(convertTickToX(scale, head) + scale.pixels / 2),
    ghost: pointed === null ? null : convertTickToX(scale, pointed),
    cursor: convertTickToX(scale, getViewedTick(state)),
  };
}

/** Dims what came after the round that is looked at. */
function Later({ gutter, plotWidth }: Props) {
  const isBack = usePage(isLookingBack);
  const from = usePage(state => convertTickToX(state.scale, getViewedTick(state)) + state.scale.pixels / 2);
  const until = usePage(state => convertTickToX(state.scale, state.head) + state.scale.pixels / 2);
  if (!isBack) return null;
  const left = Math.max(0, from);
  const right = Math.min(plotWidth, until);
  return right > left ? (
    <div className={styles.later} style={{ left: gutter + left, width: right - left }} />
  ) : null;
}

function Range({ gutter, plotWidth }: Props) {
  const range = usePage(state => state.selection.range);
  const scale = usePage(state => state.scale);
  if (!range) return null;
  const left = Math.max(0, convertTickToX(scale, range[0]) - scale.pixels / 2);
  const right = Math.min(plotWidth, convertTickToX(scale, range[1]) + scale.pixels / 2);
  return right > left ? (
    <div className={styles.range} style={{ left: gutter + left, width: right - left }} />
  ) : null;
}
