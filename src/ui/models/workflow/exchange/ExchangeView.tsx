import { useEffect, useMemo, useRef, useState } from 'react';
import { formatArtifactId } from '../../../../engine/models/workflow/market/artifact.ts';
import type { Inks } from '../../../charts/inks.ts';
import { findTickAtX } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { findSearchedAgents } from '../../../store/found.ts';
import { computeVisibleOrder, getHeadLabelLeft, getVeilLeft } from '../../../views/time/TimelineTools.tsx';
import styles from '../Workflow.module.css';
import { getWorkflowPart, WORKFLOW, type WorkflowPart } from '../workflowPart.ts';
import {
  computeRowsThatFit,
  drawExchangeLabels,
  type ExchangePlot,
  getExchangePlotEnd,
} from './drawExchangeLabels.ts';
import {
  computeExchangeLayout,
  drawExchangePlot,
  type ExchangeLayout,
  type PlacedArtifact,
} from './exchangeLayout.ts';
import {
  BROKEN,
  buildExchangeTable,
  describeArtifactLife,
  describeExchange,
  describeExchangeRow,
  MADE,
  SOLD,
} from './exchangeWords.ts';

/** Height of title and key above the rows, pixels. */
const EXCHANGE_HEAD_HEIGHT = 32;
const EXCHANGE_FOOT_HEIGHT = 4;

/** Artifacts made and sold, one row per agent, in the order of the timelines. */
export function ExchangeView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [active, setActive] = useState(0);
  const [height, setHeight] = useState(0);
  const rows = useExchangeRows(height - EXCHANGE_HEAD_HEIGHT - EXCHANGE_FOOT_HEIGHT);
  const { agents, pitch } = rows;
  const onRows = (state: PageState) => selectLoadedRows(getWorkflowPart(state).rows, agents);
  const label = useLabel(agents);

  /** An artifact chooses its maker and the tick; a name its agent. */
  const pick = (line: PlacedArtifact | null, x: number, y: number): boolean => {
    const { select, scale, head } = store.getState();
    const agent = agents[Math.floor((y - EXCHANGE_HEAD_HEIGHT) / pitch)];
    if (line) {
      const { made, sold, dropped } = line.artifact;
      const tick = Math.max(made, Math.min(sold ?? dropped ?? head, findTickAtX(scale, x)));
      select({ agents: [line.maker], state: null, cursor: tick >= head ? null : tick, range: null });
    } else if (x < 0 && agent !== undefined) select({ agents: [agent], state: null });
    else return false;
    return true;
  };
  const pressed = (key: string): boolean => {
    const { select } = store.getState();
    const to = getKeyTargetIndex(key, active, rows.all, agents.length);
    const agent = rows.agentAt(to ?? active);
    if (to !== null) {
      rows.show(to);
      setActive(to);
      if (agent !== undefined) select({ hover: { kind: 'agent', agent } });
    } else if (key === 'Enter' && agent !== undefined) select({ agents: [agent], state: null });
    else return false;
    return true;
  };
  return (
    <ChartCanvas
      name="Exchange"
      testId="exchange"
      onHeight={setHeight}
      plot={({ state, inks, width, height: all }, line: PlacedArtifact | null): DrawnExchange | null => {
        if (all <= EXCHANGE_HEAD_HEIGHT) return null;
        const plot = buildExchangePlot(state, inks, rows, width - gutter, line?.artifact.id ?? -1);
        return { plot, layout: computeExchangeLayout(plot) };
      }}
      draw={drawExchangeView}
      watch={selectExchangeInputs}
      share={1}
      hitTest={({ plot, layout }, x, y) => findArtifactAtPoint(layout, plot, x, y - EXCHANGE_HEAD_HEIGHT)}
      onPick={pick}
      onScroll={by => rows.scroll(by * 2)}
      tip={(line, place) => <ExchangeTip line={line} place={place} />}
      label={`${label} Up and down choose a row, Enter opens it in the inspector.`}
      onKey={pressed}
      summary={state => describeExchange(onRows(state), getAgentNameList(state))}
      table={state => buildExchangeTable(onRows(state), getAgentNameList(state))}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Exchange" twin={twin} />
        </div>
      )}
    >
      <Key gutter={gutter} rows={rows} />
      <ChartHint
        left={gutter}
        className={styles.hint}
        title="Tick 1 comes next"
        text="Space plays, → takes one tick. This shows what is made, and who sells it to whom."
      />
      <p className="hidden" aria-live="polite">
        <ActiveRow />
      </p>
    </ChartCanvas>
  );
}

