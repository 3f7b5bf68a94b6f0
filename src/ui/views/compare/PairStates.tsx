import { coverRightPart, drawTextLine } from '../../charts/canvas.ts';
import {
  type Band,
  type DistributionPlot,
  drawDistribution,
  drawScale,
  roundUpScaleMax,
} from '../../charts/distribution.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { buildStateBands, findRibbonState } from '../../model/statesBands.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { loadChartTables } from '../time/loadChartTables.ts';
import { drawOtherRunTop } from '../time/otherStates.ts';
import { getHeadLabelLeft, getVeilLeft } from '../time/TimelineTools.tsx';
import styles from './Compare.module.css';
import { createInksForStates } from './lanes.ts';
import { SideBadge } from './SideBadge.tsx';
import { areWholeSets, getPairSides, type SideName } from './sides.ts';

const MARGINS = { top: 8, below: 8 };

/** Agents in each state in one of two runs; a line marks the top of the other's stack, unless that is everybody. */
export function PairStates({ side }: { readonly side: SideName }) {
  const { title } = usePage(getCurrentAppearance).states;
  const words = usePage(state => getPairSides(state)?.[side].words ?? '');
  const name = `${title} in ${side.toUpperCase()}`;
  return (
    <ChartCanvas
      name={name}
      plot={frame => buildPairStatesPlot(frame, side)}
      draw={(ctx, plot, { state }) => drawPairSide(ctx, plot, state, side)}
      watch={selectPairInputs}
      share={0.4}
      label={`${name}: ${words}`}
      spoken={state => describePairSide(state, side)}
      brush
      summary={state => describePairSide(state, side)}
      table={async state => {
        const run = getPairSides(state)?.[side].run ?? state.run;
        return (await loadChartTables()).buildStatesTable({
          ...state,
          run,
          head: run?.columns.head ?? state.head,
        });
      }}
      tools={twin => (
        <div className={chart.gutter}>
          {side === 'a' && <ChartTitle title={title} twin={twin} />}
          <p className={styles.side}>
            <SideBadge side={side} /> {side === 'b' && twin} <span title={words}>{words}</span>
          </p>
        </div>
      )}
    />
  );
}

/** Parts of the state that views of two runs are drawn from. */
export const selectPairInputs = (state: PageState) => [
  state.run,
  state.pair,
  state.head,
  state.scale,
  state.plotWidth,
  getViewedTick(state),
];

function buildPairStatesPlot({ state, inks, height }: ChartFrame, side: SideName): DistributionPlot | null {
  const sides = getPairSides(state);
  if (sides === null) return null;
  const { run } = sides[side];
  const look = getCurrentAppearance(state);
  const isAll = findRibbonState(run, look) !== run.info.chart.initial;
  const most = Math.max(sides.a.run.columns.maxActive, sides.b.run.columns.maxActive);
  const { agents } = run.info.config;
  const own = state.run?.info.chart.states ?? [];
  return {
    counts: run.columns,
    bands: buildStateBands(run, look, 'active'),
    resting: '',
    ribbon: null,
    agents,
    max: isAll ? agents : Math.min(agents, roundUpScaleMax(most)),
    scale: state.scale,
    width: state.plotWidth,
    height,
    margins: MARGINS,
    inks: createInksForStates(inks, own, run.info.chart.states),
  };
}

function drawPairSide(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  side: SideName,
): void {
  const sides = getPairSides(state);
  if (sides === null) return;
  const { inks } = plot;
  const { run: other } = sides[side === 'a' ? 'b' : 'a'];
  drawDistribution(ctx, plot, plot.counts.first);
  const look = getCurrentAppearance(state);
  // If everybody is stacked, the top is the same in every run.
  if (findRibbonState(other, look) !== null)
    drawOtherRunTop(
      ctx,
      plot,
      other.columns,
      [other.columns.first, other.columns.head],
      buildStateBands(other, look, 'active'),
    );
  const veiled = getVeilLeft(extendToLongerRun(state));
  if (veiled !== null) coverRightPart(ctx, inks, veiled, plot.width, plot.height);
  drawScale(ctx, plot);
  drawPairNumbers(ctx, plot, state);
}

/** The page as if both runs had the longer run's head, so that bands and labels align. */
const extendToLongerRun = (state: PageState): PageState => ({
  ...state,
  head: Math.max(state.head, state.pair?.run.columns.head ?? 0),
});

