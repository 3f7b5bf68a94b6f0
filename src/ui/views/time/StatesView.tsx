import { useEffect, useState } from 'react';
import { veil, write } from '../../charts/canvas.ts';
import {
  type DistributionPlot,
  drawDistribution,
  drawLabels,
  drawScale,
  gridValues,
  gridY,
  niceMax,
  yOf,
} from '../../charts/distribution.ts';
import { labelRoom, xOf } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/frame.ts';
import { Modes } from '../../controls/Modes.tsx';
import { useLayout, usePage } from '../../hooks/hooks.ts';
import { grouped } from '../../lib/words.ts';
import { lookNow, wordsNow } from '../../model/looks.ts';
import { apartOf, bandsOf, type StatesMode } from '../../model/statesBands.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { pastTick, pointedTick, shownTick } from '../../state/shown.ts';
import { worldsNow } from '../../store/slices/worldsSlice.ts';
import { stateWords } from '../../words/chartWords.ts';
import { roundNumber } from '../../words/clock.ts';
import styles from './TimeColumn.module.css';
import { veiledFrom } from './TimelineTools.tsx';
import { tables } from './tables.ts';

/** How many agents are in each state, over time. */
export function StatesView() {
  const { gutter, small } = useLayout();
  const [mode, setMode] = useState<StatesMode>('active');
  const { title, apart } = usePage(lookNow).states;
  const words = usePage(wordsNow);
  const isActive = apart !== null && mode === 'active';
  const others = useOthers(isActive);
  // The words end where the numbers of the axis begin.
  const digits = usePage(state => (state.run === null ? 0 : mostDigits(maxOf(state, state.run, mode))));
  return (
    <ChartCanvas
      name="State distribution"
      testId="distribution"
      plot={frame => plotOf(frame, mode)}
      ground={{ key: ({ max }) => [mode, max], draw: drawDistribution }}
      draw={(ctx, plot, { state }) => drawOver(ctx, plot, state, small, others)}
      watch={watchStates}
      share={0.4}
      label={`State distribution, ${isActive ? words.active : 'all'} ${words.agent[1]}`}
      told={summary}
      brush
      summary={summary}
      table={async state => (await tables()).statesTable(state)}
      beside={twin => (
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
const watchStates = (state: PageState) => [
  state.run,
  state.head,
  state.scale,
  state.plotWidth,
  shownTick(state),
  pointedTick(state),
  state.branch,
  state.worlds,
];

/** Top of the scale, in agents. */
function maxOf(state: PageState, run: RunState, mode: StatesMode): number {
  const { agents } = run.info.config;
  const isAll = mode === 'all' || apartOf(run, lookNow(state)) !== run.info.chart.initial;
  return isAll ? agents : Math.min(agents, niceMax(run.columns.maxActive));
}

/** Digits of the longest number beside the axis. */
const mostDigits = (max: number): number => String(gridValues(max).at(-1) ?? 0).length;

function plotOf({ state, run, inks, height }: ChartFrame, mode: StatesMode): DistributionPlot {
  const { agents } = run.info.config;
  const look = lookNow(state);
  const { chart } = run.info;
  const apart = apartOf(run, look);
  return {
    counts: run.columns,
    bands: bandsOf(run, look, mode),
    resting: wordsNow(state).resting,
    ribbon: mode === 'all' || apart === null ? null : chart.states.indexOf(apart),
    agents,
    max: maxOf(state, run, mode),
    scale: state.scale,
    width: state.plotWidth,
    height,
    inks,
  };
}

function drawOver(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  small: boolean,
  others: Others | null,
): void {
  const { inks } = plot;
  const veiled = veiledFrom(state);
  if (veiled !== null) veil(ctx, inks, veiled, plot.width, plot.height);
  drawScale(ctx, plot);
  for (const value of gridValues(plot.max)) {
    const y = gridY(plot, value);
    ctx.fillStyle = inks.hair;
    const from = veiled ?? Math.max(0, xOf(plot.scale, state.head) + plot.scale.pixels / 2);
    ctx.fillRect(from, y, plot.width - from, 1);
  }
  if (others) drawOthers(ctx, plot, state, others);
  const read = shownTick(state);
  if (!state.run?.columns.has(read)) return;
  const end = Math.min(
    xOf(plot.scale, state.head) + plot.scale.pixels / 2,
    plot.width - labelRoom(plot.width, lookNow(state).room) + 12,
  );
  drawLabels(ctx, plot, read, end, read === state.head, !small);
  if (read !== state.head) drawMarks(ctx, plot, read, false);
  const pointed = pointedTick(state);
  if (pointed !== null && state.run.columns.has(pointed)) drawMarks(ctx, plot, pointed, true);
}

type Others = typeof import('./otherStates.ts');

/**
 * How other runs are drawn over this one; loaded once there are some, and null until then.
 * @param hasTop whether the top of the stack says something: where all agents are stacked, it is the same in every run
 */
function useOthers(hasTop: boolean): Others | null {
  const [others, setOthers] = useState<Others | null>(null);
  const isWanted = usePage(state => hasTop && (worldsNow(state) !== null || state.branch !== null));
  useEffect(() => {
    // Where it cannot be had, the run itself is still there.
    if (isWanted) void import('./otherStates.ts').then(setOthers, () => {});
  }, [isWanted]);
  return isWanted ? others : null;
}

/** The top of the stack in the run from which this one branched off, and in other worlds. */
function drawOthers(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  { drawTop, drawWorlds }: Others,
): void {
  const { branch, run } = state;
  const { from = 0, parent } = branch ?? {};
  if (parent?.columns) drawTop(ctx, plot, parent.columns, [from + 1, parent.head]);
  const worlds = worldsNow(state);
  if (worlds === null || run === null) return;
  drawWorlds(ctx, plot, worlds);
  drawTop(ctx, plot, run.columns, [run.columns.first, state.head]);
}

/** A dot on each band of a round; with its number under the pointer. */
function drawMarks(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  tick: number,
  isPointed: boolean,
): void {
  const { inks } = plot;
  const x = xOf(plot.scale, tick) + 0.5;
  let sum = 0;
  for (const { state: position } of plot.bands) {
    const count = plot.counts.count(tick, position);
    sum += count;
    if (count * 12 < plot.max) continue;
    const y = yOf(plot, sum);
    ctx.fillStyle = inks.ink;
    ctx.beginPath();
    ctx.arc(x, y, 2.5, 0, 2 * Math.PI);
    ctx.fill();
    if (isPointed) write(ctx, inks, grouped(count), x + 6, y + 12, { color: inks.ink, halo: inks.bg });
  }
}

/** "agents in each", "round 16", or the mean over the brushed rounds. */
function ReadOut({ small, hasTop }: { small: boolean; hasTop: boolean }) {
  const tick = usePage(pastTick);
  const range = usePage(state => state.selection.range);
  const isBranch = usePage(state => (state.branch?.parent.columns ?? null) !== null);
  const band = usePage(state => worldsNow(state)?.active?.words);
  const run = usePage(state => state.run);
  const look = usePage(lookNow);
  const { under } = look.states;
  const words = usePage(wordsNow);
  if (range && run) {
    const apart = apartOf(run, look);
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
  if (tick !== null) return <>{`${words.tick} ${roundNumber(tick)}`}</>;
  if (hasTop && band) return <>{band}</>;
  if (hasTop && isBranch) return <>line: without it</>;
  return <>{small ? words.agent[1] : under}</>;
}

function WarmUpWord({ gutter }: { gutter: number }) {
  const x = usePage(state => Math.max(0, xOf(state.scale, 0) + state.scale.pixels / 2));
  const atHead = usePage(state => shownTick(state) <= 0);
  const hasOne = usePage(state => state.run === null || state.run.info.config.warmUp > 0);
  const words = usePage(wordsNow);
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
function summary(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = shownTick(state);
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${stateWords(run.info.chart, name)}`,
  );
  const { Tick, active } = wordsNow(state);
  const told = `${Tick} ${roundNumber(tick)}: ${counts.join(', ')}`;
  // The columns' maximum counts agents that have left the initial state.
  if (lookNow(state).states.apart !== undefined) return `${told}.`;
  return `${told}; at most ${run.columns.mostActive(tick)} were ${active} at once.`;
}
