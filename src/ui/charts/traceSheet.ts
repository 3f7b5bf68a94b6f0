import { escapeInvisibleText } from '../lib/formatCounts.ts';
import { drawTextLine } from './canvas.ts';
import type { Inks } from './inks.ts';
import { pickReadableInk } from './pickReadableInk.ts';
import { convertTickToX, findTickAtX, type TimeScale } from './timeScale.ts';

/** Space above and below the lanes that belongs to them, pixels. */
const LANE_MARGIN = 14;

/** A call trace as plain data, whatever its steps are; sizes in CSS pixels. */
export interface TraceSheet {
  readonly scale: TimeScale;
  readonly height: number;
  /** Last tick that is known. */
  readonly head: number;
  /** Width of the plot, without the gutter. */
  readonly width: number;
  /** Names of the chart's states. */
  readonly states: readonly string[];
  /** Numbers of the chosen step and of the one that the keyboard is on; null for none. */
  readonly selected: number | null;
  readonly active: number | null;
  /** Left edge of the words about the latest step, pixels from the plot's left edge. */
  readonly wordsAt: number;
  readonly inks: Inks;
}

/** The lanes of a call trace. */
export interface TraceLanes<Lane extends string> {
  /** Top to bottom. */
  readonly names: readonly Lane[];
  readonly labels: Readonly<Record<Lane, string>>;
  /** y of each lane's middle at the height that they are designed for. */
  readonly drawn: Readonly<Record<Lane, number>>;
  /** Space below the last one. */
  readonly foot: number;
}

/** y of each lane's middle; a low window brings them closer together. @param top that of the first */
export function computeLaneYs<Lane extends string>(
  { names, drawn, foot }: TraceLanes<Lane>,
  height: number,
  top = drawn[names[0]],
): Readonly<Record<Lane, number>> {
  const first = drawn[names[0]];
  const part = Math.min(1.15, (height - top - foot) / (drawn[names[names.length - 1]] - first));
  const ys: Record<Lane, number> = { ...drawn };
  for (const name of names) ys[name] = Math.round(top + (drawn[name] - first) * part);
  return ys;
}

/** Right end of the drawing in pixels: the end of the past, left of the labels. */
export const getTraceEnd = ({
  scale,
  head,
  wordsAt,
}: Pick<TraceSheet, 'scale' | 'head' | 'wordsAt'>): number =>
  Math.min(wordsAt - 12, convertTickToX(scale, head) + scale.pixels / 2);

/** Colour of a state; grey for one that the chart does not have. */
export const getTraceStateInk = (
  { states, inks }: Pick<TraceSheet, 'states' | 'inks'>,
  state: string,
): string => inks.states[states.indexOf(state)] ?? inks.ink3;

/** The tick under a point of the lanes; null above and below them. */
export const findTraceTickAt = (
  scale: TimeScale,
  [top, bottom]: readonly [top: number, bottom: number],
  x: number,
  y: number,
): number | null => (y < top - LANE_MARGIN || y > bottom + LANE_MARGIN ? null : findTickAtX(scale, x));

/** Keeps the drawing left of the words about the latest step. */
export function clipTraceSheet(ctx: CanvasRenderingContext2D, { width, height, wordsAt }: TraceSheet): void {
  ctx.beginPath();
  ctx.rect(0, 0, Math.max(0, Math.min(width, wordsAt - 12)), height);
  ctx.clip();
}

/** The labels of the lanes, and a line through each. @param lines y of each line, where it is not its lane's middle */
export function drawTraceLanes<Lane extends string>(
  ctx: CanvasRenderingContext2D,
  plot: TraceSheet,
  { names, labels }: TraceLanes<Lane>,
  ys: Readonly<Record<Lane, number>>,
  lines?: Readonly<Partial<Record<Lane, number>>>,
): void {
  const { inks } = plot;
  const end = getTraceEnd(plot);
  for (const name of names) {
    drawTextLine(ctx, inks, labels[name], -14, ys[name] + 4, { color: inks.ink2, align: 'right' });
    ctx.fillStyle = inks.hair;
    if (end > 0) ctx.fillRect(0, lines?.[name] ?? ys[name], end, 1);
  }
}

/** Marks the column of the chosen step, and of the one that the keyboard is on. @param getTick tick of a step by its number */
export function drawChosenSteps(
  ctx: CanvasRenderingContext2D,
  { scale, inks, selected, active }: TraceSheet,
  getTick: (step: number | null) => number | undefined,
  [top, bottom]: readonly [top: number, bottom: number],
): void {
  const half = Math.max(4, scale.pixels / 2);
  for (const step of new Set([active, selected])) {
    const tick = getTick(step);
    if (tick === undefined) continue;
    ctx.globalAlpha = step === selected ? 0.1 : 0.06;
    ctx.fillStyle = inks.ink;
    ctx.beginPath();
    ctx.roundRect(
      convertTickToX(scale, tick) - half,
      top - LANE_MARGIN,
      half * 2,
      bottom - top + LANE_MARGIN,
      4,
    );
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

/** A state over time, by ticks. */
export interface StateSpan {
  readonly state: string;
  readonly from: number;
  readonly to: number;
}

/** Bars of the states with their names, where there is room. @param inset space between bars, on either side */
export function drawStateSpans(
  ctx: CanvasRenderingContext2D,
  plot: TraceSheet,
  spans: readonly StateSpan[],
  y: number,
  inset: number,
): void {
  const { scale, inks } = plot;
  const half = scale.pixels / 2;
  for (const { state, from, to } of spans) {
    const [left, right] = [convertTickToX(scale, from) - half, convertTickToX(scale, to) + half];
    if (right < 0 || left > plot.width) continue;
    ctx.fillStyle = getTraceStateInk(plot, state);
    ctx.beginPath();
    ctx.roundRect(left + inset, y - 8, Math.max(1, right - left - 2 * inset), 16, 2);
    ctx.fill();
    ctx.font = `560 11px ${inks.font}`;
    const begin = Math.max(left, 0) + 6;
    const words = escapeInvisibleText(state);
    if (ctx.measureText(words).width + 12 <= right - begin)
      drawTextLine(ctx, inks, words, begin, y + 4, {
        color: pickReadableInk(getTraceStateInk(plot, state), [inks.bg, inks.ink]),
        weight: 560,
      });
  }
}
