import { useEffect, useMemo, useRef, useState } from 'react';
import { surfaceOf } from '../../charts/canvas.ts';
import { drawBeside } from '../../charts/exchange/beside.ts';
import { drawExchange } from '../../charts/exchange/draw.ts';
import { hitExchange } from '../../charts/exchange/hit.ts';
import type { Layout } from '../../charts/exchange/layout.ts';
import { type ExchangePlot, rowsIn } from '../../charts/exchange/plot.ts';
import type { Inks } from '../../charts/inks.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../../hooks.ts';
import { inspected } from '../../selection.ts';
import type { PageState } from '../../store.ts';
import { tickAt } from '../../timeScale.ts';
import column from '../../views/TimeColumn.module.css';
import { besideHead, veiledFrom, visibleOrder } from '../../views/TimelineTools.tsx';
import { grouped } from '../../words.ts';
import { asOf } from '../index.ts';
import { sliced } from '../slices.ts';
import { ExchangeTip, type Pointed } from './ExchangeTip.tsx';
import { exchangeSentence, exchangeTable, rowSentence } from './exchangeWords.ts';
import styles from './Workflow.module.css';
import { BROKEN, MADE, SOLD } from './words.ts';

/** Over the rows: title and key. */
const HEAD = 32;
const FOOT = 4;
const NOTHING: Pointed = { artifact: null, maker: -1, x: 0, y: 0 };

/** What is made and sold to whom, a row an agent, in the order of the timelines. */
export function ExchangeView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter } = useLayout();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ layout: Layout; plot: ExchangePlot } | null>(null);
  const [pointed, setPointed] = useState(NOTHING);
  const [active, setActive] = useState(0);
  const { width, height } = useSize(box);
  const rows = useRows(height - HEAD - FOOT);
  const { agents, pitch } = rows;
  // What stands there is said only while nothing plays, so that it is not read out in between.
  const still = usePage(({ phase, workflow }) => (phase === 'playing' ? null : workflow.rows));
  const names = usePage(namesOf);
  const label = useMemo(
    () => (still === null ? 'Exchange.' : `Exchange. ${exchangeSentence(known(still, agents), names)}`),
    [still, agents, names],
  );

  usePainter(
    () => {
      const state = store.getState();
      const surface = canvas.current && surfaceOf(canvas.current, width, height);
      if (!surface || height <= HEAD || !state.run) return;
      const { ctx } = surface;
      ctx.clearRect(0, 0, width, height);
      const plot = plotOf(state, inks, rows, width - gutter, pointed.artifact?.id ?? -1);
      ctx.translate(0, HEAD);
      drawBeside(ctx, plot, {
        names: state.run.info.names,
        gutter,
        width,
        isPast: state.selection.cursor !== null && state.selection.cursor !== state.head,
      });
      ctx.translate(gutter, 0);
      drawn.current = { layout: drawExchange(ctx, plot, veiledFrom(state)), plot };
    },
    watchExchange,
    1,
  );

  const place = (event: React.MouseEvent) => {
    const bounds = box.current?.getBoundingClientRect();
    return bounds ? ([event.clientX - bounds.left, event.clientY - bounds.top] as const) : ([0, 0] as const);
  };
  const rowAt = (y: number): number => Math.floor((y - HEAD) / pitch);
  const lineAt = (x: number, y: number) =>
    drawn.current && hitExchange(drawn.current.layout, drawn.current.plot, x - gutter, y - HEAD);
  const point = (event: React.PointerEvent) => {
    const [x, y] = place(event);
    const line = lineAt(x, y);
    setPointed(before =>
      line === null && before.artifact === null
        ? before
        : { artifact: line?.artifact ?? null, maker: line?.maker ?? -1, x, y },
    );
  };
  /** An artifact chooses its maker and the tick; a name its agent. */
  const clicked = (event: React.MouseEvent) => {
    const [x, y] = place(event);
    const { select, scale, head } = store.getState();
    const line = lineAt(x, y);
    const agent = agents[rowAt(y)];
    if (line) {
      const { made, sold, dropped } = line.artifact;
      const tick = Math.max(made, Math.min(sold ?? dropped ?? head, tickAt(scale, x - gutter)));
      select({ agents: [line.maker], state: null, cursor: tick >= head ? null : tick, range: null });
    } else if (x < gutter && agent !== undefined) select({ agents: [agent], state: null, post: null });
    else return;
    event.stopPropagation();
  };
  const move = (to: number) => {
    const last = rows.all - 1;
    const next = Math.max(0, Math.min(last, to));
    rows.show(next);
    setActive(next);
    const agent = rows.agentAt(next);
    if (agent !== undefined) store.getState().select({ hover: { kind: 'agent', agent } });
  };
  const pressed = (event: React.KeyboardEvent) => {
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + agents.length,
      PageUp: active - agents.length,
      Home: 0,
      End: rows.all - 1,
    }[event.key];
    const agent = rows.agentAt(active);
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && agent !== undefined)
      store.getState().select({ agents: [agent], state: null, post: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={box} aria-label="Exchange">
      <canvas ref={canvas} className={column.canvas} style={{ left: 0 }} data-testid="exchange" />
      <div
        className={column.plot}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: up, down and Enter go through the rows
        tabIndex={0}
        aria-label={`${label} Up and down choose a row, Enter opens it in the inspector.`}
        onPointerMove={point}
        onPointerLeave={() => setPointed(NOTHING)}
        onWheel={event => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) rows.scroll(Math.sign(event.deltaY) * 2);
        }}
        onClick={clicked}
        onKeyDown={pressed}
      />
      <div className={column.gutter}>
        <div className={column.title}>
          <h2>Exchange</h2>
          <TableTwin
            name="Exchange"
            summary={() => exchangeSentence(known(store.getState().workflow.rows, agents), names)}
            table={() => exchangeTable(known(store.getState().workflow.rows, agents), names)}
          />
        </div>
      </div>
      <Key gutter={gutter} rows={rows} />
      <ExchangeTip pointed={pointed} width={width} height={height} />
      <FirstHint gutter={gutter} />
      <p className="hidden" aria-live="polite">
        <ActiveRow />
      </p>
    </section>
  );
}

