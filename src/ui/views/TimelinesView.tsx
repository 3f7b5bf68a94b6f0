import { useEffect, useMemo, useRef, useState } from 'react';
import { surfaceOf } from '../charts/canvas.ts';
import type { Inks } from '../charts/inks.ts';
import { drawTimelines, ROW, type TimelinesPlot } from '../charts/timelines.ts';
import { useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../hooks.ts';
import { lettingGo } from '../models/lettingGo.ts';
import { lookNow, lookOf, wordsNow } from '../models/looks.ts';
import { inspected } from '../selection.ts';
import type { PageState, RunState } from '../store/pageState.ts';
import column from './TimeColumn.module.css';
import styles from './TimelinesView.module.css';
import { TimelineTools, visibleOrder } from './TimelineTools.tsx';
import { drawRowsOver, type RowsOver } from './timelineRows.ts';

const HEAD = 32;

/** Every agent's history as a row of bars; the rows that fit are drawn, the others scroll. */
export function TimelinesView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter, small } = useLayout();
  const box = useRef<HTMLElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ key: unknown[]; head: number }>({ key: [], head: 0 });
  const { width, height } = useSize(box);
  const [query, setQuery] = useState('');
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);

  const order = usePage(state => state.order);
  const run = usePage(state => state.run);
  const pinned = usePage(state => state.pinned);
  const words = usePage(wordsNow);
  const chosen = usePage(state => state.selection.agents);
  const rows = useMemo(
    () => visibleOrder(run, order, pinned, chosen, query),
    [run, order, pinned, chosen, query],
  );
  const fitting = Math.max(0, Math.floor((height - HEAD - 2) / ROW));
  const first = Math.max(0, Math.min(top, rows.length - fitting));
  const visible = useMemo(() => rows.slice(first, first + fitting), [rows, first, fitting]);
  const missing = useRef(visible);
  missing.current = visible;

  const epoch = run?.info.epoch;
  // Another run has other agents.
  useEffect(() => setQuery(''), [epoch]);
  useEffect(() => store.getState().showRows(visible), [store, visible]);
  useEffect(() => setTop(before => Math.max(0, Math.min(before, rows.length - fitting))), [rows, fitting]);
  // Who comes into the inspector is brought into view, once; then the rows go back to where they were.
  const one = chosen.length === 1 ? chosen[0]! : null;
  const brought = useRef<{ agent: number | null; from: number | null }>({ agent: null, from: null });
  useEffect(() => {
    const { agent, from } = brought.current;
    if (one === agent) return;
    const row = one === null ? -1 : rows.indexOf(one);
    if (one !== null && (row < 0 || fitting === 0)) return;
    const back = from ?? first;
    const fits = row >= first && row < first + fitting;
    const leaves = one !== null && !fits;
    brought.current = { agent: one, from: one === null ? null : leaves ? back : from };
    if (one === null) setTop(back);
    if (leaves) setTop(Math.max(0, Math.min(row - (fitting >> 1), rows.length - fitting)));
  }, [one, rows, fitting, first]);

  usePainter(
    () => {
      const state = store.getState();
      const area = height - HEAD;
      const lower = base.current && surfaceOf(base.current, state.plotWidth, area);
      const upper = over.current && surfaceOf(over.current, width, area);
      if (!lower || !upper || !state.run || area <= 0) return;
      const plot = plotOf(state, state.run, visible, inks);
      const { histories, columns } = state.run;
      const key = [
        columns,
        histories.version,
        visible,
        state.scale.from,
        state.scale.pixels,
        state.plotWidth,
        area,
        inks,
      ];
      const same = !lower.cleared && key.every((part, position) => part === drawn.current.key[position]);
      if (!same) lower.ctx.clearRect(0, 0, state.plotWidth, area);
      if (!same || drawn.current.head < state.head)
        drawTimelines(lower.ctx, plot, same ? drawn.current.head : columns.first);
      drawn.current = { key, head: state.head };
      upper.ctx.clearRect(0, 0, width, area);
      const rowsOver: RowsOver = { state, run: state.run, agents: visible, plot, gutter, width, inks, small };
      drawRowsOver(upper.ctx, rowsOver);
    },
    watchRows,
    1,
  );

  const rowAt = (event: React.MouseEvent): number => {
    const bounds = box.current?.getBoundingClientRect();
    return bounds ? Math.floor((event.clientY - bounds.top - HEAD) / ROW) : -1;
  };
  const inspect = (row: number) => {
    const agent = visible[row];
    if (agent !== undefined)
      store.getState().select({ agents: [agent], state: null, own: lettingGo(store.getState()) });
  };
  const scrollTo = (row: number) => setTop(Math.max(0, Math.min(rows.length - fitting, row)));
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, first + active + by));
    const from = next < first ? next : next >= first + fitting ? next - fitting + 1 : first;
    scrollTo(from);
    setActive(next - from);
    const agent = rows[next];
    if (agent !== undefined) store.getState().select({ hover: { kind: 'agent', agent } });
  };
  const pressed = (event: React.KeyboardEvent) => {
    const by = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: fitting,
      PageUp: -fitting,
      Home: -rows.length,
      End: rows.length,
    }[event.key];
    if (by !== undefined) move(by);
    else if (event.key === 'Enter') inspect(active);
    else if (event.key === 'p' && visible[active] !== undefined) store.getState().togglePin(visible[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={box} aria-label="Agent timelines" className={styles.view}>
      <canvas
        ref={base}
        className={column.canvas}
        style={{ left: gutter, top: HEAD }}
        data-testid="timelines"
      />
      <canvas ref={over} className={column.canvas} style={{ left: 0, top: HEAD }} />
      <div
        className={column.plot}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: up, down and Enter go through the rows
        tabIndex={0}
        aria-label={`Agent timelines, ${rows.length} ${words.agent[1]}. Up and down choose a row, Enter opens it in the inspector, P pins it.`}
        onKeyDown={pressed}
        onWheel={event =>
          !event.ctrlKey && !event.metaKey && !event.shiftKey && scrollTo(first + Math.sign(event.deltaY) * 3)
        }
        onPointerMove={event => setActive(Math.max(0, rowAt(event)))}
        onClick={event => {
          inspect(rowAt(event));
          event.stopPropagation();
        }}
        onDoubleClick={event => {
          const agent = visible[rowAt(event)];
          if (agent !== undefined) store.getState().togglePin(agent);
        }}
      />
      <TimelineTools query={query} onQuery={setQuery} rows={rows} gutter={gutter} />
      <p className="hidden" aria-live="polite">
        <ActiveRow />
      </p>
    </section>
  );
}

