import { ticks } from 'd3-array';
import { drawTextLine } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTip } from '../../controls/chart/ChartTip.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import type { TableData } from '../../controls/tableData.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { findPinnedOutcome } from '../../worlds/courses.ts';
import { buildOutcomeFan, type Fan } from '../../worlds/fan.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import {
  describeRank,
  findCurrentPlace,
  formatBandRange,
  formatOutcomeValue,
  formatUnitSuffix,
  summarizeOutcome,
} from '../../worlds/summarizeOutcome.ts';
import { getHeadLabelLeft } from '../time/TimelineTools.tsx';
import styles from './Fan.module.css';

/** Data and place of the fan. */
export interface FanPlot {
  readonly fan: Fan;
  /** Ticks of the courses. */
  readonly ticks: readonly number[];
  /** The first tick with new draws; null if they are new from the start. */
  readonly from: number | null;
  /** Place in `ticks` that the page shows. */
  readonly place: number;
  readonly unit: string;
  readonly scale: TimeScale;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** Left edge of the labels, in pixels. */
  readonly beside: number;
  readonly inks: Inks;
}

/** Pixels within which a line is meant by the pointer. */
const FAN_HIT_DISTANCE = 6;

const convertValueToFanY = ({ top, bottom, fan }: FanPlot, value: number): number =>
  bottom - ((bottom - top) * (value - fan.low)) / (fan.top - fan.low || 1);

/** Draws the worlds one by one, the range of nine in ten of them, their median, and the world on the screen. */
function drawOutcomeFan(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
  const { fan, inks } = plot;
  drawFanAxis(ctx, plot);
  drawFanBand(ctx, plot);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.13;
  for (const { world, values } of fan.lines) {
    const [dx, dy] = computeLineOffset(plot, world.world);
    ctx.translate(dx, dy);
    strokeFanSteps(ctx, plot, values);
    ctx.translate(-dx, -dy);
  }
  ctx.globalAlpha = 1;
  const medians = fan.bands.map(band => band?.median ?? Number.NaN);
  strokeOutlinedSteps(ctx, plot, medians, { width: 1.6, dash: [2, 2] });
  if (fan.here !== null) strokeOutlinedSteps(ctx, plot, fan.here.values, { width: 2.2, dash: [] });
  drawFanLabels(ctx, plot);
}

