import { findLastMove } from '../../engine/log/fold.ts';
import { WARM_UP_ALPHA } from './canvas.ts';
import type { Inks } from './inks.ts';
import type { TimeScale } from './timeScale.ts';
import { convertTickToX } from './timeScale.ts';

/** Height of a row, CSS pixels. */
export const TIMELINE_ROW_HEIGHT = 13;

/** The part of an agent's history that is drawn: states entered, in order of time. */
interface TimelineHistory {
  readonly tick: readonly number[];
  readonly state: readonly number[];
}

/** The timelines as plain data; sizes in CSS pixels. */
export interface TimelinesPlot {
  /** Visible rows, top first; undefined while a history is on its way. */
  readonly rows: readonly (TimelineHistory | undefined)[];
  readonly first: number;
  readonly head: number;
  readonly initial: number;
  /** Bar height of each state, pixels: taller means more engaged. */
  readonly heights: readonly number[];
  readonly scale: TimeScale;
  readonly width: number;
  readonly inks: Inks;
  /** The colour of each row, if colours do not show states. */
  readonly fills?: readonly string[] | undefined;
}

/**
 * Draws the rows from the tick `from` on; anything to the right of it is cleared, nothing to the left
 * changes.
 */
export function drawTimelines(ctx: CanvasRenderingContext2D, plot: TimelinesPlot, from: number): void {
  const left = Math.max(from, Math.floor(plot.scale.from));
  plot.rows.forEach((row, position) => {
    if (row) drawTimelineRow(ctx, plot, row, position, left);
  });
  ctx.globalAlpha = 1;
}

function drawTimelineRow(
  ctx: CanvasRenderingContext2D,
  plot: TimelinesPlot,
  row: TimelineHistory,
  position: number,
  from: number,
): void {
  const y = position * TIMELINE_ROW_HEIGHT;
  // The last move at or before `from`; −1: none.
  let move = findLastMove(row.tick, from);
  // The current segment is drawn again from its start, so that its ends stay whole.
  const begin = move >= 0 ? row.tick[move] : plot.first;
  const clear = Math.max(0, Math.floor(convertTickToX(plot.scale, begin) - plot.scale.pixels / 2));
  ctx.clearRect(clear, y, plot.width - clear, TIMELINE_ROW_HEIGHT);
  const end = Math.min(plot.head, Math.ceil(plot.scale.from + plot.width / plot.scale.pixels));
  let start = begin;
  while (start <= end) {
    while (row.tick[move + 1] === start) move++;
    const next = Math.min(end + 1, row.tick[move + 1] ?? end + 1);
    drawTimelineSegment(ctx, plot, move >= 0 ? row.state[move] : plot.initial, start, next - 1, position);
    start = next;
  }
}

/** The columns a … b of one state; what lies before round 1 is dimmed. */
function drawTimelineSegment(
  ctx: CanvasRenderingContext2D,
  plot: TimelinesPlot,
  state: number,
  a: number,
  b: number,
  row: number,
): void {
  if (a <= 0 && b > 0) {
    drawTimelineSegment(ctx, plot, state, a, 0, row);
    a = 1;
  }
  const half = plot.scale.pixels / 2;
  const left = Math.max(0, convertTickToX(plot.scale, a) - half);
  const right = Math.min(plot.width, convertTickToX(plot.scale, b) + half);
  if (right <= left) return;
  const height = plot.heights[state];
  const inset = height > 1 && plot.scale.pixels >= 4 ? 0.5 : 0;
  ctx.globalAlpha = b <= 0 ? WARM_UP_ALPHA : height > 1 ? 1 : 0.8;
  ctx.fillStyle = plot.fills?.[row] ?? plot.inks.states[state];
  ctx.fillRect(
    left + inset,
    row * TIMELINE_ROW_HEIGHT + (TIMELINE_ROW_HEIGHT - height) / 2,
    Math.max(0.5, right - left - 2 * inset),
    height,
  );
}
