import { coverRightPart } from '../../../charts/canvas.ts';
import { drawMemoryLabels } from './beside.ts';
import { drawMemoryLanes, drawTagNames } from './lanes.ts';
import { drawMemoryLimits, drawPlaceLabels } from './limits.ts';
import { drawMemoryMoves } from './moves.ts';
import { getRunSides, type MemoryPlot } from './plot.ts';
import { getMemoryRunEdges } from './room.ts';

/** Draws memory over time; the origin is the plot's upper left corner. @param veiled where the room right of the head covers what happened; null: nowhere. */
export function drawMemoryPlot(ctx: CanvasRenderingContext2D, plot: MemoryPlot, veiled: number | null): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(plot.width, plot.wordsAt - 8), plot.height);
  ctx.clip();
  drawMemoryLanes(ctx, plot);
  drawChosenSpan(ctx, plot, plot.active, 1);
  drawChosenSpan(ctx, plot, plot.selected, 2);
  drawMemoryMoves(ctx, plot);
  drawTagNames(ctx, plot);
  ctx.restore();
  if (veiled !== null) coverRightPart(ctx, plot.inks, veiled, plot.width, plot.height);
  drawMemoryLimits(ctx, plot);
  drawPlaceLabels(ctx, plot);
  drawMemoryLabels(ctx, plot);
}

/** An outline in ink around all of a span. */
function drawChosenSpan(ctx: CanvasRenderingContext2D, plot: MemoryPlot, id: number, width: number): void {
  const span = plot.layout.spans.get(id);
  if (!span) return;
  ctx.strokeStyle = plot.inks.ink;
  ctx.lineWidth = width;
  for (const run of plot.layout[span.place].runsOf.get(id) ?? []) {
    const [left, right] = getRunSides(plot, run);
    const [top, bottom] = getMemoryRunEdges(plot.room, run);
    if (right > left) ctx.strokeRect(left, top, right - left, Math.max(1, bottom - top));
  }
}