const watchRows = (state: PageState) => [
  state.run,
  state.run?.histories.version,
  state.head,
  state.scale,
  state.plotWidth,
  state.selection,
  lookNow(state).standOut?.watch(state),
  lookNow(state).timelines.watch(state),
  state.pinned,
];

/** The row that the keyboard is on, in words. */
function ActiveRow() {
  const agent = usePage(state =>
    state.selection.hover?.kind === 'agent' ? state.selection.hover.agent : null,
  );
  const words = usePage(state => {
    if (agent === null || !state.run || !state.society || state.phase === 'playing') return '';
    return `${state.run.info.names[agent]}, ${state.run.info.chart.states[state.society.state[agent]!]}`;
  });
  const chosen = usePage(state => inspected(state.selection));
  return <>{words && `${words}${chosen === agent ? ', in the inspector' : ''}`}</>;
}

function plotOf(state: PageState, run: RunState, agents: readonly number[], inks: Inks): TimelinesPlot {
  const { chart } = run.info;
  const look = lookOf(chart.name).states;
  return {
    rows: agents.map(agent => run.histories.get(agent)),
    first: run.columns.first,
    head: state.head,
    initial: chart.states.indexOf(chart.initial),
    heights: chart.states.map(
      (name, position) => look.heights[name] ?? look.heightAt?.(position) ?? (position === 0 ? 1 : 5),
    ),
    scale: state.scale,
    width: state.plotWidth,
    inks,
  };
}
