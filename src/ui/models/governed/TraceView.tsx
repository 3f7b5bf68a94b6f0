import { useRef, useState } from 'react';
import { surfaceOf } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import { readTick, shownTick } from '../../store/shown.ts';
import column from '../../views/TimeColumn.module.css';
import { besideHead } from '../../views/TimelineTools.tsx';
import styles from './Governed.module.css';
import { governedOf, type MissionPicked, missionPicked } from './governedPart.ts';
import { drawTrace } from './trace/draw.ts';
import { hitTrace } from './trace/layout.ts';
import type { TracePlot } from './trace/plot.ts';
import { stepSentence, traceSentence, traceTable, wordsAt } from './traceWords.ts';

/** One mission step by step: what it answered, what came of it, and what governance made of it. */
export function TraceView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter } = useLayout();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<TracePlot | null>(null);
  const [active, setActive] = useState(-1);
  const { width, height } = useSize(box);
  const label = usePage(state =>
    state.phase === 'playing' ? 'Call trace' : `Call trace. ${traceSentence(governedOf(state).trace)}`,
  );

  usePainter(
    () => {
      const state = store.getState();
      const surface = canvas.current && surfaceOf(canvas.current, width, height);
      if (!surface || height === 0) return;
      surface.ctx.clearRect(0, 0, width, height);
      plot.current = plotOf(state, inks, width, height, gutter, active);
      if (!plot.current) return;
      surface.ctx.translate(gutter, 0);
      drawTrace(surface.ctx, plot.current);
    },
    watchTrace,
    1,
  );

  const rowAt = (event: React.MouseEvent): number => {
    const bounds = box.current?.getBoundingClientRect();
    if (!plot.current || !bounds) return -1;
    return hitTrace(plot.current, event.clientX - bounds.left - gutter, event.clientY - bounds.top);
  };
  /** The inspector shows the step, and with it the mission. */
  const choose = (row: number): boolean => {
    const { select } = store.getState();
    const { trace } = governedOf(store.getState());
    if (!trace || row < 0) return false;
    select({ agents: [trace.agent], state: null, own: { step: row } satisfies MissionPicked });
    return true;
  };
  const pressed = (event: React.KeyboardEvent) => {
    const state = store.getState();
    const steps = (governedOf(state).trace?.steps ?? []).filter(({ tick }) => tick <= shownTick(state));
    const { key } = event;
    if (key === 'Enter') choose(active);
    const last = steps.length - 1;
    const at = steps.findIndex(({ row }) => row === active);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? last : at - 1, Home: 0, End: last }[key];
    if (to === undefined) return;
    event.preventDefault();
    const step = steps[Math.max(0, Math.min(last, to))];
    if (step) store.getState().showTick(step.tick);
    setActive(step?.row ?? -1);
  };
  return (
    <section ref={box} aria-label="Call trace">
      <canvas ref={canvas} className={column.canvas} style={{ left: 0 }} data-testid="trace" />
      <div
        className={column.plot}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: up, down and Enter go through the steps
        tabIndex={0}
        aria-label={label}
        onClick={event => choose(rowAt(event)) && event.stopPropagation()}
        onKeyDown={pressed}
        onBlur={() => setActive(-1)}
      />
      <div className={column.gutter}>
        <div className={column.title}>
          <h2>Call trace</h2>
          <TableTwin
            name="Call trace"
            summary={() => traceSentence(governedOf(store.getState()).trace)}
            table={() => traceTable(governedOf(store.getState()).trace)}
          />
        </div>
        <TraceTitle />
      </div>
      <FirstHint gutter={gutter} />
      <p className="hidden" aria-live="polite">
        <ActiveStep row={active} />
      </p>
    </section>
  );
}

function TraceTitle() {
  const title = useCalmPage(state => governedOf(state).trace?.title ?? '', 'measures');
  return (
    <p className={`label ${styles.traced}`} title={title}>
      {title}
    </p>
  );
}

/** Before the first step the empty lanes say what comes. */
function FirstHint({ gutter }: { readonly gutter: number }) {
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={column.hint} style={{ left: gutter }}>
      <p>Step 1 comes next</p>
      <p>Space plays, → takes one step. Here a mission is shown step by step.</p>
    </div>
  );
}

function ActiveStep({ row }: { readonly row: number }) {
  const words = usePage(state => {
    const { trace } = governedOf(state);
    const step = trace?.steps.find(other => other.row === row);
    return step && trace ? stepSentence(step, trace.steps) : '';
  });
  return <>{words}</>;
}

const watchTrace = (state: PageState) => [
  governedOf(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  missionPicked(state).step,
  shownTick(state),
  readTick(state),
];

function plotOf(
  state: PageState,
  inks: Inks,
  width: number,
  height: number,
  gutter: number,
  active: number,
): TracePlot | null {
  const { run } = state;
  const { trace } = governedOf(state);
  if (!trace || !run) return null;
  // What was known then; the words follow the pointer.
  const head = Math.min(shownTick(state), trace.upTo);
  const steps = trace.steps.filter(({ tick }) => tick <= head);
  const until = Math.min(head, readTick(state));
  return {
    steps,
    scale: state.scale,
    head,
    width: width - gutter,
    height,
    gutter,
    states: run.info.chart.states,
    selected: missionPicked(state).step ?? -1,
    active,
    wordsAt: besideHead(state),
    words: wordsAt(
      trace,
      steps.filter(({ tick }) => tick <= until),
    ),
    inks,
  };
}
