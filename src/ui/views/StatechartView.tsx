import { useMemo, useRef, useState } from 'react';
import { CALM } from '../calm.ts';
import { surfaceOf } from '../charts/canvas.ts';
import { DotField, FLIGHT } from '../charts/dots.ts';
import { flightOf } from '../charts/flight.ts';
import type { Inks } from '../charts/inks.ts';
import type { PlacedEdge } from '../charts/placement.ts';
import { TableTwin } from '../controls/TableTwin.tsx';
import {
  useCalmPage,
  useInks,
  useLayout,
  useMedia,
  usePage,
  usePageStore,
  usePainter,
  useSize,
} from '../hooks.ts';
import { lettingGo } from '../models/lettingGo.ts';
import type { ModelLook } from '../models/look.ts';
import { lookNow, wordsNow } from '../models/looks.ts';
import { usePlacement } from '../models/usePlacement.ts';
import { requestPaint } from '../paint.ts';
import type { PageState } from '../store/pageState.ts';
import { shownSociety, shownTick } from '../store/shown.ts';
import { isFast, SPEEDS } from '../store/speed.ts';
import { counted } from '../words.ts';
import { ChartSvg } from './ChartSvg.tsx';
import { EdgeTip } from './EdgeTip.tsx';
import { type Marks, marksOf } from './marks.ts';
import styles from './StatechartView.module.css';

/** More agents than this are a level in the box, not dots. */
export const DOTS = 2000;

/** The chart itself with the society in it. */
export function StatechartView() {
  const store = usePageStore();
  const inks = useInks();
  const { small } = useLayout();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const sheet = useRef<HTMLDivElement>(null);
  const resting = useRef<HTMLCanvasElement>(null);
  const flying = useRef<HTMLCanvasElement>(null);
  const field = useMemo(() => new DotField(), []);
  const drawn = useRef<Drawn>({
    society: null,
    placement: null,
    tick: 0,
    time: 0,
    flight: 0,
    key: [],
    selection: null,
    marks: null,
  });
  const { width, height } = useSize(sheet);
  const run = usePage(state => state.run);
  const selected = usePage(state => state.selection.state);
  const info = run?.info;
  const chart = info?.chart;
  const config = info?.config;
  const agents = config?.agents ?? 0;
  const look = usePage(lookNow);
  const [edge, setEdge] = useState<PlacedEdge | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const fast = usePage(isFast);

  const placement = usePlacement(chart, config, width, height);
  const routes = useMemo(
    () => (placement && chart ? chart.transitions.map(transition => flightOf(transition, placement)) : []),
    [chart, placement],
  );

  const repaint = usePainter(
    () => {
      const state = store.getState();
      const now = performance.now();
      if (isFast(state) && now - drawn.current.time < CALM) return;
      drawn.current.time = now;
      const lower = resting.current && surfaceOf(resting.current, width, height);
      const upper = flying.current && surfaceOf(flying.current, width, height);
      if (!lower || !upper || !placement || agents > DOTS) return;
      settle(state, now);
      const moving = field.advance(now);
      // A tree that grew in mid-flight waits for the landing; what the user selects does not.
      const { selection } = state;
      const kept = moving && drawn.current.selection === selection ? drawn.current.marks : null;
      const marks = kept ?? marksOf(state);
      Object.assign(drawn.current, { selection, marks });
      // In a flight only those on their way are drawn anew.
      const key = [drawn.current.flight, moving, marks, inks];
      if (lower.cleared || key.some((part, position) => part !== drawn.current.key[position])) {
        lower.ctx.clearRect(0, 0, width, height);
        drawDots(lower.ctx, field, marks, inks, false);
      }
      drawn.current.key = key;
      upper.ctx.clearRect(0, 0, width, height);
      if (!moving) return;
      field.drawTrails(upper.ctx, inks.states, now);
      drawDots(upper.ctx, field, marks, inks, true);
      requestPaint(repaint);
    },
    watchDots,
    0,
  );

  /** Takes a new society into the field; flights only from one round to the next. */
  const settle = (state: PageState, now: number) => {
    const society = shownSociety(state);
    if (
      !society ||
      !placement ||
      (society === drawn.current.society && placement === drawn.current.placement)
    )
      return;
    const next = society.tick === drawn.current.tick + 1 && placement === drawn.current.placement;
    const perRound = state.phase === 'playing' ? 1000 / (SPEEDS[state.speed] || 1000) : FLIGHT;
    const duration = next && !still && !isFast(state) ? Math.min(FLIGHT, perRound) : 0;
    field.place(society, placement.states, routes, duration, now);
    const flight = drawn.current.flight + 1;
    Object.assign(drawn.current, { society, placement, tick: society.tick, flight, marks: null });
  };

  const selectState = (position: number) => {
    const state = store.getState();
    const society = shownSociety(state);
    if (!society) return;
    if (state.selection.state === position) return state.select({ state: null, agents: [] });
    const members = [];
    for (let agent = 0; agent < society.state.length; agent++)
      if (society.state[agent] === position) members.push(agent);
    state.select({ state: position, agents: members, own: lettingGo(state) });
  };
  const clicked = (x: number, y: number): boolean => {
    const agent = agents <= DOTS ? field.hitTest(x, y) : -1;
    if (agent >= 0) store.getState().select({ agents: [agent], state: null });
    return agent >= 0;
  };

  return (
    <section
      className={styles.view}
      data-model={chart?.name}
      data-placed={placement?.isAutomatic ? 'automatically' : undefined}
      aria-label="Statechart"
    >
      <header className={styles.head}>
        <h2>Statechart</h2>
        <span className="label">
          {agents > DOTS
            ? `the fuller a box, the more ${look.words.agent[1]}`
            : small
              ? `each dot is one ${look.words.agent[0]}`
              : look.chartNote}
        </span>
        <TableTwin
          name="Statechart"
          summary={() => summary(store.getState())}
          table={() => tableOf(store.getState())}
        />
      </header>
      <p className={`label ${styles.note}`}>
        <MarkNote />
      </p>
      <div ref={sheet} className={styles.sheet}>
        {run && placement && (
          <ChartSvg
            run={run}
            placement={placement}
            width={width}
            height={height}
            small={small}
            glow={fast}
            levels={agents > DOTS}
            hovered={hovered}
            selected={selected}
            onHoverState={setHovered}
            onHoverEdge={setEdge}
            onSelectState={selectState}
            onClick={clicked}
          />
        )}
        <canvas ref={resting} className={styles.dots} style={{ width, height }} />
        <canvas ref={flying} className={styles.dots} style={{ width, height }} />
        {edge && run && <EdgeTip run={run} edge={edge} width={width} height={height} />}
      </div>
    </section>
  );
}

