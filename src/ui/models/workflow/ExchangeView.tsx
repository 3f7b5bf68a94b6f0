import { useMemo, useRef, useState } from 'react';
import { surfaceOf } from '../../charts/canvas.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import { tickAt } from '../../timeScale.ts';
import column from '../../views/TimeColumn.module.css';
import { veiledFrom } from '../../views/TimelineTools.tsx';
import { ActiveRow, FirstHint, Key } from './ExchangeNotes.tsx';
import { ExchangeTip, type Pointed } from './ExchangeTip.tsx';
import { drawBeside } from './exchange/beside.ts';
import { drawExchange } from './exchange/draw.ts';
import { hitExchange } from './exchange/hit.ts';
import type { Layout } from './exchange/layout.ts';
import type { ExchangePlot } from './exchange/plot.ts';
import { plotOf, watchExchange } from './exchangePlot.ts';
import { exchangeSentence, exchangeTable } from './exchangeWords.ts';
import { useExchangeRows } from './useExchangeRows.ts';
import type { WorkflowPart } from './workflowPart.ts';
import { workflowOf } from './workflowPart.ts';

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
  const rows = useExchangeRows(height - HEAD - FOOT);
  const { agents, pitch } = rows;
  // What stands there is said only while nothing plays, so that it is not read out in between.
  const still = usePage(state => (state.phase === 'playing' ? null : workflowOf(state).rows));
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
    } else if (x < gutter && agent !== undefined) select({ agents: [agent], state: null });
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
      store.getState().select({ agents: [agent], state: null });
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
            summary={() => exchangeSentence(known(workflowOf(store.getState()).rows, agents), names)}
            table={() => exchangeTable(known(workflowOf(store.getState()).rows, agents), names)}
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

const namesOf = ({ run }: PageState): readonly string[] => run?.info.names ?? [];

const known = (rows: WorkflowPart['rows'], agents: readonly number[]) =>
  agents.flatMap(agent => rows.get(agent) ?? []);
