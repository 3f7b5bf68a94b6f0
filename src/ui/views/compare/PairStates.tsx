import { veil, write } from '../../charts/canvas.ts';
import { type DistributionPlot, drawDistribution, drawScale, niceMax } from '../../charts/distribution.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/frame.ts';
import { usePage } from '../../hooks/hooks.ts';
import { grouped } from '../../lib/words.ts';
import { lookNow, wordsNow } from '../../model/looks.ts';
import { apartOf, bandsOf } from '../../model/statesBands.ts';
import type { PageState } from '../../state/pageState.ts';
import { shownTick } from '../../state/shown.ts';
import { roundNumber } from '../../words/clock.ts';
import { drawTop } from '../time/otherStates.ts';
import { besideHead, veiledFrom } from '../time/TimelineTools.tsx';
import { tables } from '../time/tables.ts';
import styles from './Compare.module.css';
import { inksFor } from './inksFor.ts';
import { SideBadge } from './SideBadge.tsx';
import { sideLabels } from './sideLabels.ts';
import { areWhole, type SideName, sidesOf } from './sides.ts';

const MARGINS = { top: 8, below: 8 };

/** How many agents are in each state in one of two runs; a line is the top of the other's stack, where that is not everybody. */
export function PairStates({ side }: { readonly side: SideName }) {
  const { title } = usePage(lookNow).states;
  const words = usePage(state => sidesOf(state)?.[side].words ?? '');
  const name = `${title} in ${side.toUpperCase()}`;
  return (
    <ChartCanvas
      name={name}
      plot={frame => plotOf(frame, side)}
      draw={(ctx, plot, { state }) => drawSide(ctx, plot, state, side)}
      watch={watchPair}
      share={0.4}
      label={`${name}: ${words}`}
      told={state => summaryOf(state, side)}
      brush
      summary={state => summaryOf(state, side)}
      table={async state => {
        const run = sidesOf(state)?.[side].run ?? state.run;
        return (await tables()).statesTable({ ...state, run, head: run?.columns.head ?? state.head });
      }}
      beside={twin => (
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
export const watchPair = (state: PageState) => [
  state.run,
  state.pair,
  state.head,
  state.scale,
  state.plotWidth,
  shownTick(state),
];

function plotOf({ state, inks, height }: ChartFrame, side: SideName): DistributionPlot | null {
  const sides = sidesOf(state);
  if (sides === null) return null;
  const { run } = sides[side];
  const look = lookNow(state);
  const isAll = apartOf(run, look) !== run.info.chart.initial;
  const most = Math.max(sides.a.run.columns.maxActive, sides.b.run.columns.maxActive);
  const { agents } = run.info.config;
  const own = state.run?.info.chart.states ?? [];
  return {
    counts: run.columns,
    bands: bandsOf(run, look, 'active'),
    resting: '',
    ribbon: null,
    agents,
    max: isAll ? agents : Math.min(agents, niceMax(most)),
    scale: state.scale,
    width: state.plotWidth,
    height,
    margins: MARGINS,
    inks: inksFor(inks, own, run.info.chart.states),
  };
}

function drawSide(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  state: PageState,
  side: SideName,
): void {
  const sides = sidesOf(state);
  if (sides === null) return;
  const { inks } = plot;
  const { run: other } = sides[side === 'a' ? 'b' : 'a'];
  drawDistribution(ctx, plot, plot.counts.first);
  const look = lookNow(state);
  // Where everybody is stacked, the top is the same in every run.
  if (apartOf(other, look) !== null)
    drawTop(
      ctx,
      plot,
      other.columns,
      [other.columns.first, other.columns.head],
      bandsOf(other, look, 'active'),
    );
  const veiled = veiledFrom(longest(state));
  if (veiled !== null) veil(ctx, inks, veiled, plot.width, plot.height);
  drawScale(ctx, plot);
  drawNumbers(ctx, plot, state);
}

/** The page as if the longer run's head were that of both: what is beside it is beside the bands of both. */
const longest = (state: PageState): PageState => ({
  ...state,
  head: Math.max(state.head, state.pair?.run.columns.head ?? 0),
});

/** Height of a line of numbers, and where the first one is written, pixels. */
const LINE = 15;
const TOP = 20;

/** "196 active" and how many are in each state, right of the longer run's head. */
function drawNumbers(ctx: CanvasRenderingContext2D, plot: DistributionPlot, state: PageState): void {
  const { inks, counts, agents } = plot;
  const isWhole = areWhole(state);
  const tick = isWhole ? counts.head : shownTick(state);
  const { Tick, active } = wordsNow(state);
  const x = besideHead(longest(state));
  if (tick > counts.head) {
    const ended = `ends at ${Tick} ${grouped(counts.head)}`;
    write(ctx, inks, ended, x, 22, { color: inks.ink2, halo: inks.bg });
    return;
  }
  const most = Math.floor((plot.height - TOP) / LINE) + (isWhole ? 0 : 1);
  const told = { agents, active, most };
  const { lines, left } = sideLabels(plot.bands, position => counts.count(tick, position), told);
  ctx.font = `600 11px ${inks.font}`;
  const room = Math.max(...lines.map(({ value }) => ctx.measureText(grouped(value)).width));
  for (const [line, { value, words, state: position }] of lines.entries()) {
    const y = TOP + line * LINE;
    if (position !== null) {
      ctx.fillStyle = inks.states[position];
      ctx.fillRect(x, y - 7, 7, 7);
    }
    write(ctx, inks, grouped(value), x + 12 + room, y, {
      color: inks.ink,
      weight: 600,
      align: 'right',
      halo: inks.bg,
    });
    write(ctx, inks, words, x + 17 + room, y, { color: inks.ink2, halo: inks.bg });
  }
  const notes = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(isWhole ? [`at ${Tick} ${grouped(tick)}, its last`] : []),
  ];
  for (const [i, note] of notes.entries())
    write(ctx, inks, note, x, TOP + (lines.length + i) * LINE, { color: inks.ink3, halo: inks.bg });
}

function summaryOf(state: PageState, side: SideName): string {
  const sides = sidesOf(state);
  if (sides === null) return '';
  const { run, words } = sides[side];
  const { head } = run.columns;
  const tick = areWhole(state) ? head : Math.min(shownTick(state), head);
  const bands = bandsOf(run, lookNow(state), 'active').map(
    band => `${run.columns.count(tick, band.state)} ${band.label}`,
  );
  return `${side.toUpperCase()}, ${words}, ${wordsNow(state).Tick} ${roundNumber(tick)}: ${bands.join(', ')}.`;
}
