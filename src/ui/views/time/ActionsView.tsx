import { coverRightPart, drawTextLine } from '../../charts/canvas.ts';
import { type ActionsPlot, drawActions } from '../../charts/drawActions.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import styles from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { usePage } from '../../hooks/hooks.ts';
import { pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getSeriesInk, type SeriesAppearance } from '../../model/modelAppearance.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getCountedSpan, getPastTick, getViewedTick } from '../../state/viewState.ts';
import { describeTickSpan } from '../../words/runClock.ts';
import { loadChartTables } from './loadChartTables.ts';
import { getHeadLabelLeft } from './TimelineTools.tsx';

/** Actions of each round: flows do not show in stocks. */
export function ActionsView() {
  const read = usePage(getPastTick);
  const range = usePage(state => state.selection.range);
  const { title, what } = usePage(getCurrentAppearance).actions;
  const { tick } = usePage(getCurrentModelWords);
  return (
    <ChartCanvas
      name={`${title} per ${tick}`}
      plot={buildActionsPlot}
      ground={{ key: ({ max }) => [max], draw: drawActions }}
      draw={(ctx, plot, { state, run }) => drawActionNumbers(ctx, plot, state, run)}
      watch={selectActionsInputs}
      share={0.4}
      label={null}
      brush
      tableName={title}
      summary={describeActions}
      table={async state => (await loadChartTables()).buildActionsTable(state)}
      tools={twin => (
        <div className={styles.gutter} style={{ top: 1 }}>
          <ChartTitle title={title} twin={twin} />
          <p className="label" style={{ marginTop: -4, whiteSpace: 'nowrap' }}>
            {what && !range && `${what} `}
            {range
              ? describeTickSpan(range, tick).slice(3)
              : read === null
                ? `per ${tick}`
                : `in ${tick} ${read}`}
          </p>
        </div>
      )}
    />
  );
}

const selectActionsInputs = (state: PageState) => [
  state.run,
  state.head,
  state.scale,
  state.plotWidth,
  getViewedTick(state),
  state.selection.range,
];

function buildActionsPlot({ state, run, inks, height }: ChartFrame): ActionsPlot {
  const { chart } = run.info;
  const looks = selectCountedSeries(run, getCurrentAppearance(state).actions.stack);
  return {
    first: run.columns.first,
    head: run.columns.head,
    value: (tick, index) => sumSeriesAtTick(run, looks[index], tick),
    stack: looks.map((look, position) => ({
      series: position,
      color: getSeriesInk(look, inks, chart.states),
    })),
    max: run.columns.maxSeries,
    scale: state.scale,
    width: state.plotWidth,
    height,
    inks,
  };
}

/** The looks of series that the run counts; others are shown under their own names. */
function selectCountedSeries(
  { info }: RunState,
  looks: readonly SeriesAppearance[],
): readonly SeriesAppearance[] {
  const known = looks.filter(({ names }) => names.some(name => info.series.includes(name)));
  if (known.length > 0) return known;
  return info.series.map((name, position) => ({
    names: [name],
    hue: { state: info.chart.states[position % info.chart.states.length] },
    one: name,
    many: name,
  }));
}

function sumSeriesAtTick(run: RunState, { names }: SeriesAppearance, tick: number): number {
  let sum = 0;
  for (const name of names) {
    const index = run.info.series.indexOf(name);
    if (index >= 0) sum += run.columns.value(tick, index);
  }
  return sum;
}

/** "3 likes 3 reshares / 0 replies 1 new post", right of the head. */
function drawActionNumbers(
  ctx: CanvasRenderingContext2D,
  plot: ActionsPlot,
  state: PageState,
  run: RunState,
): void {
  const { inks } = plot;
  const { actions } = getCurrentAppearance(state);
  const numbers = collectActionNumbers(state, run);
  const { lines, width } = layoutNumberLines(ctx, inks, numbers);
  const left = Math.min(getHeadLabelLeft(state), plot.width - width);
  // Where the run ends at the right edge its last bars give way: numbers that stand in each other cannot be read.
  if (convertTickToX(state.scale, state.head) + state.scale.pixels / 2 > left - 12)
    coverRightPart(ctx, inks, left - 12, plot.width, plot.height);
  const hues = selectCountedSeries(run, actions.spoken).map(look =>
    getSeriesInk(look, inks, run.info.chart.states),
  );
  // The lowest letters of the last line are inside as well.
  const pitch = Math.min(14, (plot.height - 4) / lines.length);
  lines.forEach((line, row) => {
    let cursor = left;
    const y = pitch + 2 * Number(lines.length < 3) + row * pitch;
    for (const one of line) {
      const { value, word } = one;
      ctx.fillStyle = hues[numbers.indexOf(one)];
      ctx.fillRect(cursor, y - LEGEND_SQUARE_SIZE, LEGEND_SQUARE_SIZE, LEGEND_SQUARE_SIZE);
      cursor += LEGEND_SQUARE_SIZE + 4;
      drawTextLine(ctx, inks, String(value), cursor, y, { color: inks.ink, weight: 600, halo: inks.bg });
      cursor += ctx.measureText(String(value)).width + 3;
      drawTextLine(ctx, inks, word, cursor, y, { color: inks.ink2, halo: inks.bg });
      cursor += ctx.measureText(word).width + 8;
    }
  });
}

/** Side of the square before a number that has its bar's colour, pixels. */
const LEGEND_SQUARE_SIZE = 7;

interface Numbered {
  readonly value: number;
  readonly word: string;
}

/** Two to a line, and the width of the wider line, pixels. */
function layoutNumberLines(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  all: readonly Numbered[],
): { readonly lines: readonly (readonly Numbered[])[]; readonly width: number } {
  const lines: Numbered[][] = [];
  let [used, width] = [0, 0];
  ctx.font = `600 11px ${inks.font}`;
  all.forEach((one, place) => {
    if (place % 2 === 0) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(one);
    used += LEGEND_SQUARE_SIZE + 12 + ctx.measureText(`${one.value} ${one.word}`).width;
    width = Math.max(width, used);
  });
  return { lines, width };
}

/** Numbers of actions in the round on the screen, or in all brushed rounds. */
function collectActionNumbers(state: PageState, run: RunState): Numbered[] {
  const [first, last] = getCountedSpan(state);
  return selectCountedSeries(run, getCurrentAppearance(state).actions.spoken).map(look => {
    let value = 0;
    for (let tick = first; tick <= last; tick++) value += sumSeriesAtTick(run, look, tick);
    return { value, word: pluralizeNoun(value, look.one, look.many) };
  });
}

function describeActions(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const { Tick, tick } = getCurrentModelWords(state);
  const { range } = state.selection;
  const when = range ? describeTickSpan(range, tick) : `${Tick} ${getViewedTick(state)}`;
  return `${when}: ${collectActionNumbers(state, run)
    .map(({ value, word }) => `${value} ${word}`)
    .join(', ')}.`;
}
