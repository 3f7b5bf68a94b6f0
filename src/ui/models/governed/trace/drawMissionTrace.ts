import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import { drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { drawMarkLabels, drawMissionLaneWords, drawQueryLabels } from './missionTraceLabels.ts';
import {
  computeMissionLaneYs,
  computeStateSpans,
  findRepeatedSearches,
  LANES,
  LabelRow,
  type Lane,
  layoutTraceMarks,
  type MarkKind,
  type TraceMark,
} from './missionTraceLayout.ts';
import {
  getMarkStep,
  getMissionStateInk,
  getMissionTraceEnd,
  isRefusedStep,
  type TracePlot,
} from './missionTracePlot.ts';

const LANE_LABELS: Readonly<Record<Lane, string>> = {
  state: 'state',
  answer: 'answer',
  search: 'search, hits',
  refused: 'refused, verdict',
  advice: 'advice',
};

/** Draws the whole trace; the origin is the plot's upper left corner. */
export function drawMissionTrace(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const marks = layoutTraceMarks(plot);
  drawMissionLanes(ctx, plot);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(plot.width, plot.wordsAt - 12), plot.height);
  ctx.clip();
  drawChosenMissionStep(ctx, plot);
  drawMissionStates(ctx, plot);
  drawTraceLinks(ctx, plot);
  drawRepeatBrackets(ctx, plot);
  for (const mark of marks) drawTraceMark(ctx, plot, mark, getMarkStep(plot, mark));
  drawMarkLabels(ctx, plot, marks);
  ctx.restore();
  drawQueryLabels(ctx, plot);
  drawMissionLaneWords(ctx, plot);
}

function drawMissionLanes(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, height } = plot;
  const ys = computeMissionLaneYs(height);
  const end = getMissionTraceEnd(plot);
  for (const lane of LANES) {
    drawTextLine(ctx, inks, LANE_LABELS[lane], -14, ys[lane] + 4, { color: inks.ink2, align: 'right' });
    ctx.fillStyle = inks.hair;
    if (end > 0) ctx.fillRect(0, ys[lane], end, 1);
  }
}

function drawChosenMissionStep(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const ys = computeMissionLaneYs(plot.height);
  const half = Math.max(4, plot.scale.pixels / 2);
  for (const row of new Set([plot.active, plot.selected])) {
    const step = plot.steps.find(other => other.row === row);
    if (!step) continue;
    const x = convertTickToX(plot.scale, step.tick);
    ctx.globalAlpha = row === plot.selected ? 0.1 : 0.06;
    ctx.fillStyle = plot.inks.ink;
    ctx.beginPath();
    ctx.roundRect(x - half, ys.state - 14, half * 2, ys.advice - ys.state + 28, 4);
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

function drawMissionStates(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { scale, inks } = plot;
  const y = computeMissionLaneYs(plot.height).state;
  const half = scale.pixels / 2;
  for (const { state, from, to } of computeStateSpans(plot.steps, plot.head)) {
    const left = convertTickToX(scale, from) - half;
    const right = convertTickToX(scale, to) + half;
    if (right < 0 || left > plot.width) continue;
    const inset = scale.pixels >= 6 ? 0.5 : 0;
    ctx.fillStyle = getMissionStateInk(plot, state);
    ctx.beginPath();
    ctx.roundRect(left + inset, y - 8, Math.max(1, right - left - 2 * inset), 16, 2);
    ctx.fill();
    ctx.font = `560 11px ${inks.font}`;
    const begin = Math.max(left, 0) + 6;
    if (ctx.measureText(state).width + 12 > right - begin) continue;
    drawTextLine(ctx, inks, state, begin, y + 4, { color: inks.bg, weight: 560 });
  }
}

/** Links from an answer to its search or refusal, and from the cause of an advice to the advice. */
function drawTraceLinks(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
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
const getCauseY = (step: MissionStep, ys: Readonly<Record<Lane, number>>): number =>
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
function drawRepeatBrackets(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
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

/** Radius of a sign; smaller if the steps are close together. */
const computeSignRadius = ({ scale }: TracePlot): number => Math.min(4.5, Math.max(1.5, scale.pixels * 0.36));

/** Draws a step's sign at the mark's place. */
function drawTraceMark(
  ctx: CanvasRenderingContext2D,
  plot: TracePlot,
  mark: TraceMark,
  step: MissionStep,
): void {
  ctx.lineWidth = 1.4;
  MARK_SIGNS[mark.kind](ctx, plot, mark, step);
}

type Sign = (ctx: CanvasRenderingContext2D, plot: TracePlot, mark: TraceMark, step: MissionStep) => void;

const MARK_SIGNS: Readonly<Record<MarkKind, Sign>> = {
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
  { call }: MissionStep,
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
  { obeyed }: MissionStep,
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
