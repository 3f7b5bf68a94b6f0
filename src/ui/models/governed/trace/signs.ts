import type { Step } from '../../../../engine/models/governed/step.ts';
import { drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import type { MarkKind, TraceMark } from './layout.ts';
import { getMissionStateInk, type TracePlot } from './plot.ts';

/** Radius of a sign: less where the steps are close together. */
const computeSignRadius = ({ scale }: TracePlot): number => Math.min(4.5, Math.max(1.5, scale.pixels * 0.36));

/** Draws a step's sign at the mark's place. */
export function drawTraceMark(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  mark: TraceMark,
  step: Step,
): void {
  ctx.lineWidth = 1.4;
  SIGNS[mark.kind](ctx, plot, mark, step);
}

type Sign = (ctx: CanvasRenderingContext2D, plot: TracePlot, mark: TraceMark, step: Step) => void;

const SIGNS: Readonly<Record<MarkKind, Sign>> = {
  tool: (ctx, plot, { x, y }) =>
    drawDisc(ctx, x, y, computeSignRadius(plot), getMissionStateInk(plot, 'searching'), null),
  reason: (ctx, plot, { x, y }) =>
    drawDisc(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.bg, plot.inks.ink3),
  unanswered: (ctx, plot, { x, y }) =>
    drawDisc(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.bg, plot.inks.hairStrong),
  finish: (ctx, plot, { x, y }) =>
    drawDiamond(
      ctx,
      x,
      y,
      computeSignRadius(plot) + 1.5,
      getMissionStateInk(plot, 'finishing'),
      plot.inks.bg,
    ),
  rejected: (ctx, plot, { x, y }) => drawCross(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.ink, 1.8),
  hits: drawHitsBox,
  refused: drawSignBox,
  verdict: (ctx, plot, { x, y }, { kind, next, phase }) =>
    drawDiamond(
      ctx,
      x,
      y,
      computeSignRadius(plot) + 3,
      getMissionStateInk(plot, kind === 'verdict' ? next : phase),
      plot.inks.bg,
    ),
  resumed: (ctx, plot, { x, y }, { phase }) =>
    drawDiamond(ctx, x, y, computeSignRadius(plot) + 2.5, plot.inks.bg, getMissionStateInk(plot, phase)),
  advice: drawAdviceSign,
};

function drawSignBox(ctx: CanvasRenderingContext2D, plot: TracePlot, { x, y }: TraceMark): void {
  const r = computeSignRadius(plot);
  ctx.fillStyle = plot.inks.bg;
  ctx.strokeStyle = plot.inks.ink;
  ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  ctx.strokeRect(x - r, y - r, 2 * r, 2 * r);
}

function drawDiamond(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  fill: string,
  stroke: string,
): void {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.strokeStyle = stroke;
  ctx.fill();
  ctx.stroke();
}

function drawCross(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  ink: string,
  width: number,
): void {
  ctx.beginPath();
  ctx.moveTo(x - r, y - r);
  ctx.lineTo(x + r, y + r);
  ctx.moveTo(x + r, y - r);
  ctx.lineTo(x - r, y + r);
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A box with the number of documents that fit; a search that was made before has a strong outline. */
function drawHitsBox(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  { x, y }: TraceMark,
  { call }: Step,
): void {
  const { inks, scale } = plot;
  const total = call?.total ?? 0;
  const isRepeat = (call?.before.length ?? 0) > 0;
  const color = getMissionStateInk(plot, 'searching');
  const half = Math.min(8, Math.max(2, scale.pixels / 2 - 1));
  const wide = total > 99 ? half + 4 : half;
  ctx.beginPath();
  ctx.roundRect(x - wide, y - half, 2 * wide, 2 * half, 3);
  ctx.fillStyle = inks.bg;
  ctx.fill();
  ctx.globalAlpha = isRepeat ? 0 : 0.22;
  ctx.fillStyle = color;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = isRepeat ? inks.ink : color;
  ctx.lineWidth = isRepeat ? 1.5 : 1;
  ctx.stroke();
  if (half < 7) return;
  const style = { color: total > 0 ? inks.ink : inks.ink3, weight: 600, align: 'center' } as const;
  drawTextLine(ctx, inks, String(total), x, y + 4, style);
}

/** Obeyed: filled with a tick; not obeyed: hollow with a cross; not answered yet: hollow. */
function drawAdviceSign(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  { x, y }: TraceMark,
  { obeyed }: Step,
): void {
  const { inks } = plot;
  const r = computeSignRadius(plot) + 1;
  drawDisc(ctx, x, y, r, obeyed === true ? inks.ink : inks.bg, inks.ink);
  if (r < 4) return;
  if (obeyed === false) drawCross(ctx, x, y, 2.2, inks.ink, 1.4);
  if (obeyed !== true) return;
  ctx.beginPath();
  ctx.moveTo(x - 2.6, y);
  ctx.lineTo(x - 0.6, y + 2);
  ctx.lineTo(x + 2.6, y - 2);
  ctx.strokeStyle = inks.bg;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}