interface DrawnExchange {
  readonly plot: ExchangePlot;
  readonly layout: ExchangeLayout;
}

function drawExchangeView(
  ctx: CanvasRenderingContext2D,
  { plot, layout }: DrawnExchange,
  { state, run, gutter, width }: ChartFrame,
): void {
  ctx.translate(-gutter, EXCHANGE_HEAD_HEIGHT);
  drawExchangeLabels(ctx, plot, { names: run.info.names, gutter, width });
  ctx.translate(gutter, 0);
  drawExchangePlot(ctx, plot, layout, getVeilLeft(state));
}

/** Announced only while the run is paused, so that a screen reader is not interrupted. */
function useLabel(agents: readonly number[]): string {
  const still = usePage(state => (state.phase === 'playing' ? null : getWorkflowPart(state).rows));
  const names = usePage(getAgentNameList);
  return useMemo(
    () =>
      still === null ? 'Exchange.' : `Exchange. ${describeExchange(selectLoadedRows(still, agents), names)}`,
    [still, agents, names],
  );
}

const getAgentNameList = ({ run }: PageState): readonly string[] => run?.info.names ?? [];

const selectLoadedRows = (rows: WorkflowPart['rows'], agents: readonly number[]) =>
  agents.flatMap(agent => rows.get(agent) ?? []);

interface Props {
  /** The artifact under the pointer on its maker's row; null for none. */
  readonly line: PlacedArtifact | null;
  readonly place: TipPlace;
}

/** Id, price, and what happened to it. */
function ExchangeTip({ line, place }: Props) {
  const names = usePage(({ run }) => run?.info.names) ?? [];
  if (!line) return null;
  const { artifact, maker } = line;
  return (
    <ChartTip place={place} gap={[16, 14]} width={248} height={null}>
      <p>
        <b>{formatArtifactId(artifact.id)}</b> of {names[maker]}, {artifact.price} scrip
      </p>
      <p>{describeArtifactLife(artifact, names)}</p>
    </ChartTip>
  );
}

/** Pixels by which a line or a vertical may be missed. */
const EXCHANGE_HIT_DISTANCE = { line: 7, sale: 4 };

/** The artifact under a point: its line first, then its way to the buyer; null for none. */
export function findArtifactAtPoint(
  { lines, sales }: ExchangeLayout,
  plot: Pick<ExchangePlot, 'wordsAt'>,
  x: number,
  y: number,
): PlacedArtifact | null {
  if (x < 0 || x > getExchangePlotEnd(plot)) return null;
  let best: PlacedArtifact | null = null;
  let least = EXCHANGE_HIT_DISTANCE.line;
  for (const line of lines) {
    const miss = Math.max(Math.abs(y - line.y), line.from - x, x - line.to);
    if (miss >= least) continue;
    best = line;
    least = miss;
  }
  if (best) return best;
  const isOn = ({ x: at, from, stub: to }: (typeof sales)[number]) =>
    Math.abs(x - at) < EXCHANGE_HIT_DISTANCE.sale && y > Math.min(from, to) && y < Math.max(from, to);
  return sales.find(isOn)?.line ?? null;
}

/** A legend of the marks in a sentence, and the words at the right. */
function Key({ gutter, rows }: { readonly gutter: number; readonly rows: ExchangeRows }) {
  const room = usePage(({ plotWidth }) => plotWidth - 176);
  const isPart = rows.all > rows.agents.length;
  return (
    <>
      <p className={`label ${styles.key}`} style={{ left: gutter, maxWidth: room }}>
        made <i className={styles.made} />, found broken <i className={styles.broken}>×</i>, sold along{' '}
        <i className={styles.sold} /> to the buyer <i className={styles.buyer} />
        {isPart &&
          `; ${formatGroupedInteger(rows.first + 1)} to ${formatGroupedInteger(rows.first + rows.agents.length)} of ${formatGroupedInteger(rows.all)}`}
      </p>
      <p className={`label ${styles.ends}`}>
        <b>made by selling</b>, balance
      </p>
    </>
  );
}

