import { veil } from '../../../charts/canvas.ts';
import { drawBeside } from './beside.ts';
import { drawLanes, drawNames } from './lanes.ts';
import { drawLimits, drawPlaces } from './limits.ts';
import { drawMoves } from './moves.ts';
import { type MemoryPlot, sidesOf } from './plot.ts';
import { edgesOf } from './room.ts';

/** Draws memory over time; the origin is the plot's upper left corner. @param veiled where the room right of the head covers what happened; null: nowhere. */
export function drawMemory(ctx: CanvasRenderingContext2D, plot: MemoryPlot, veiled: number | null): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(plot.width, plot.wordsAt - 8), plot.height);
  ctx.clip();
  drawLanes(ctx, plot);
  drawChosen(ctx, plot, plot.active, 1);
  drawChosen(ctx, plot, plot.selected, 2);
  drawMoves(ctx, plot);
  drawNames(ctx, plot);
  ctx.restore();
  if (veiled !== null) veil(ctx, plot.inks, veiled, plot.width, plot.height);
  drawLimits(ctx, plot);
  drawPlaces(ctx, plot);
  drawBeside(ctx, plot);
}

/** An outline in ink around all of a span. */
function drawChosen(ctx: CanvasRenderingContext2D, plot: MemoryPlot, id: number, width: number): void {
  const span = plot.layout.spans.get(id);
  if (!span) return;
  ctx.strokeStyle = plot.inks.ink;
  ctx.lineWidth = width;
  for (const run of plot.layout[span.place].runsOf.get(id) ?? []) {
    const [left, right] = sidesOf(plot, run);
    const [top, bottom] = edgesOf(plot.room, run);
    if (right > left) ctx.strokeRect(left, top, right - left, Math.max(1, bottom - top));
  }
}
