import { drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { drawMarkLabels, drawMissionLaneWords, drawQueryLabels } from './labels.ts';
import { computeMissionLaneYs, computeStateSpans, LANES, type Lane, layoutTraceMarks } from './layout.ts';
import { drawRepeatBrackets, drawTraceLinks } from './links.ts';
import { getMarkStep, getMissionStateInk, getMissionTraceEnd, type TracePlot } from './plot.ts';
import { drawTraceMark } from './signs.ts';

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