/** The row that the keyboard is on, in words. */
function ActiveRow() {
  const words = usePage(state => {
    const { run, phase } = state;
    const { hover } = state.selection;
    if (hover?.kind !== 'agent' || phase === 'playing') return '';
    const row = getWorkflowPart(state).rows.get(hover.agent);
    return row && run ? describeExchangeRow(row, run.info.names) : '';
  });
  return <>{words}</>;
}

const getHoveredAgent = ({ selection: { hover } }: PageState): number =>
  hover?.kind === 'agent' ? hover.agent : -1;

/** Parts of the state that the drawing depends on. */
const selectExchangeInputs = (state: PageState) => [
  getWorkflowPart(state).rows,
  state.scale,
  state.plotWidth,
  getViewedTick(state),
  state.run,
  state.focus,
  getInspectedAgent(state.selection),
  getHoveredAgent(state),
];

/** @param active id of the artifact under the pointer, −1 for none */
function buildExchangePlot(
  state: PageState,
  inks: Inks,
  { agents, pitch, rankOf }: ExchangeRows,
  width: number,
  active: number,
): ExchangePlot {
  const { rows } = getWorkflowPart(state);
  const { run, scale, selection, focus } = state;
  const { price_low, price_high } = run!.info.config.parameters;
  const first = rankOf.get(agents[0] ?? -1) ?? 0;
  return {
    agents,
    rows: agents.map(agent => rows.get(agent)),
    isAbove: agent => (rankOf.get(agent) ?? Number.POSITIVE_INFINITY) < first,
    scale,
    width,
    height: agents.length * pitch,
    pitch,
    head: getViewedTick(state),
    wordsAt: getHeadLabelLeft(state),
    prices: [Number(price_low), Number(price_high)],
    selected: getInspectedAgent(selection) ?? -1,
    strong: getInspectedAgent(selection) ?? focus,
    hovered: getHoveredAgent(state),
    active,
    hues: { made: inks.palette[MADE], broken: inks.palette[BROKEN], sold: inks.palette[SOLD] },
    inks,
  };
}

/** The window onto the agents' rows, and how it scrolls; ranks count from 0 in the order of the timelines. */
interface ExchangeRows {
  /** Agents on the screen, top first. */
  readonly agents: readonly number[];
  readonly pitch: number;
  readonly first: number;
  readonly all: number;
  readonly rankOf: ReadonlyMap<number, number>;
  agentAt(rank: number): number | undefined;
  scroll(by: number): void;
  show(rank: number): void;
}

/**
 * The rows that fit, in the order of the timelines; an agent selected into the inspector is brought into
 * view.
 */
function useExchangeRows(height: number): ExchangeRows {
  const store = usePageStore();
  const run = usePage(state => state.run);
  const order = usePage(state => state.order);
  const pinned = usePage(state => state.pinned);
  const chosen = usePage(state => state.selection.agents);
  const [top, setTop] = useState(0);
  const found = usePage(findSearchedAgents);
  const movers = usePage(state => state.movers);
  const sorted = useMemo(
    () => computeVisibleOrder(run, order, pinned, chosen, found, movers),
    [run, order, pinned, chosen, found, movers],
  );
  const { count, pitch } = computeRowsThatFit(height, sorted.length);
  const first = Math.max(0, Math.min(top, sorted.length - count));
  const agents = useMemo(() => sorted.slice(first, first + count), [sorted, first, count]);
  const rankOf = useMemo(() => new Map(sorted.map((agent, rank) => [agent, rank])), [sorted]);
  useEffect(() => {
    store.getState().know(WORKFLOW, { shown: agents });
  }, [store, agents, run]);
  const show = (rank: number) => {
    if (rank >= 0 && (rank < first || rank >= first + count))
      setTop(Math.max(0, Math.min(rank - (count >> 1), sorted.length - count)));
  };
  const one = chosen.length === 1 ? chosen[0] : -1;
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
