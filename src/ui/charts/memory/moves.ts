import type { Move, Span } from '../../../engine/models/librarian/detail.ts';
import { xOf } from '../../timeScale.ts';
import { disc } from '../canvas.ts';
import { type MemoryLayout, runAt } from './layout.ts';
import { endOf, type MemoryPlot } from './plot.ts';
import { middleOf } from './room.ts';

/** Above so many in the window they are drawn thin. */
const MANY = 200;

/** A move as a curve: it begins where the entry lay and ends where it lies now. */
export interface Arc {
  readonly move: Move;
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** The moves in the window. */
export function arcsOf(plot: MemoryPlot): Arc[] {
  const { trace, scale } = plot;
  const end = endOf(plot);
  return trace.moves.flatMap(move => {
    const x = xOf(scale, move.tick) - scale.pixels / 2;
    if (x < 0 || x > end) return [];
    const [y0, y1] = [heightOf(plot, move.from, move.tick - 1), heightOf(plot, move.to, move.tick)];
    return y0 === null || y1 === null ? [] : [{ move, x, y0, y1 }];
  });
}

const stackWith = (layout: MemoryLayout, { place }: Span) => layout[place];

function heightOf({ layout, room }: MemoryPlot, id: number, tick: number): number | null {
  const span = layout.spans.get(id);
  const run = span && runAt(stackWith(layout, span), id, tick);
  return run ? middleOf(room, run) : null;
}

/** From lane to lane: what went out bends to the right, what was copied back to the left. */
export function drawMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const arcs = arcsOf(plot);
  const isThin = arcs.length > MANY;
  const bend = Math.min(14, Math.max(4, plot.scale.pixels * 1.4));
  for (const { move, x, y0, y1 } of arcs) {
    const side = move.cause === 'load' ? x - bend : x + bend;
    const hue = plot.hues[move.cause];
    const path = new Path2D();
    path.moveTo(x, y0);
    path.bezierCurveTo(side, y0, side, y1, x, y1);
    ctx.strokeStyle = plot.inks.bg;
    ctx.lineWidth = 3.4;
    if (!isThin) ctx.stroke(path);
    ctx.strokeStyle = hue;
    const isChosen = plot.selected >= 0 && (move.from === plot.selected || move.to === plot.selected);
    ctx.lineWidth = isChosen ? 2.6 : isThin ? 0.8 : 1.6;
    ctx.stroke(path);
  }
  for (const arc of arcs) drawEnds(ctx, plot, arc, isThin ? 1.8 : 3);
}

/** A dot where it has come to; where it still is, because it was copied, a ring. */
function drawEnds(
  ctx: CanvasRenderingContext2D,
  { inks, hues }: MemoryPlot,
  { move, x, y0, y1 }: Arc,
  radius: number,
): void {
  const hue = hues[move.cause];
  ctx.lineWidth = 1;
  disc(ctx, x, y1, radius, hue, inks.bg);
  if (move.cause !== 'load' && move.cause !== 'save') return;
  ctx.lineWidth = 1.4;
  disc(ctx, x, y0, radius - 0.5, inks.bg, hue);
}
