import { ticks } from 'd3-array';
import { drawTextLine } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import type { Fan } from '../../worlds/fan.ts';
import { formatBandRange, formatOutcomeValue } from '../../worlds/told.ts';

/** What the fan is drawn from, and where. */
export interface FanPlot {
  readonly fan: Fan;
  /** Ticks of the courses. */
  readonly ticks: readonly number[];
  /** The tick from which chance is anew; null where it is from the start. */
  readonly from: number | null;
  /** Place in `ticks` that the page shows. */
  readonly place: number;
  readonly unit: string;
  readonly scale: TimeScale;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** Left edge of the words beside it, pixels. */
  readonly beside: number;
  readonly inks: Inks;
}

/** Pixels within which a line is meant by the pointer. */
const NEAR = 6;

const convertValueToFanY = ({ top, bottom, fan }: FanPlot, value: number): number =>
  bottom - ((bottom - top) * (value - fan.low)) / (fan.top - fan.low || 1);

/** Draws the worlds one by one, where nine in ten of them are, their median, and the world on the screen. */
export function drawOutcomeFan(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
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

/** How far a world’s line is moved aside, pixels, so that equal ones are seen beside each other: less than half a tick, and than half of one. */
function computeLineOffset(
  { scale, fan, unit, top, bottom }: FanPlot,
  world: number,
): readonly [dx: number, dy: number] {
  const part = (factor: number) => ((world * factor) % 1) - 0.5;
  const one = unit === 'share' ? 0 : (bottom - top) / (fan.top - fan.low || 1);
  return [0.7 * scale.pixels * part(0.618034), 0.8 * one * part(0.754878)];
}

/** What the lines are at the tick on the screen, beside the last one. */
function drawFanLabels(ctx: CanvasRenderingContext2D, plot: FanPlot): void {
  const { fan, place, unit, inks, beside } = plot;
  const band = fan.bands[place];
  const own = fan.here?.values[place];
  const told = [
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
  for (const { value, text, weight } of told) {
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
  let least = NEAR;
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
export type FanHit = NonNullable<ReturnType<typeof findFanLineAt>>;
