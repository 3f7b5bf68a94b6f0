import { useEffect, useState } from 'react';
import { coverRightPart, drawTextLine } from '../../charts/canvas.ts';
import {
  computeGridValues,
  convertAgentsToY,
  type DistributionPlot,
  drawDistribution,
  drawLabels,
  drawScale,
  getGridLineY,
  roundUpScaleMax,
} from '../../charts/distribution.ts';
import { computeHeadLabelRoom, convertTickToX } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { Modes } from '../../controls/Modes.tsx';
import { useLayout, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { buildStateBands, findRibbonState, type StatesMode } from '../../model/statesBands.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getPastTick, getPointedTick, getViewedTick } from '../../state/viewState.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { loadChartTables } from './loadChartTables.ts';
import styles from './TimeColumn.module.css';
import { getVeilLeft } from './TimelineTools.tsx';

/** Number of agents in each state over time. */
export function StatesView() {
  const { gutter, small } = useLayout();
  const [mode, setMode] = useState<StatesMode>('active');
  const { title, apart } = usePage(getCurrentAppearance).states;
  const words = usePage(getCurrentModelWords);
  const isActive = apart !== null && mode === 'active';
  const others = useOthers(isActive);
  // The words end at the numbers of the axis.
  const digits = usePage(state =>
    state.run === null ? 0 : countAxisDigits(computeScaleMax(state, state.run, mode)),
  );
  return (
    <ChartCanvas
      name="State distribution"
      testId="distribution"
      plot={frame => buildStatesPlot(frame, mode)}
      ground={{ key: ({ max }) => [mode, max], draw: drawDistribution }}
      draw={(ctx, plot, { state }) => drawStatesOverlay(ctx, plot, state, small, others)}
      watch={selectStatesInputs}
      share={0.4}
      label={`State distribution, ${isActive ? words.active : 'all'} ${words.agent[1]}`}
      spoken={describeStates}
      brush
      summary={describeStates}
      table={async state => (await loadChartTables()).buildStatesTable(state)}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title={title} twin={twin} />
          <p className="label" style={{ paddingRight: `${digits + 1}ch` }}>
            <ReadOut small={small} hasTop={isActive} />
          </p>
          {apart !== null && (
            <Modes<StatesMode>
              modes={[
                ['active', words.active],
                ['all', 'all'],
              ]}
              chosen={mode}
              onChoose={setMode}
            />
          )}
        </div>
      )}
    >
      <WarmUpWord gutter={gutter} />
    </ChartCanvas>
  );
}

/** Parts of the state that the view is drawn from. */
const selectStatesInputs = (state: PageState) => [
  state.run,
  state.head,
  state.scale,
  state.plotWidth,
  getViewedTick(state),
  getPointedTick(state),
  state.branch,
  state.worlds,
];

/** Top of the scale, in agents. */
function computeScaleMax(state: PageState, run: RunState, mode: StatesMode): number {
  const { agents } = run.info.config;
  const isAll =
    mode === 'all' || findRibbonState(run, getCurrentAppearance(state)) !== run.info.chart.initial;
  return isAll ? agents : Math.min(agents, roundUpScaleMax(run.columns.maxActive));
}

/** Digits of the longest number at the axis. */
const countAxisDigits = (max: number): number => String(computeGridValues(max).at(-1) ?? 0).length;

function buildStatesPlot({ state, run, inks, height }: ChartFrame, mode: StatesMode): DistributionPlot {
  const { agents } = run.info.config;
  const look = getCurrentAppearance(state);
  const { chart } = run.info;
  const apart = findRibbonState(run, look);
  return {
    counts: run.columns,
    bands: buildStateBands(run, look, mode),
    resting: getCurrentModelWords(state).resting,
    ribbon: mode === 'all' || apart === null ? null : chart.states.indexOf(apart),
    agents,
    max: computeScaleMax(state, run, mode),
    scale: state.scale,
    width: state.plotWidth,
    height,
    inks,
  };
}

function drawStatesOverlay(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  small: boolean,
  others: Others | null,
): void {
  const { inks } = plot;
  const veiled = getVeilLeft(state);
  if (veiled !== null) coverRightPart(ctx, inks, veiled, plot.width, plot.height);
  drawScale(ctx, plot);
  for (const value of computeGridValues(plot.max)) {
    const y = getGridLineY(plot, value);
    ctx.fillStyle = inks.hair;
    const from = veiled ?? Math.max(0, convertTickToX(plot.scale, state.head) + plot.scale.pixels / 2);
    ctx.fillRect(from, y, plot.width - from, 1);
  }
  if (others) drawOtherRuns(ctx, plot, state, others);
  const read = getViewedTick(state);
  if (!state.run?.columns.has(read)) return;
  const end = Math.min(
    convertTickToX(plot.scale, state.head) + plot.scale.pixels / 2,
    plot.width - computeHeadLabelRoom(plot.width, getCurrentAppearance(state).room) + 12,
  );
  drawLabels(ctx, plot, read, end, read === state.head, !small);
  if (read !== state.head) drawBandMarks(ctx, plot, read, false);
  const pointed = getPointedTick(state);
  if (pointed !== null && state.run.columns.has(pointed)) drawBandMarks(ctx, plot, pointed, true);
}