interface Rows {
  /** On the screen, top first. */
  readonly agents: readonly number[];
  readonly pitch: number;
  readonly first: number;
  readonly all: number;
  readonly rankOf: ReadonlyMap<number, number>;
  agentAt(rank: number): number | undefined;
  scroll(by: number): void;
  show(rank: number): void;
}

/** The rows that fit, in the order of the timelines; who comes into the inspector is brought into view. */
function useRows(height: number): Rows {
  const store = usePageStore();
  const run = usePage(state => state.run);
  const order = usePage(state => state.order);
  const pinned = usePage(state => state.pinned);
  const chosen = usePage(state => state.selection.agents);
  const [top, setTop] = useState(0);
  const sorted = useMemo(() => visibleOrder(run, order, pinned, chosen, ''), [run, order, pinned, chosen]);
  const { count, pitch } = rowsIn(height, sorted.length);
  const first = Math.max(0, Math.min(top, sorted.length - count));
  const agents = useMemo(() => sorted.slice(first, first + count), [sorted, first, count]);
  const rankOf = useMemo(() => new Map(sorted.map((agent, rank) => [agent, rank])), [sorted]);
  useEffect(() => {
    store.setState(sliced('workflow', { shown: agents }));
  }, [store, agents, run]);
  const show = (rank: number) => {
    if (rank >= 0 && (rank < first || rank >= first + count))
      setTop(Math.max(0, Math.min(rank - (count >> 1), sorted.length - count)));
  };
  const one = chosen.length === 1 ? chosen[0]! : -1;
  const rank = rankOf.get(one) ?? -1;
  const shown = useRef(-1);
  useEffect(() => {
    if (one === shown.current || (one >= 0 && (rank < 0 || count === 0))) return;
    shown.current = one;
    if (one < 0) setTop(0);
    else show(rank);
  });
  return {
    agents,
    pitch,
    first,
    all: sorted.length,
    rankOf,
    agentAt: at => sorted[at],
    scroll: by => setTop(Math.max(0, Math.min(sorted.length - count, first + by))),
    show,
  };
}