/** What the two canvases show. */
interface Drawn {
  readonly society: unknown;
  readonly placement: unknown;
  readonly tick: number;
  time: number;
  readonly flight: number;
  key: readonly unknown[];
  readonly selection: unknown;
  readonly marks: Marks | null;
}

const watchDots = (state: PageState) => [
  state.society,
  state.past,
  state.selection,
  lookNow(state).standOut?.watch(state),
  state.focus,
  state.phase,
  state.speed,
];

function drawDots(
  ctx: CanvasRenderingContext2D,
  field: DotField,
  marks: Marks,
  inks: Inks,
  moving: boolean,
): void {
  field.draw(ctx, inks.states, marks.agents, marks.dim, moving);
  field.drawMarked(ctx, inks.states, inks.ink, marks.agents, marks.strong, moving);
}

function MarkNote() {
  const marks = useCalmPage(marksOf, 'states');
  const names = usePage(state => state.run?.info.names);
  const states = usePage(state => state.run?.info.chart.states);
  const state = usePage(page => page.selection.state);
  const look = usePage(lookNow);
  return (
    <>
      {noteOf(
        marks,
        look,
        marks.agent >= 0 ? names?.[marks.agent] : undefined,
        state === null ? undefined : states?.[state],
      )}
    </>
  );
}

function noteOf(
  marks: Marks,
  { words, standOut }: ModelLook,
  name: string | undefined,
  state: string | undefined,
): string {
  const people = counted(marks.agents.size, ...words.person);
  switch (marks.why) {
    case 'lit':
      return standOut?.litNote(people) ?? '';
    case 'agent':
      return `circled: ${name ?? ''}`;
    case 'state':
      return state ? `outlined: the ${people} who were ${state}` : `outlined: ${people}`;
    case 'focus':
      return `ringed: ${name ?? ''}`;
    case 'members':
      return standOut?.membersNote(people) ?? '';
    case 'none':
      return '';
  }
}

/** "Round 31: 309 of 475 agents are idle, 92 scrolling, …; 52 took sees_post." */
function summary(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = shownTick(state);
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${name}`,
  );
  const { Tick, agent } = wordsNow(state);
  return `${Tick} ${tick}: of ${counted(run.info.config.agents, ...agent)} ${counts.join(', ')}.`;
}

function tableOf(state: PageState) {
  const { run } = state;
  if (!run) return { head: [], rows: [] };
  const tick = shownTick(state);
  return {
    head: [
      'from',
      'to',
      'trigger',
      'guard',
      `${wordsNow(state).agent[1]} in ${wordsNow(state).tick} ${tick}`,
    ],
    rows: run.info.chart.transitions.map(({ source, target, trigger, guard }, position) => [
      source,
      target,
      trigger,
      guard ?? '',
      run.columns.flow(tick, position),
    ]),
  };
}
