import type { Step } from '../../../../engine/models/governed/step.ts';
import { drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { computeMissionLaneYs, findRepeatedSearches, LabelRow, type Lane } from './layout.ts';
import { isRefusedStep, type TracePlot } from './plot.ts';

/** Links from an answer to its search or refusal, and from the cause of an advice to the advice. */
export function drawTraceLinks(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { steps, scale, inks } = plot;
  const ys = computeMissionLaneYs(plot.height);
  ctx.lineWidth = 1;
  steps.forEach((step, position) => {
    const x = Math.round(convertTickToX(scale, step.tick)) + 0.5;
    ctx.strokeStyle = inks.link;
    if (step.call !== null && step.call.hits !== null) drawTraceLine(ctx, [x, ys.answer], [x, ys.search]);
    ctx.setLineDash([2, 3]);
    if (isRefusedStep(step)) drawTraceLine(ctx, [x, ys.answer + 6], [x, ys.refused - 6]);
    ctx.setLineDash([]);
    ctx.strokeStyle = inks.ink3;
    if (step.kind === 'verdict' && step.advice === null) {
      const warned = steps.slice(0, position).findLast(other => other.advice !== null);
      if (warned && warned.tick === step.tick) drawTraceLine(ctx, [x, ys.refused + 8], [x, ys.advice]);
    }
    const cause = step.advice === null ? undefined : steps[position - 1];
    if (!cause) return;
    const [cx, cy] = [convertTickToX(scale, cause.tick), getCauseY(cause, ys)];
    drawTraceElbow(ctx, cx, cy, convertTickToX(scale, step.tick), ys.advice);
    if (!isRefusedStep(cause)) drawDisc(ctx, cx, cy, 2, inks.ink3, null);
  });
}

/** y of a cause in its column: a refusal in its lane, anything else at the answer. */
const getCauseY = (step: Step, ys: Readonly<Record<Lane, number>>): number =>
  isRefusedStep(step) ? ys.refused + 6 : ys.refused;

function drawTraceLine(
  ctx: CanvasRenderingContext2D,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): void {
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.stroke();
}

function drawTraceElbow(ctx: CanvasRenderingContext2D, ax: number, ay: number, bx: number, by: number): void {
  const turn = Math.min(8, Math.abs(bx - ax), Math.abs(by - ay));
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(ax, by - turn);
  ctx.quadraticCurveTo(ax, by, ax + turn, by);
  ctx.lineTo(bx, by);
  ctx.stroke();
}

/** Dotted brackets over searches that are the same, at most three above each other. */
export function drawRepeatBrackets(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, scale } = plot;
  const y = computeMissionLaneYs(plot.height).search;
  const rows = [new LabelRow(), new LabelRow(), new LabelRow()];
  for (const ticks of findRepeatedSearches(plot.steps)) {
    const [left, right] = [convertTickToX(scale, ticks[0]), convertTickToX(scale, ticks.at(-1)!)];
    const level = rows.findIndex(row => row.take(left, right));
    if (level < 0) continue;
    const top = y - 16 - level * 7;
    ctx.strokeStyle = inks.ink;
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    drawTraceLine(ctx, [left, top], [right, top]);
    for (const tick of ticks)
      drawTraceLine(ctx, [convertTickToX(scale, tick), top], [convertTickToX(scale, tick), y - 10]);
    ctx.setLineDash([]);
    const words = 'the same search';
    ctx.font = `560 11px ${inks.font}`;
    if (level > 0 || ctx.measureText(words).width + 24 > right - left) continue;
    drawTextLine(ctx, inks, words, (left + right) / 2, top + 4, {
      color: inks.ink,
      weight: 560,
      align: 'center',
      halo: inks.bg,
    });
  }
}