/** What the marks mean, in a sentence, and what stands at the right. */
function Key({ gutter, rows }: { gutter: number; rows: Rows }) {
  const endowment = usePage(({ run }) => Number(run?.info.config.parameters.endowment ?? 0));
  const past = useCalmPage(asOf, 'states');
  const room = usePage(({ plotWidth }) => plotWidth - (past === '' ? 112 : 144));
  const isPart = rows.all > rows.agents.length;
  return (
    <>
      <p className={`label ${styles.key}`} style={{ left: gutter, maxWidth: room }}>
        made <i className={styles.made} />, found broken <i className={styles.broken}>×</i>, sold along{' '}
        <i className={styles.sold} /> to the buyer <i className={styles.buyer} />
        {isPart &&
          `; ${grouped(rows.first + 1)} to ${grouped(rows.first + rows.agents.length)} of ${grouped(rows.all)}`}
      </p>
      <p className={`label ${styles.ends}`}>
        {past === '' ? `against ${endowment}, scrip` : `scrip ${past}`}
      </p>
    </>
  );
}

/** Before the first tick the empty rows say what comes. */
function FirstHint({ gutter }: { readonly gutter: number }) {
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={`${column.hint} ${styles.hint}`} style={{ left: gutter }}>
      <p>Tick 1 comes next</p>
      <p>Space plays, → takes one tick. Here stands what is made, and who sells it to whom.</p>
    </div>
  );
}

/** The row that the keyboard is on, in words. */
function ActiveRow() {
  const words = usePage(({ selection: { hover }, workflow, run, phase }) => {
    if (hover?.kind !== 'agent' || phase === 'playing') return '';
    const row = workflow.rows.get(hover.agent);
    return row && run ? rowSentence(row, run.info.names) : '';
  });
  return <>{words}</>;
}

const namesOf = ({ run }: PageState): readonly string[] => run?.info.names ?? [];

const known = (rows: PageState['workflow']['rows'], agents: readonly number[]) =>
  agents.flatMap(agent => rows.get(agent) ?? []);

const hoveredAgent = ({ selection: { hover } }: PageState): number =>
  hover?.kind === 'agent' ? hover.agent : -1;

const watchExchange = (state: PageState) => [
  state.workflow.rows,
  state.scale,
  state.plotWidth,
  state.head,
  state.run,
  state.focus,
  inspected(state.selection),
  state.selection.cursor,
  hoveredAgent(state),
];

function plotOf(
  state: PageState,
  inks: Inks,
  { agents, pitch, rankOf }: Rows,
  width: number,
  active: number,
): ExchangePlot {
  const { run, workflow, scale, selection, head, focus } = state;
  const { price_low, price_high } = run!.info.config.parameters;
  const first = rankOf.get(agents[0] ?? -1) ?? 0;
  return {
    agents,
    rows: agents.map(agent => workflow.rows.get(agent)),
    isAbove: agent => (rankOf.get(agent) ?? Number.POSITIVE_INFINITY) < first,
    scale,
    width,
    height: agents.length * pitch,
    pitch,
    head,
    wordsAt: besideHead(state),
    prices: [Number(price_low), Number(price_high)],
    selected: inspected(selection) ?? -1,
    strong: inspected(selection) ?? focus,
    hovered: hoveredAgent(state),
    active,
    hues: { made: inks.palette[MADE]!, broken: inks.palette[BROKEN]!, sold: inks.palette[SOLD]! },
    inks,
  };
}