type Others = typeof import('./otherStates.ts');

/**
 * Drawing of other runs over this one; loaded once there are some, and null until then.
 * @param hasTop true if the top of the stack has a meaning: with all agents stacked it is the same in every run
 */
function useOthers(hasTop: boolean): Others | null {
  const [others, setOthers] = useState<Others | null>(null);
  const isWanted = usePage(state => hasTop && (getCurrentWorlds(state) !== null || state.branch !== null));
  useEffect(() => {
    // Without it, the run itself is still drawn.
    if (isWanted) void import('./otherStates.ts').then(setOthers, () => {});
  }, [isWanted]);
  return isWanted ? others : null;
}

/** The top of the stack in the run from which this one branched off, and in other worlds. */
function drawOtherRuns(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  { drawOtherRunTop, drawWorldBands }: Others,
): void {
  const { branch, run } = state;
  const { from = 0, parent } = branch ?? {};
  if (parent?.columns) drawOtherRunTop(ctx, plot, parent.columns, [from + 1, parent.head]);
  const worlds = getCurrentWorlds(state);
  if (worlds === null || run === null) return;
  drawWorldBands(ctx, plot, worlds);
  drawOtherRunTop(ctx, plot, run.columns, [run.columns.first, state.head]);
}

/** A dot on each band of a round; with its number under the pointer. */
function drawBandMarks(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  tick: number,
  isPointed: boolean,
): void {
  const { inks } = plot;
  const x = convertTickToX(plot.scale, tick) + 0.5;
  let sum = 0;
  for (const { state: position } of plot.bands) {
    const count = plot.counts.count(tick, position);
    sum += count;
    if (count * 12 < plot.max) continue;
    const y = convertAgentsToY(plot, sum);
    ctx.fillStyle = inks.ink;
    ctx.beginPath();
    ctx.arc(x, y, 2.5, 0, 2 * Math.PI);
    ctx.fill();
    if (isPointed)
      drawTextLine(ctx, inks, formatGroupedInteger(count), x + 6, y + 12, { color: inks.ink, halo: inks.bg });
  }
}

/** "agents in each", "round 16", or the mean over the brushed rounds. */
function ReadOut({ small, hasTop }: { small: boolean; hasTop: boolean }) {
  const tick = usePage(getPastTick);
  const range = usePage(state => state.selection.range);
  const isBranch = usePage(state => (state.branch?.parent.columns ?? null) !== null);
  const band = usePage(state => getCurrentWorlds(state)?.active?.words);
  const run = usePage(state => state.run);
  const look = usePage(getCurrentAppearance);
  const { under } = look.states;
  const words = usePage(getCurrentModelWords);
  if (range && run) {
    const apart = findRibbonState(run, look);
    if (apart === null) return <>{`${words.tick}s ${range[0]} to ${range[1]}`}</>;
    const idle = run.info.chart.states.indexOf(apart);
    const mean =
      run.info.config.agents - run.columns.meanCount(range[0], Math.min(range[1], run.columns.head), idle);
    return (
      <>
        on average {mean.toFixed(0)} {words.active}
      </>
    );
  }
  if (tick !== null) return <>{`${words.tick} ${formatRoundNumber(tick)}`}</>;
  if (hasTop && band) return <>{band}</>;
  if (hasTop && isBranch) return <>line: without it</>;
  return <>{small ? words.agent[1] : under}</>;
}

function WarmUpWord({ gutter }: { gutter: number }) {
  const x = usePage(state => Math.max(0, convertTickToX(state.scale, 0) + state.scale.pixels / 2));
  const atHead = usePage(state => getViewedTick(state) <= 0);
  const hasOne = usePage(state => state.run === null || state.run.info.config.warmUp > 0);
  const words = usePage(getCurrentModelWords);
  if (x < 60 || !hasOne) return null;
  return (
    <span
      className={styles.veil}
      style={{ left: gutter + x - (atHead ? 14 : 7) }}
      title={`${words.tick}s played before ${words.tick} 1, so that nobody starts in an empty world; in the log, drawn paler`}
    >
      warm-up
    </span>
  );
}

/** One sentence: the counts of the round that is looked at. */
function describeStates(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = getViewedTick(state);
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${describeStateName(run.info.chart, name)}`,
  );
  const { Tick, active } = getCurrentModelWords(state);
  const text = `${Tick} ${formatRoundNumber(tick)}: ${counts.join(', ')}`;
  // The columns' maximum counts agents that have left the initial state.
  if (getCurrentAppearance(state).states.apart !== undefined) return `${text}.`;
  return `${text}; at most ${run.columns.mostActive(tick)} were ${active} at once.`;
}
