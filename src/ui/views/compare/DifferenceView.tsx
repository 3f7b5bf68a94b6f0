import { coverRightPart, drawTextLine } from '../../charts/canvas.ts';
import { roundUpScaleMax } from '../../charts/distribution.ts';
import type { Inks } from '../../charts/inks.ts';
import { iterateTickBins } from '../../charts/iterateTickBins.ts';
import type { TimeScale } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/frame.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/looks.ts';
import { buildStateBands } from '../../model/statesBands.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/shown.ts';
import { formatRoundNumber } from '../../words/clock.ts';
import { getHeadLabelLeft, getVeilLeft } from '../time/TimelineTools.tsx';
import { selectPairInputs } from './PairStates.tsx';
import { getLastCommonTick, getPairSides } from './sides.ts';

interface DifferencePlot {
  readonly first: number;
  readonly last: number;
  /** B less A. */
  of(tick: number): number;
  /** Largest absolute value that fits. */
  readonly max: number;
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly inks: Inks;
}

/** How many more or fewer agents are active in B. */
export function DifferenceView() {
  const words = usePage(getCurrentModelWords);
  return (
    <ChartCanvas
      name="Difference"
      plot={buildDifferencePlot}
      draw={drawDifference}
      watch={selectPairInputs}
      share={0.3}
      label={`Difference: ${words.active} in B less those in A`}
      told={describeDifference}
      brush
      summary={describeDifference}
      table={buildDifferenceTable}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Difference" twin={twin} />
          <p className="label">{words.active}, B − A</p>
        </div>
      )}
    />
  );
}

/** Active agents of B less those of A, by tick; null while there are no two runs. */
function createActiveDifference(state: PageState): ((tick: number) => number) | null {
  const sides = getPairSides(state);
  if (sides === null) return null;
  const look = getCurrentAppearance(state);
  const activeIn = (side: 'a' | 'b') => {
    const { run } = sides[side];
    const bands = buildStateBands(run, look, 'active');
    return (tick: number) => bands.reduce((sum, band) => sum + run.columns.count(tick, band.state), 0);
  };
  const [inA, inB] = [activeIn('a'), activeIn('b')];
  return tick => inB(tick) - inA(tick);
}

function buildDifferencePlot({ state, run, inks, height }: ChartFrame): DifferencePlot | null {
  const of = createActiveDifference(state);
  if (of === null) return null;
  const { first } = run.columns;
  const last = getLastCommonTick(state);
  let most = 0;
  for (let tick = first; tick <= last; tick++) most = Math.max(most, Math.abs(of(tick)));
  const { scale, plotWidth } = state;
  return { first, last, of, max: roundUpScaleMax(most), scale, width: plotWidth, height, inks };
}

function drawDifference(ctx: CanvasRenderingContext2D, plot: DifferencePlot, { state }: ChartFrame): void {
  const { inks, height, max } = plot;
  const zero = Math.round(height / 2) + 0.5;
  const unit = (height / 2 - 8) / max;
  ctx.fillStyle = inks.ink3;
  for (const { left, right, first, last } of iterateTickBins(plot.scale, plot.width, plot.first, plot.last)) {
    let sum = 0;
    for (let tick = first; tick <= last; tick++) sum += plot.of(tick);
    const size = (sum / (last - first + 1)) * unit;
    const gap = right - left >= 4 ? 1 : 0;
    if (size !== 0)
      ctx.fillRect(left, Math.min(zero, zero - size), right - left - gap, Math.max(0.5, Math.abs(size)));
  }
  const veiled = getVeilLeft(state);
  if (veiled !== null) coverRightPart(ctx, inks, veiled, plot.width, height);
  ctx.fillStyle = inks.hair;
  ctx.fillRect(0, zero - 0.5, plot.width, 1);
  for (const value of [max, -max])
    drawTextLine(ctx, inks, formatSignedCount(value), -6, zero - value * unit + 4, {
      color: inks.ink3,
      align: 'right',
    });
  drawTextLine(ctx, inks, '0', -6, zero + 4, { color: inks.ink3, align: 'right' });
  const tick = getViewedTick(state);
  if (tick > plot.last) return;
  const x = getHeadLabelLeft(state);
  const value = formatSignedCount(plot.of(tick));
  drawTextLine(ctx, inks, value, x, zero + 4, { color: inks.ink, weight: 600, halo: inks.bg });
  const wide = ctx.measureText(value).width;
  drawTextLine(ctx, inks, `${getCurrentModelWords(state).active} here`, x + wide + 5, zero + 4, {
    color: inks.ink2,
    halo: inks.bg,
  });
}

/** A number with its sign: "+3", "−13". */
const formatSignedCount = (value: number): string =>
  `${value > 0 ? '+' : ''}${formatGroupedInteger(value).replace('-', '−')}`;

function describeDifference(state: PageState): string {
  const of = createActiveDifference(state);
  if (of === null) return '';
  const tick = Math.min(getViewedTick(state), getLastCommonTick(state));
  const { Tick, active } = getCurrentModelWords(state);
  return `${Tick} ${formatRoundNumber(tick)}: ${formatSignedCount(of(tick))} ${active} in B.`;
}

function buildDifferenceTable(state: PageState) {
  const of = createActiveDifference(state);
  const { Tick, active } = getCurrentModelWords(state);
  const rows: (readonly (string | number)[])[] = [];
  const first = state.run?.columns.first ?? 0;
  for (let tick = first; of !== null && tick <= getLastCommonTick(state); tick++) rows.push([tick, of(tick)]);
  return { head: [Tick, `${active}, B − A`], rows };
}
