import { useEffect, useMemo, useRef, useState } from 'react';
import { drawTimelines, TIMELINE_ROW_HEIGHT, type TimelinesPlot } from '../../charts/drawTimelines.ts';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import {
  getCurrentAppearance,
  getCurrentModelWords,
  getModelAppearance,
} from '../../model/getModelAppearance.ts';
import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import {
  computeLegendHeight,
  describeAgentGroup,
  describeGroupHues,
  getCurrentGroupHues,
  getGroupInk,
} from '../../network/assignGroupHues.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { findSearchedAgents } from '../../store/found.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { drawRowsOverlay } from './drawRowsOverlay.ts';
import { loadChartTables } from './loadChartTables.ts';
import styles from './TimelinesView.module.css';
import { computeVisibleOrder, TimelineTools } from './TimelineTools.tsx';

/** Height above the rows: a line of controls, on a phone two. */
const TIMELINES_HEAD_HEIGHTS = { usual: 32, phone: 60 };

/** Every agent's history as a row of bars; the rows that fit are drawn, the others scroll. */
export function TimelinesView() {
  const store = usePageStore();
  const { gutter, small, isPhone } = useLayout();
  const hues = usePage(getCurrentGroupHues);
  const head =
    (isPhone ? TIMELINES_HEAD_HEIGHTS.phone : TIMELINES_HEAD_HEIGHTS.usual) +
    computeLegendHeight(hues, isPhone);
  const [height, setHeight] = useState(0);
  const [active, setActive] = useState(0);
  const words = usePage(getCurrentModelWords);
  const isSearching = usePage(state => state.search.words !== '');
  const { rows, visible, first, fitting, scrollTo } = useTimelineRows(height - head - 2);
  const select = (agent: number | undefined) => {
    const state = store.getState();
    if (agent !== undefined)
      state.select({ agents: [agent], state: null, own: releaseModelSelection(state) });
  };
  const inspect = (row: number) => select(visible[row]);
  const pin = (row: number) => {
    const agent = visible[row];
    if (agent !== undefined) store.getState().togglePin(agent);
    return agent !== undefined;
  };
  const show = (next: number) => {
    const from = next < first ? next : next >= first + fitting ? next - fitting + 1 : first;
    scrollTo(from);
    setActive(next - from);
    const agent = rows[next];
    if (agent !== undefined) store.getState().select({ hover: { kind: 'agent', agent } });
  };
  const pressed = (key: string): boolean => {
    const to = getKeyTargetIndex(key, first + active, rows.length, fitting);
    if (to !== null) show(to);
    else if (key === 'Enter') inspect(active);
    else return key === 'p' && pin(active);
    return true;
  };
  return (
    <ChartCanvas
      name="Agent timelines"
      className={`${styles.view} ${isSearching ? styles.searching : ''}`}
      testId="timelines"
      top={head}
      onHeight={setHeight}
      plot={frame => buildTimelinesPlot(frame, visible)}
      ground={{
        key: (_, { histories }) => [histories.version, visible, hues],
        // The current segment is drawn again.
        draw: (ctx, plot, from) => drawTimelines(ctx, plot, from - 1),
      }}
      draw={(ctx, plot, frame) => drawRowsOverlay(ctx, { ...frame, agents: visible, plot, small })}
      watch={selectTimelineInputs}
      share={1}
      hitTest={(_, _x, y) => Math.floor(y / TIMELINE_ROW_HEIGHT)}
      onHover={(row: number | null) => {
        setActive(Math.max(0, row ?? 0));
        return false;
      }}
      onPick={row => {
        inspect(row ?? -1);
        return true;
      }}
      onPickTwice={row => pin(row ?? -1)}
      onScroll={by => scrollTo(first + by * 3)}
      label={`Agent timelines, ${rows.length} ${words.agent[rows.length === 1 ? 0 : 1]}. Up and down choose a row, Enter opens it in the inspector, P pins it.`}
      onKey={pressed}
      summary={state => describeTimelines(state, rows)}
      table={async state => (await loadChartTables()).buildTimelinesTable(state, rows)}
      tools={twin => <TimelineTools gutter={gutter}>{twin}</TimelineTools>}
    >
      <p className="hidden" aria-live="polite">
        <ActiveRow />
      </p>
    </ChartCanvas>
  );
}

const selectTimelineInputs = (state: PageState) => [
  state.run,
  state.run?.histories.version,
  getCurrentGroupHues(state),
  state.head,
  state.scale,
  state.plotWidth,
  state.selection,
  state.search,
  getCurrentAppearance(state).standOut?.watch(state),
  getCurrentAppearance(state).timelines.watch(state),
  state.pinned,
];

