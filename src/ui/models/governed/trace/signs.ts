import type { Step } from '../../../../engine/models/governed/step.ts';
import { disc, write } from '../../../charts/canvas.ts';
import type { MarkKind, TraceMark } from './layout.ts';
import { stateInk, type TracePlot } from './plot.ts';

/** Radius of a sign: less where the steps are close together. */
const radiusOf = ({ scale }: TracePlot): number => Math.min(4.5, Math.max(1.5, scale.pixels * 0.36));

/** Draws a step's sign at the mark's place. */
export function drawMark(ctx: CanvasRenderingContext2D, plot: TracePlot, mark: TraceMark, step: Step): void {
  ctx.lineWidth = 1.4;
  SIGNS[mark.kind](ctx, plot, mark, step);
}

type Sign = (ctx: CanvasRenderingContext2D, plot: TracePlot, mark: TraceMark, step: Step) => void;

const SIGNS: Readonly<Record<MarkKind, Sign>> = {
  tool: (ctx, plot, { x, y }) => disc(ctx, x, y, radiusOf(plot), stateInk(plot, 'searching'), null),
  reason: (ctx, plot, { x, y }) => disc(ctx, x, y, radiusOf(plot) - 0.5, plot.inks.bg, plot.inks.ink3),
  unanswered: (ctx, plot, { x, y }) =>
    disc(ctx, x, y, radiusOf(plot) - 0.5, plot.inks.bg, plot.inks.hairStrong),
  finish: (ctx, plot, { x, y }) =>
    diamond(ctx, x, y, radiusOf(plot) + 1.5, stateInk(plot, 'finishing'), plot.inks.bg),
  rejected: (ctx, plot, { x, y }) => cross(ctx, x, y, radiusOf(plot) - 0.5, plot.inks.ink, 1.8),
  hits: drawHits,
  refused: drawBox,
  verdict: (ctx, plot, { x, y }, { kind, next, phase }) =>
    diamond(ctx, x, y, radiusOf(plot) + 3, stateInk(plot, kind === 'verdict' ? next : phase), plot.inks.bg),
  resumed: (ctx, plot, { x, y }, { phase }) =>
    diamond(ctx, x, y, radiusOf(plot) + 2.5, plot.inks.bg, stateInk(plot, phase)),
  advice: drawAdvice,
};

function drawBox(ctx: CanvasRenderingContext2D, plot: TracePlot, { x, y }: TraceMark): void {
  const r = radiusOf(plot);
  ctx.fillStyle = plot.inks.bg;
  ctx.strokeStyle = plot.inks.ink;
  ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  ctx.strokeRect(x - r, y - r, 2 * r, 2 * r);
}

function diamond(
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

function cross(
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
function drawHits(ctx: CanvasRenderingContext2D, plot: TracePlot, { x, y }: TraceMark, { call }: Step): void {
  const { inks, scale } = plot;
  const total = call?.total ?? 0;
  const isRepeat = (call?.before.length ?? 0) > 0;
  const color = stateInk(plot, 'searching');
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
  write(ctx, inks, String(total), x, y + 4, style);
}

/** Obeyed: filled with a tick; not obeyed: hollow with a cross; not answered yet: hollow. */
function drawAdvice(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  { x, y }: TraceMark,
  { obeyed }: Step,
): void {
  const { inks } = plot;
  const r = radiusOf(plot) + 1;
  disc(ctx, x, y, r, obeyed === true ? inks.ink : inks.bg, inks.ink);
  if (r < 4) return;
  if (obeyed === false) cross(ctx, x, y, 2.2, inks.ink, 1.4);
  if (obeyed !== true) return;
  ctx.beginPath();
  ctx.moveTo(x - 2.6, y);
  ctx.lineTo(x - 0.6, y + 2);
  ctx.lineTo(x + 2.6, y - 2);
  ctx.strokeStyle = inks.bg;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}