function drawFanAxis(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
  const { fan, inks, unit, width, from, scale, top, bottom } = plot;
  for (const value of ticks(fan.low, fan.top, 4)) {
    const y = Math.round(convertValueToFanY(plot, value)) + 0.5;
    ctx.fillStyle = inks.hair;
    ctx.fillRect(0, y, width, 1);
    drawTextLine(ctx, inks, formatOutcomeValue(value, unit), 4, y - 3, { color: inks.ink3, halo: inks.bg });
  }
  if (from === null) return;
  ctx.strokeStyle = inks.ink2;
  ctx.setLineDash([1, 3]);
  ctx.beginPath();
  const x = Math.round(convertTickToX(scale, from) - scale.pixels / 2) + 0.5;
  ctx.moveTo(x, top - 6);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawFanBand(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
  const { fan, inks } = plot;
  ctx.beginPath();
  traceFanSteps(
    ctx,
    plot,
    fan.bands.map(band => band?.high ?? Number.NaN),
    1,
  );
  traceFanSteps(
    ctx,
    plot,
    fan.bands.map(band => band?.low ?? Number.NaN),
    -1,
  );
  ctx.globalAlpha = 0.09;
  ctx.fillStyle = inks.ink;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Steps through values, forwards or backwards, as one line. */
function traceFanSteps(
  ctx: CanvasRenderingContext2D,
  plot: FanPlot,
  values: ArrayLike<number>,
  way: 1 | -1,
): void {
  const { ticks: at, scale } = plot;
  const half = scale.pixels / 2;
  for (let i = 0; i < at.length; i++) {
    const place = way > 0 ? i : at.length - 1 - i;
    if (Number.isNaN(values[place])) continue;
    const y = convertValueToFanY(plot, values[place]);
    const left = convertTickToX(scale, at[Math.max(0, place - 1)]) + (place === 0 ? -half : half);
    const right = convertTickToX(scale, at[place]) + half;
    ctx.lineTo(way > 0 ? left : right, y);
    ctx.lineTo(way > 0 ? right : left, y);
  }
}

function strokeFanSteps(ctx: CanvasRenderingContext2D, plot: FanPlot, values: ArrayLike<number>): void {
  ctx.beginPath();
  traceFanSteps(ctx, plot, values, 1);
  ctx.stroke();
}

interface Stroke {
  readonly width: number;
  readonly dash: number[];
}

/** Strokes a line that stands out from those below it. */
function strokeOutlinedSteps(
  ctx: CanvasRenderingContext2D,
  plot: FanPlot,
  values: ArrayLike<number>,
  { width, dash }: Stroke,
): void {
  const { ink, bg } = plot.inks;
  ctx.strokeStyle = bg;
  ctx.lineWidth = width + 2;
  strokeFanSteps(ctx, plot, values);
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  strokeFanSteps(ctx, plot, values);
  ctx.setLineDash([]);
}

/**
 * Sideways offset of a world’s line in pixels, so that equal ones lie next to each other: less than half a tick, and
 * less than half of one.
 */
function computeLineOffset(
  { scale, fan, unit, top, bottom }: FanPlot,
  world: number,
): readonly [dx: number, dy: number] {
  const part = (factor: number) => ((world * factor) % 1) - 0.5;
  const one = unit === 'share' ? 0 : (bottom - top) / (fan.top - fan.low || 1);
  return [0.7 * scale.pixels * part(0.618034), 0.8 * one * part(0.754878)];
}

/** Labels the lines at the tick on the screen, at the right of the last one. */
function drawFanLabels(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
  const { fan, place, unit, inks, beside } = plot;
  const band = fan.bands[place];
  const own = fan.here?.values[place];
  const rows = [
    ...(own === undefined || Number.isNaN(own)
      ? []
      : [{ value: own, text: `${formatOutcomeValue(own, unit)} this run`, weight: 650 }]),
    ...(band === null || band === undefined
      ? []
      : [
          { value: band.median, text: `${formatOutcomeValue(band.median, unit)} median`, weight: 420 },
          { value: band.low, text: `${formatBandRange(band, unit)} nine in ten`, weight: 420 },
        ]),
  ].sort((a, b) => b.value - a.value);
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, text, weight } of rows) {
    const y = Math.max(last + 15, convertValueToFanY(plot, value) + 4);
    drawTextLine(ctx, inks, text, beside, y, { color: inks.ink, weight, halo: inks.bg });
    last = y;
  }
}

/** The world whose line is nearest to a place, and its value there; null for none within reach. */
export function findFanLineAt(plot: FanPlot, x: number, y: number) {
  const { fan, ticks: at, scale } = plot;
  const tick = scale.from + x / scale.pixels;
  const place = at.findIndex(one => one + 0.5 >= tick);
  if (place < 0) return null;
  let nearest: { readonly line: Fan['lines'][number]; readonly value: number } | null = null;
  let least = FAN_HIT_DISTANCE;
  for (const line of fan.lines) {
    const value = line.values[place];
    const distance = Math.abs(
      convertValueToFanY(plot, value) + computeLineOffset(plot, line.world.world)[1] - y,
    );
    if (distance <= least) [nearest, least] = [{ line, value }, distance];
  }
  return nearest;
}

/** A world that the pointer is at. */
type FanHit = NonNullable<ReturnType<typeof findFanLineAt>>;

/** Pixels of the title above the lines. */
const FAN_HEAD_HEIGHT = 34;

/** The chosen outcome of many worlds over time, in the place of the model’s own view. */
export function FanView() {
  const commands = useCommands();
  return (
    <ChartCanvas<FanPlot, FanHit>
      name="Worlds over time"
      isPlotOnly
      plot={buildFanPlot}
      draw={drawOutcomeFan}
      watch={state => [
        getCurrentWorlds(state),
        state.scale,
        state.plotWidth,
        getViewedTick(state),
        state.head,
      ]}
      share={1}
      hitTest={findFanLineAt}
      onPick={hit => {
        if (hit === null) return false;
        void commands.openWorld(normalizeWorldJob(hit.line.world));
        return true;
      }}
      tip={(hit, place) =>
        hit && (
          <ChartTip className={styles.tip ?? ''} place={place} gap={[12, 12]} width={200} height={40}>
            <FanTip hit={hit} />
          </ChartTip>
        )
      }
      label="Worlds over time"
      spoken={describeFan}
      summary={describeFan}
      table={buildFanTable}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Worlds" twin={twin} />
          <FanFigures />
        </div>
      )}
    >
      <Title />
    </ChartCanvas>
  );
}

