import { useRef } from 'react';
import { type ActionsPlot, drawActions } from '../charts/actions.ts';
import { surfaceOf, veil, write } from '../charts/canvas.ts';
import { TableTwin } from '../controls/TableTwin.tsx';
import { useInks, useLayout, usePage, usePageStore, usePainter, useSize } from '../hooks.ts';
import { inkOf, type SeriesLook } from '../models/look.ts';
import { lookNow, wordsNow } from '../models/looks.ts';
import type { PageState, RunState } from '../store/pageState.ts';
import { readTick } from '../store/shown.ts';
import { labelRoom, xOf } from '../timeScale.ts';
import { noun } from '../words.ts';
import styles from './TimeColumn.module.css';
import { besideHead, veiledFrom } from './TimelineTools.tsx';

/** What was done in each round: flows are invisible in stocks. */
export function ActionsView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter } = useLayout();
  const box = useRef<HTMLElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ key: unknown[]; head: number }>({ key: [], head: 0 });
  const { width, height } = useSize(box);
  const read = usePage(state => (readTick(state) === state.head ? null : readTick(state)));
  const { title } = usePage(lookNow).actions;
  const { tick } = usePage(wordsNow);

  usePainter(
    () => {
      const state = store.getState();
      const lower = base.current && surfaceOf(base.current, state.plotWidth, height);
      const upper = over.current && surfaceOf(over.current, width, height);
      if (!lower || !upper || !state.run || height === 0) return;
      const plot = plotOf(state, state.run, inks, height);
      const key = [
        state.run.columns,
        state.scale.from,
        state.scale.pixels,
        state.plotWidth,
        height,
        plot.max,
        inks,
      ];
      const same = !lower.cleared && key.every((part, position) => part === drawn.current.key[position]);
      if (!same) {
        lower.ctx.clearRect(0, 0, state.plotWidth, height);
        drawActions(lower.ctx, plot, state.run.columns.first);
      } else if (drawn.current.head < state.head) drawActions(lower.ctx, plot, drawn.current.head + 1);
      drawn.current = { key, head: state.head };
      upper.ctx.clearRect(0, 0, width, height);
      upper.ctx.translate(gutter, 0);
      drawNumbers(upper.ctx, plot, state, state.run);
    },
    state => [state.run, state.head, state.scale, state.plotWidth, readTick(state)],
    0.4,
  );

  return (
    <section ref={box} aria-label={`${title} per ${tick}`}>
      <canvas ref={base} className={styles.canvas} style={{ left: gutter }} />
      <canvas ref={over} className={styles.canvas} style={{ left: 0 }} />
      <div className={styles.plot} data-brush />
      <div className={styles.gutter} style={{ top: 1 }}>
        <div className={styles.title}>
          <h2>{title}</h2>
          <TableTwin
            name={title}
            summary={() => summary(store.getState())}
            table={() => tableOf(store.getState())}
          />
        </div>
        <p className="label" style={{ marginTop: -4 }}>
          {read === null ? `per ${tick}` : `in ${tick} ${read}`}
        </p>
      </div>
    </section>
  );
}

function plotOf(state: PageState, run: RunState, inks: ActionsPlot['inks'], height: number): ActionsPlot {
  const { chart } = run.info;
  const looks = looksOf(run, lookNow(state).actions.stack);
  return {
    first: run.columns.first,
    head: run.columns.head,
    value: (tick, index) => sumOf(run, looks[index]!, tick),
    stack: looks.map((look, position) => ({ series: position, color: inkOf(look, inks, chart.states) })),
    max: run.columns.maxSeries,
    scale: state.scale,
    width: state.plotWidth,
    height,
    inks,
  };
}

/** Those that the run counts; a run that counts something else shows it as it is called. */
function looksOf({ info }: RunState, looks: readonly SeriesLook[]): readonly SeriesLook[] {
  const known = looks.filter(({ names }) => names.some(name => info.series.includes(name)));
  if (known.length > 0) return known;
  return info.series.map((name, position) => ({
    names: [name],
    hue: { state: info.chart.states[position % info.chart.states.length]! },
    one: name,
    many: name,
  }));
}

function sumOf(run: RunState, { names }: SeriesLook, tick: number): number {
  let sum = 0;
  for (const name of names) {
    const index = run.info.series.indexOf(name);
    if (index >= 0) sum += run.columns.value(tick, index);
  }
  return sum;
}

/** "3 likes 3 reshares / 0 replies 1 new post", right of the head. */
function drawNumbers(
  ctx: CanvasRenderingContext2D,
  plot: ActionsPlot,
  state: PageState,
  run: RunState,
): void {
  const { inks } = plot;
  const { actions, room, keepsRoom } = lookNow(state);
  const tick = readTick(state);
  const veiled = veiledFrom(state);
  if (veiled !== null) veil(ctx, inks, veiled, plot.width, plot.height);
  const left = keepsRoom
    ? besideHead(state)
    : Math.min(
        xOf(plot.scale, state.head) + plot.scale.pixels / 2,
        plot.width - labelRoom(plot.width, room) + 12,
      ) + 22;
  let cursor = left;
  wordsOf(state, run, tick).forEach(({ value, word }, position) => {
    if (position % actions.perLine === 0) cursor = left;
    const y = position < actions.perLine ? 16 : 30;
    write(ctx, inks, String(value), cursor, y, { color: inks.ink, weight: 600, halo: inks.bg });
    cursor += ctx.measureText(String(value)).width + 3;
    write(ctx, inks, word, cursor, y, { color: inks.ink2, halo: inks.bg });
    cursor += ctx.measureText(word).width + 8;
  });
}

function wordsOf(state: PageState, run: RunState, tick: number): { value: number; word: string }[] {
  return looksOf(run, lookNow(state).actions.spoken).map(look => {
    const value = sumOf(run, look, tick);
    return { value, word: noun(value, look.one, look.many) };
  });
}

function summary(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = readTick(state);
  return `${wordsNow(state).Tick} ${tick}: ${wordsOf(state, run, tick)
    .map(({ value, word }) => `${value} ${word}`)
    .join(', ')}.`;
}

function tableOf(state: PageState) {
  const { run } = state;
  if (!run) return { head: [], rows: [] };
  const rows = [];
  for (let tick = run.columns.head; tick >= run.columns.first; tick--)
    rows.push([tick, ...run.info.series.map((_, index) => run.columns.value(tick, index))]);
  return { head: [wordsNow(state).tick, ...run.info.series], rows };
}
