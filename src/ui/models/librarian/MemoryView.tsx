import { useRef, useState } from 'react';
import { surfaceOf } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../../hooks.ts';
import { inspected } from '../../selection.ts';
import type { PageState } from '../../store/pageState.ts';
import { readTick, shownTick } from '../../store/shown.ts';
import column from '../../views/TimeColumn.module.css';
import { besideHead, veiledFrom } from '../../views/TimelineTools.tsx';
import styles from './Librarian.module.css';
import type { ReaderPicked } from './librarianPart.ts';
import { librarianOf } from './librarianPart.ts';
import { MemoryTip, type Pointed } from './MemoryTip.tsx';
import { drawMemory } from './memory/draw.ts';
import { hitMemory, inOrder } from './memory/hit.ts';
import { layoutOf } from './memory/layout.ts';
import { huesOf, type MemoryPlot } from './memory/plot.ts';
import { roomOf } from './memory/room.ts';
import { memorySentence, memoryTable, spanSentence } from './memoryWords.ts';
import { shownSpan } from './resources.ts';

const NOTHING: Pointed = { span: -1, x: 0, y: 0 };

/** One agent's memory over time: what it has in front of it, what it has put away, and how that moved. */
export function MemoryView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter } = useLayout();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<MemoryPlot | null>(null);
  const [pointed, setPointed] = useState(NOTHING);
  const [active, setActive] = useState(-1);
  const { width, height } = useSize(box);
  const label = usePage(state =>
    state.phase === 'playing'
      ? 'Memory'
      : `Memory. ${memorySentence(librarianOf(state).trace, shownTick(state))}`,
  );

  usePainter(
    () => {
      const state = store.getState();
      const surface = canvas.current && surfaceOf(canvas.current, width, height);
      if (!surface || height === 0) return;
      surface.ctx.clearRect(0, 0, width, height);
      plot.current = plotOf(state, inks, [width - gutter, height], pointed.span >= 0 ? pointed.span : active);
      if (!plot.current) return;
      surface.ctx.translate(gutter, 0);
      drawMemory(surface.ctx, plot.current, veiledFrom(state));
    },
    watchMemory,
    1,
  );

  const point = (event: React.PointerEvent) => {
    const bounds = box.current?.getBoundingClientRect();
    if (!plot.current || !bounds) return;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const span = hitMemory(plot.current, x - gutter, y);
    setPointed(before => (span < 0 && before.span < 0 ? before : { span, x, y }));
  };
  /** The inspector shows the entry, and with it the agent. */
  const choose = (span: number): boolean => {
    const { trace } = librarianOf(store.getState());
    if (!trace || span < 0) return false;
    const own: ReaderPicked = { span };
    store.getState().select({ agents: [trace.agent], state: null, own });
    return true;
  };
  const pressed = (event: React.KeyboardEvent) => {
    const state = store.getState();
    const { trace } = librarianOf(state);
    if (!trace) return;
    if (event.key === 'Enter') choose(active);
    const bands = inOrder({ layout: layoutOf(trace) }, Math.min(shownTick(state), trace.upTo));
    const at = bands.indexOf(active);
    const last = bands.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setActive(bands[Math.max(0, Math.min(last, to))] ?? -1);
  };
  return (
    <section ref={box} aria-label="Memory">
      <canvas ref={canvas} className={column.canvas} style={{ left: 0 }} data-testid="memory" />
      <div
        className={column.plot}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: up, down and Enter go through the entries
        tabIndex={0}
        aria-label={label}
        onPointerMove={point}
        onPointerLeave={() => setPointed(NOTHING)}
        onClick={event => choose(pointed.span) && event.stopPropagation()}
        onKeyDown={pressed}
        onBlur={() => setActive(-1)}
      />
      <div className={column.gutter}>
        <div className={column.title}>
          <h2>Memory</h2>
          <TableTwin
            name="Memory"
            summary={() => memorySentence(librarianOf(store.getState()).trace)}
            table={() => memoryTable(librarianOf(store.getState()).trace)}
          />
        </div>
        <MemoryTitle />
      </div>
      <MemoryTip pointed={pointed} width={width} height={height} />
      <FirstHint gutter={gutter} />
      <p className="hidden" aria-live="polite">
        <ActiveEntry span={active} />
      </p>
    </section>
  );
}

function MemoryTitle() {
  const name = useCalmPage(state => librarianOf(state).trace?.name ?? '', 'measures');
  return (
    <p className={`label ${styles.remembered}`} title="tokens by tag">
      {name}
    </p>
  );
}

/** Before the first cycle the empty lanes say what comes. */
function FirstHint({ gutter }: { readonly gutter: number }) {
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={column.hint} style={{ left: gutter }}>
      <p>Cycle 1 comes next</p>
      <p>Space plays, → takes one cycle. Here a librarian’s memory is shown, entry by entry.</p>
    </div>
  );
}

function ActiveEntry({ span }: { readonly span: number }) {
  const words = usePage(state => {
    const entry = librarianOf(state).trace?.spans.find(({ id }) => id === span);
    return entry ? spanSentence(entry) : '';
  });
  return <>{words}</>;
}

const watchMemory = (state: PageState) => [
  librarianOf(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  shownSpan(state),
  readTick(state),
];

function plotOf(
  state: PageState,
  inks: Inks,
  [width, height]: readonly [width: number, height: number],
  active: number,
): MemoryPlot | null {
  const { run, scale, selection } = state;
  const { trace } = librarianOf(state);
  if (!trace || !run) return null;
  const layout = layoutOf(trace);
  return {
    trace,
    layout,
    room: roomOf(trace, layout, height),
    scale,
    width,
    height,
    selected: inspected(selection) === null ? -1 : (shownSpan(state) ?? -1),
    active,
    read: Math.min(readTick(state), trace.upTo),
    wordsAt: besideHead(state),
    hues: huesOf(inks, run.info.chart.states),
    inks,
  };
}