/** The fan of the worlds that are there; made again when one more is. */
const fanNow = (() => {
  let kept: { readonly key: readonly unknown[]; readonly fan: Fan } | null = null;
  return (worlds: Worlds): Fan => {
    const key = [worlds.played, worlds.pinned, worlds.shown, worlds.origin, worlds.plan];
    if (kept === null || key.some((part, at) => part !== kept?.key[at]))
      kept = { key, fan: buildOutcomeFan(worlds, findPinnedOutcome(worlds)) };
    return kept.fan;
  };
})();

function buildFanPlot({ state, inks, height }: ChartFrame): FanPlot | null {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return null;
  const { scale, plotWidth: width } = state;
  return {
    fan: fanNow(worlds),
    ticks: worlds.ticks,
    from: worlds.plan.from,
    place: findCurrentPlace(state, worlds),
    unit: worlds.definitions[findPinnedOutcome(worlds)].unit,
    ...{
      scale,
      width,
      inks,
      top: FAN_HEAD_HEIGHT + 10,
      bottom: height - 14,
      beside: getHeadLabelLeft(state),
    },
  };
}

function Title() {
  const { Tick } = usePage(getCurrentModelWords);
  const worlds = usePage(getCurrentWorlds);
  if (worlds === null) return null;
  const { plan, definitions } = worlds;
  const { label } = definitions[findPinnedOutcome(worlds)];
  const { count, lines } = fanNow(worlds);
  const drawn = lines.length < count ? `, ${formatGroupedInteger(lines.length)} of them drawn` : '';
  const since =
    plan.from === null
      ? 'other seeds from the start'
      : `the same up to ${Tick} ${plan.from - 1}, then new random draws`;
  return (
    <p className={styles.title}>
      <b>{label}</b> in {formatGroupedInteger(count)} worlds{drawn}: {since}.
    </p>
  );
}

/** The figures at the tick on the screen. */
function FanFigures() {
  const worlds = usePage(getCurrentWorlds);
  const place = usePage(state => (worlds === null ? 0 : findCurrentPlace(state, worlds)));
  if (worlds === null) return null;
  const { band, here, rank, all, definition } = summarizeOutcome(worlds, place, findPinnedOutcome(worlds));
  const rows = [
    ['here', here === null ? '–' : formatOutcomeValue(here, definition.unit)],
    ['median', band === null ? '–' : formatOutcomeValue(band.median, definition.unit)],
    ['9 in 10', band === null ? '–' : formatBandRange(band, definition.unit)],
    ['as far', rank === null ? '–' : formatGroupedInteger(rank.level + rank.behind)],
    ['growing', formatGroupedInteger(all.filter(({ isGrowing }) => isGrowing).length)],
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dd>
            <b>{value}</b>
          </dd>
          <dt>{name}</dt>
        </div>
      ))}
    </dl>
  );
}

function FanTip({ hit: { line, value } }: { readonly hit: FanHit }) {
  const unit = usePage(state => {
    const worlds = getCurrentWorlds(state);
    return worlds === null ? '' : worlds.definitions[findPinnedOutcome(worlds)].unit;
  });
  return (
    <>
      <b>
        {formatOutcomeValue(value, unit)}
        {formatUnitSuffix(unit)}
      </b>
      <span className="label">
        {line.world.world === 0 ? 'the run itself' : `world ${line.world.world}`}; a press opens it
      </span>
    </>
  );
}

function describeFan(state: PageState): string {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return 'No worlds are there.';
  const report = summarizeOutcome(worlds, findCurrentPlace(state, worlds), findPinnedOutcome(worlds));
  const { definition, here, band } = report;
  if (here === null || band === null) return 'The first worlds are under way.';
  const { unit, label } = definition;
  return `${label} ${formatOutcomeValue(here, unit)}${formatUnitSuffix(unit)}; ${describeRank(report)}; median ${formatOutcomeValue(band.median, unit)}, nine in ten ${formatBandRange(band, unit)}.`;
}

/** A row for each tick of the courses. */
function buildFanTable(state: PageState): TableData {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return { head: [], rows: [] };
  const { bands, here } = fanNow(worlds);
  const { unit } = worlds.definitions[findPinnedOutcome(worlds)];
  const format = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : formatOutcomeValue(value, unit);
  return {
    head: [getCurrentModelWords(state).tick, 'here', 'worlds', '5 %', 'median', '95 %'],
    rows: worlds.ticks.map((tick, place) => {
      const band = bands[place];
      return [
        tick,
        format(here?.values[place]),
        band?.n ?? 0,
        format(band?.low),
        format(band?.median),
        format(band?.high),
      ];
    }),
  };
}