/** The row that the keyboard is on, in words. */
function ActiveRow() {
  const agent = usePage(state =>
    state.selection.hover?.kind === 'agent' ? state.selection.hover.agent : null,
  );
  const words = usePage(state => {
    if (agent === null || !state.run || !state.society || state.phase === 'playing') return '';
    const { chart, names } = state.run.info;
    const group = describeAgentGroup(state, agent);
    return `${names[agent]}, ${describeStateName(chart, chart.states[state.society.state[agent]])}${group && `, ${group}`}`;
  });
  const chosen = usePage(state => getInspectedAgent(state.selection));
  return <>{words && `${words}${chosen === agent ? ', in the inspector' : ''}`}</>;
}

function buildTimelinesPlot({ state, run, inks }: ChartFrame, agents: readonly number[]): TimelinesPlot {
  const { chart } = run.info;
  const look = getModelAppearance(chart.name).states;
  const hues = getCurrentGroupHues(state);
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
    fills: hues ? agents.map(agent => getGroupInk(hues, agent, inks)) : undefined,
  };
}

/** "475 agents from round −59 to 31; Leila Sato comes first." */
export function describeTimelines(state: PageState, rows: readonly number[]): string {
  const { run } = state;
  if (!run) return '';
  const { agent, tick } = getCurrentModelWords(state);
  const [first] = rows;
  const hues = getCurrentGroupHues(state);
  return `${formatNounCount(rows.length, ...agent)} from ${tick} ${run.columns.first} to ${run.columns.head}${
    first === undefined ? '' : `; ${run.info.names[first]} comes first`
  }${hues ? `; ${describeGroupHues(hues)}` : ''}.`;
}

/** Agents on the rows of the timelines. */
interface TimelineRows {
  /** All rows, top first, and those on the screen. */
  readonly rows: readonly number[];
  readonly visible: readonly number[];
  /** The first row on the screen, and how many fit. */
  readonly first: number;
  readonly fitting: number;
  scrollTo(row: number): void;
}

/**
 * The rows that fit; an agent selected into the inspector is brought into view.
 * @param height for all of them, pixels.
 */
function useTimelineRows(height: number): TimelineRows {
  const store = usePageStore();
  const [top, setTop] = useState(0);
  const order = usePage(state => state.order);
  const run = usePage(state => state.run);
  const pinned = usePage(state => state.pinned);
  const chosen = usePage(state => state.selection.agents);
  const found = usePage(findSearchedAgents);
  const movers = usePage(state => state.movers);
  const folded = usePage(state => getCurrentAppearance(state).timelines.folded?.(state) ?? null);
  const rows = useMemo(
    () => computeVisibleOrder(run, order, pinned, chosen, found, movers, folded),
    [run, order, pinned, chosen, found, movers, folded],
  );
  const fitting = Math.max(0, Math.floor(height / TIMELINE_ROW_HEIGHT));
  const first = Math.max(0, Math.min(top, rows.length - fitting));
  const visible = useMemo(() => rows.slice(first, first + fitting), [rows, first, fitting]);
  useEffect(() => store.getState().showRows(visible), [store, visible]);
  useEffect(() => setTop(before => Math.max(0, Math.min(before, rows.length - fitting))), [rows, fitting]);
  // An agent selected into the inspector is brought into view, once; then the rows return to their place.
  const one = chosen.length === 1 ? (chosen[0] ?? null) : null;
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
    if (leaves) setTop(getCenteredFirstRow(row, rows.length, fitting));
  }, [one, rows, fitting, first]);
  useStaysInSight(one, rows, first, fitting, setTop);
  const scrollTo = (row: number) => setTop(Math.max(0, Math.min(rows.length - fitting, row)));
  return { rows, visible, first, fitting, scrollTo };
}

/** The first row on the screen if a row stands in the middle, or as near to it as the ends allow. */
const getCenteredFirstRow = (row: number, rows: number, fitting: number): number =>
  Math.max(0, Math.min(row - (fitting >> 1), rows - fitting));

/** Follows an agent whose row was on the screen when the rows are sorted again; never one that was scrolled away. */
function useStaysInSight(
  agent: number | null,
  rows: readonly number[],
  first: number,
  fitting: number,
  setTop: (row: number) => void,
): void {
  const before = useRef({ agent, rows, isSeen: false });
  useEffect(() => {
    const row = agent === null ? -1 : rows.indexOf(agent);
    const isSeen = row >= first && row < first + fitting;
    const last = before.current;
    before.current = { agent, rows, isSeen };
    if (row >= 0 && !isSeen && last.isSeen && last.agent === agent && last.rows !== rows)
      setTop(getCenteredFirstRow(row, rows.length, fitting));
  }, [agent, rows, first, fitting, setTop]);
}
