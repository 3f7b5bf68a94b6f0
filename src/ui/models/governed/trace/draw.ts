import { write } from '../../../charts/canvas.ts';
import { xOf } from '../../../charts/timeScale.ts';
import { drawBeside, drawQueries, drawWords } from './labels.ts';
import { LANES, type Lane, laneYs, stateSpans, traceMarks } from './layout.ts';
import { drawLinks, drawRepeats } from './links.ts';
import { endOf, stateInk, stepOf, type TracePlot } from './plot.ts';
import { drawMark } from './signs.ts';

const LANE_LABELS: Readonly<Record<Lane, string>> = {
  state: 'state',
  answer: 'answer',
  search: 'search, hits',
  refused: 'refused, verdict',
  advice: 'advice',
};

/** Draws the whole trace; the origin is the plot's upper left corner. */
export function drawTrace(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const marks = traceMarks(plot);
  drawLanes(ctx, plot);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(plot.width, plot.wordsAt - 12), plot.height);
  ctx.clip();
  drawChosen(ctx, plot);
  drawStates(ctx, plot);
  drawLinks(ctx, plot);
  drawRepeats(ctx, plot);
  for (const mark of marks) drawMark(ctx, plot, mark, stepOf(plot, mark));
  drawBeside(ctx, plot, marks);
  ctx.restore();
  drawQueries(ctx, plot);
  drawWords(ctx, plot);
}

function drawLanes(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, height } = plot;
  const ys = laneYs(height);
  const end = endOf(plot);
  for (const lane of LANES) {
    write(ctx, inks, LANE_LABELS[lane], -14, ys[lane] + 4, { color: inks.ink2, align: 'right' });
    ctx.fillStyle = inks.hair;
    if (end > 0) ctx.fillRect(0, ys[lane], end, 1);
  }
}

function drawChosen(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const ys = laneYs(plot.height);
  const half = Math.max(4, plot.scale.pixels / 2);
  for (const row of new Set([plot.active, plot.selected])) {
    const step = plot.steps.find(other => other.row === row);
    if (!step) continue;
    const x = xOf(plot.scale, step.tick);
    ctx.globalAlpha = row === plot.selected ? 0.1 : 0.06;
    ctx.fillStyle = plot.inks.ink;
    ctx.beginPath();
    ctx.roundRect(x - half, ys.state - 14, half * 2, ys.advice - ys.state + 28, 4);
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

function drawStates(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { scale, inks } = plot;
  const y = laneYs(plot.height).state;
  const half = scale.pixels / 2;
  for (const { state, from, to } of stateSpans(plot.steps, plot.head)) {
    const left = xOf(scale, from) - half;
    const right = xOf(scale, to) + half;
    if (right < 0 || left > plot.width) continue;
    const inset = scale.pixels >= 6 ? 0.5 : 0;
    ctx.fillStyle = stateInk(plot, state);
    ctx.beginPath();
    ctx.roundRect(left + inset, y - 8, Math.max(1, right - left - 2 * inset), 16, 2);
    ctx.fill();
    ctx.font = `560 11px ${inks.font}`;
    const begin = Math.max(left, 0) + 6;
    if (ctx.measureText(state).width + 12 > right - begin) continue;
    write(ctx, inks, state, begin, y + 4, { color: inks.bg, weight: 560 });
  }
}