/** Height of a line of numbers, and the place of the first one, in pixels. */
const PAIR_LINE_HEIGHT = 15;
const PAIR_TOP = 20;

/** "196 active" and how many are in each state, right of the longer run's head. */
function drawPairNumbers(ctx: CanvasRenderingContext2D, plot: DistributionPlot, state: PageState): void {
  const { inks, counts, agents } = plot;
  const isWhole = areWholeSets(state);
  const tick = isWhole ? counts.head : getViewedTick(state);
  const { Tick, active } = getCurrentModelWords(state);
  const x = getHeadLabelLeft(extendToLongerRun(state));
  if (tick > counts.head) {
    const ended = `ends at ${Tick} ${formatGroupedInteger(counts.head)}`;
    drawTextLine(ctx, inks, ended, x, 22, { color: inks.ink2, halo: inks.bg });
    return;
  }
  const most = Math.floor((plot.height - PAIR_TOP) / PAIR_LINE_HEIGHT) + (isWhole ? 0 : 1);
  const report = { agents, active, most };
  const { lines, left } = buildSideLabels(plot.bands, position => counts.count(tick, position), report);
  ctx.font = `600 11px ${inks.font}`;
  const room = Math.max(...lines.map(({ value }) => ctx.measureText(formatGroupedInteger(value)).width));
  for (const [line, { value, words, state: position }] of lines.entries()) {
    const y = PAIR_TOP + line * PAIR_LINE_HEIGHT;
    if (position !== null) {
      ctx.fillStyle = inks.states[position];
      ctx.fillRect(x, y - 7, 7, 7);
    }
    drawTextLine(ctx, inks, formatGroupedInteger(value), x + 12 + room, y, {
      color: inks.ink,
      weight: 600,
      align: 'right',
      halo: inks.bg,
    });
    drawTextLine(ctx, inks, words, x + 17 + room, y, { color: inks.ink2, halo: inks.bg });
  }
  const notes = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(isWhole ? [`at ${Tick} ${formatGroupedInteger(tick)}, its last`] : []),
  ];
  for (const [i, note] of notes.entries())
    drawTextLine(ctx, inks, note, x, PAIR_TOP + (lines.length + i) * PAIR_LINE_HEIGHT, {
      color: inks.ink3,
      halo: inks.bg,
    });
}

function describePairSide(state: PageState, side: SideName): string {
  const sides = getPairSides(state);
  if (sides === null) return '';
  const { run, words } = sides[side];
  const { head } = run.columns;
  const tick = areWholeSets(state) ? head : Math.min(getViewedTick(state), head);
  const bands = buildStateBands(run, getCurrentAppearance(state), 'active').map(
    band => `${run.columns.count(tick, band.state)} ${band.label}`,
  );
  return `${side.toUpperCase()}, ${words}, ${getCurrentModelWords(state).Tick} ${formatRoundNumber(tick)}: ${bands.join(', ')}.`;
}

/** A number next to the bands with its meaning. */
interface SideLabel {
  readonly value: number;
  readonly words: string;
  /** Number of the state whose colour it has; null for the sum. */
  readonly state: number | null;
}

/**
 * Labels of the occupied states, the largest first, below their sum unless that is everybody.
 * @param most lines that have room; if not all states fit, the last one gives the number of the others
 * @returns the lines, and the states that are left out
 */
export function buildSideLabels(
  bands: readonly Band[],
  count: (state: number) => number,
  { agents, active, most }: { readonly agents: number; readonly active: string; readonly most: number },
): { readonly lines: readonly SideLabel[]; readonly left: number } {
  const groups = new Map<string, SideLabel>();
  for (const { label, state } of bands) {
    const value = count(state);
    const group = groups.get(label) ?? { value: 0, words: label, state };
    groups.set(label, { ...group, value: group.value + value });
  }
  const all = [...groups.values()].filter(({ value }) => value > 0).sort((p, q) => q.value - p.value);
  const sum = all.reduce((total, { value }) => total + value, 0);
  const top: readonly SideLabel[] = sum === agents ? [] : [{ value: sum, words: active, state: null }];
  const room = Math.max(1, most - top.length);
  const shown = all.length <= room ? all : all.slice(0, Math.max(1, room - 1));
  return { lines: [...top, ...shown], left: all.length - shown.length };
}
