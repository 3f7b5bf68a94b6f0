import type { Move, Span } from '../../../../engine/models/librarian/reports/detail.ts';
import { drawDisc } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { findRunAtTick, type MemoryLayout } from './layout.ts';
import { getMemoryPlotEnd, type MemoryPlot } from './plot.ts';
import { getMemoryRunMiddle } from './room.ts';

/** Number of moves in the window above which they are drawn thin. */
const MANY = 200;

/** A move as a curve: it begins where the entry lay and ends where it lies now. */
interface Arc {
  readonly move: Move;
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** The moves in the window. */
export function collectMoveArcs(plot: MemoryPlot): Arc[] {
  const { trace, scale } = plot;
  const end = getMemoryPlotEnd(plot);
  return trace.moves.flatMap(move => {
    const x = convertTickToX(scale, move.tick) - scale.pixels / 2;
    if (x < 0 || x > end) return [];
    const [y0, y1] = [
      findSpanHeight(plot, move.from, move.tick - 1),
      findSpanHeight(plot, move.to, move.tick),
    ];
    return y0 === null || y1 === null ? [] : [{ move, x, y0, y1 }];
  });
}

const getSpanStack = (layout: MemoryLayout, { place }: Span) => layout[place];

function findSpanHeight({ layout, room }: MemoryPlot, id: number, tick: number): number | null {
  const span = layout.spans.get(id);
  const run = span && findRunAtTick(getSpanStack(layout, span), id, tick);
  return run ? getMemoryRunMiddle(room, run) : null;
}

/** From lane to lane: what went out bends to the right, what was copied back to the left. */
export function drawMemoryMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const arcs = collectMoveArcs(plot);
  if (arcs.length > MANY) drawManyMoves(ctx, plot, mergeOverlappingArcs(arcs));
  else drawFewMoves(ctx, plot, arcs);
}

/** Draws a few moves, each with an outline that sets it apart. */
function drawFewMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot, arcs: readonly Arc[]): void {
  for (const arc of arcs) {
    const path = new Path2D();
    traceMoveCurve(path, plot, arc);
    ctx.strokeStyle = plot.inks.bg;
    ctx.lineWidth = 3.4;
    ctx.stroke(path);
    ctx.strokeStyle = plot.hues[arc.move.cause];
    ctx.lineWidth = isMoveSelected(plot, arc) ? 2.6 : 1.6;
    ctx.stroke(path);
  }
  for (const arc of arcs) drawMoveEnds(ctx, plot, arc);
}

const isMoveSelected = ({ selected }: MemoryPlot, { move }: Arc): boolean =>
  selected >= 0 && (move.from === selected || move.to === selected);

function traceMoveCurve(path: Path2D, { scale }: MemoryPlot, { move, x, y0, y1 }: Arc): void {
  const wide = Math.min(14, Math.max(4, scale.pixels * 1.4));
  const side = move.cause === 'load' ? x - wide : x + wide;
  path.moveTo(x, y0);
  path.bezierCurveTo(side, y0, side, y1, x, y1);
}

/** Distance below which curves are merged, pixels. */
const APART = 5;

/** The arcs without those that would overlap another. */
export function mergeOverlappingArcs(arcs: readonly Arc[]): Arc[] {
  const near = (value: number) => Math.round(value / APART);
  const kept = new Map(
    arcs.map(arc => [`${Math.round(arc.x)} ${arc.move.cause} ${near(arc.y0)} ${near(arc.y1)}`, arc]),
  );
  return [...kept.values()];
}

/** Draws many moves as thin lines and points, those of one cause in one stroke. */
function drawManyMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot, arcs: readonly Arc[]): void {
  const paths = new Map<Move['cause'], Path2D>();
  for (const arc of arcs) {
    const path = paths.get(arc.move.cause) ?? new Path2D();
    traceMoveCurve(path, plot, arc);
    paths.set(arc.move.cause, path);
  }
  ctx.lineWidth = 0.8;
  for (const [cause, path] of paths) {
    ctx.strokeStyle = plot.hues[cause];
    ctx.stroke(path);
  }
  for (const { move, x, y1 } of arcs) {
    ctx.fillStyle = plot.hues[move.cause];
    ctx.fillRect(x - 1.5, y1 - 1.5, 3, 3);
  }
}

/** Radius of a dot, pixels. */
const DOT = 3;

/** A dot at a move's end; a ring at its start where the entry still is, because it was copied. */
function drawMoveEnds(
  ctx: CanvasRenderingContext2D,
  { inks, hues }: MemoryPlot,
  { move, x, y0, y1 }: Arc,
): void {
  const hue = hues[move.cause];
  ctx.lineWidth = 1;
  drawDisc(ctx, x, y1, DOT, hue, inks.bg);
  if (move.cause !== 'load' && move.cause !== 'save') return;
  ctx.lineWidth = 1.4;
  drawDisc(ctx, x, y0, DOT - 0.5, inks.bg, hue);
}
