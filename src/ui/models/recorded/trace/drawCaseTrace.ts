import type { PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { SAY } from '../../../../engine/traces/traces.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import {
  computeCaseLaneYs,
  computeStateStretches,
  getCaseTraceEnd,
  LANES,
  type Lane,
  type TracePlot,
} from './caseTraceLayout.ts';

const LANE_LABELS: Readonly<Record<Lane, string>> = {
  state: 'state',
  call: 'call',
  result: 'result',
  tokens: 'tokens',
};
/** Half of a call's box in pixels, if there is room. */
const BOX = 5;
/** Height of the highest bar of tokens, pixels. */
const HIGHEST = 26;

/** Draws the whole trace; the origin is the plot's upper left corner. */
export function drawCaseTrace(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  drawCaseLanes(ctx, plot);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.max(0, Math.min(plot.width, plot.wordsAt - 12)), plot.height);
  ctx.clip();
  drawChosenCaseStep(ctx, plot);
  drawCaseStates(ctx, plot);
  drawForeignMoves(ctx, plot);
  drawRepeatArcs(ctx, plot);
  drawCaseCalls(ctx, plot);
  drawTokenBars(ctx, plot);
  ctx.restore();
  drawCaseLaneWords(ctx, plot);
}

function drawCaseLanes(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, height } = plot;
  const ys = computeCaseLaneYs(height);
  const end = getCaseTraceEnd(plot);
  for (const lane of LANES) {
    drawTextLine(ctx, inks, LANE_LABELS[lane], -14, ys[lane] + 4, { color: inks.ink2, align: 'right' });
    ctx.fillStyle = inks.hair;
    if (end > 0) ctx.fillRect(0, ys[lane] + (lane === 'tokens' ? HIGHEST / 2 : 0), end, 1);
  }
}

function drawChosenCaseStep(
  ctx: CanvasRenderingContext2D,
  { steps, scale, height, inks, selected, active }: TracePlot,
): void {
  const ys = computeCaseLaneYs(height);
  const half = Math.max(4, scale.pixels / 2);
  for (const number of new Set([active, selected])) {
    const step = steps.find(other => other.number === number);
    if (!step) continue;
    ctx.globalAlpha = number === selected ? 0.1 : 0.06;
    ctx.fillStyle = inks.ink;
    ctx.beginPath();
    ctx.roundRect(
      convertTickToX(scale, step.tick) - half,
      ys.state - 14,
      half * 2,
      ys.tokens - ys.state + 30,
      4,
    );
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

/** Colour of a state; grey for one that the chart does not have. */
const getCaseStateInk = ({ states, inks }: TracePlot, state: string): string =>
  inks.states[states.indexOf(state)] ?? inks.ink3;

function drawCaseStates(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { scale, inks, steps, head } = plot;
  const y = computeCaseLaneYs(plot.height).state;
  const half = scale.pixels / 2;
  for (const { state, from, to } of computeStateStretches(steps, head)) {
    const [left, right] = [convertTickToX(scale, from) - half, convertTickToX(scale, to) + half];
    if (right < 0 || left > plot.width) continue;
    ctx.fillStyle = getCaseStateInk(plot, state);
    ctx.beginPath();
    ctx.roundRect(left + 0.5, y - 8, Math.max(1, right - left - 1), 16, 2);
    ctx.fill();
    ctx.font = `560 11px ${inks.font}`;
    const begin = Math.max(left, 0) + 6;
    const words = escapeInvisibleText(state);
    if (ctx.measureText(words).width + 12 <= right - begin)
      drawTextLine(ctx, inks, words, begin, y + 4, { color: inks.bg, weight: 560 });
  }
}

/** ▽ over a step whose move the given chart does not have. */
function drawForeignMoves(
  ctx: CanvasRenderingContext2D,
  { scale, inks, steps, height, width }: TracePlot,
): void {
  const y = computeCaseLaneYs(height).state - 12;
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 1.25;
  for (const { isForeign, tick } of steps) {
    const x = convertTickToX(scale, tick);
    if (!isForeign || x < -4 || x > width + 4) continue;
    ctx.beginPath();
    ctx.moveTo(x - 4, y - 6);
    ctx.lineTo(x + 4, y - 6);
    ctx.lineTo(x, y);
    ctx.closePath();
    ctx.stroke();
  }
}

/** Draws arcs between a call and its last repetition; solid if the result was the same, too. */
function drawRepeatArcs(ctx: CanvasRenderingContext2D, { steps, scale, height, inks }: TracePlot): void {
  const { call, state } = computeCaseLaneYs(height);
  const tickOf = new Map(steps.map(({ number, tick }) => [number, tick]));
  for (const { tick, repeats } of steps) {
    const before = repeats === null ? undefined : tickOf.get(repeats.number);
    if (repeats === null || before === undefined) continue;
    const [from, to] = [convertTickToX(scale, before), convertTickToX(scale, tick)];
    const rise = Math.min(call - state - 22, 12 + (to - from) / 8);
    ctx.beginPath();
    ctx.moveTo(from, call - BOX - 2);
    ctx.bezierCurveTo(from, call - BOX - 2 - rise, to, call - BOX - 2 - rise, to, call - BOX - 2);
    ctx.setLineDash(repeats.sameResult ? [] : [2, 3]);
    ctx.strokeStyle = repeats.sameResult ? inks.ink2 : inks.ink3;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

function drawCaseCalls(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { scale, inks, steps, height } = plot;
  const ys = computeCaseLaneYs(height);
  const half = Math.max(0.5, Math.min(BOX, scale.pixels / 2 - 1));
  for (const placed of steps) {
    const x = convertTickToX(scale, placed.tick);
    if (x < -BOX || x > plot.width + BOX) continue;
    ctx.strokeStyle = getCaseStateInk(plot, placed.state);
    ctx.fillStyle = inks.bg;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    if (placed.step.tool === SAY) ctx.arc(x, ys.call, 2.5, 0, 2 * Math.PI);
    else ctx.roundRect(x - half, ys.call - BOX, 2 * half, 2 * BOX, Math.min(2, half));
    ctx.fill();
    ctx.stroke();
    drawCallResult(ctx, placed, { x, y: ys.result, ink: inks.ink, faint: inks.ink3 });
  }
}

interface Sign {
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  readonly faint: string;
}

/** ● a result, ○ the result of the same call before, × failed. */
function drawCallResult(
  ctx: CanvasRenderingContext2D,
  { step, repeats }: PlacedStep,
  { x, y, ink, faint }: Sign,
): void {
  ctx.beginPath();
  if (step.failed) {
    ctx.moveTo(x - 3.5, y - 3.5);
    ctx.lineTo(x + 3.5, y + 3.5);
    ctx.moveTo(x + 3.5, y - 3.5);
    ctx.lineTo(x - 3.5, y + 3.5);
    ctx.strokeStyle = ink;
    ctx.stroke();
    return;
  }
  if (step.resultHash === null) return;
  ctx.arc(x, y, 3, 0, 2 * Math.PI);
  ctx.strokeStyle = faint;
  ctx.fillStyle = faint;
  if (repeats?.sameResult) ctx.stroke();
  else ctx.fill();
}

function drawTokenBars(ctx: CanvasRenderingContext2D, { scale, inks, steps, height }: TracePlot): void {
  const base = computeCaseLaneYs(height).tokens + HIGHEST / 2;
  const sums = steps.map(({ step }) => (step.tokensIn ?? 0) + (step.tokensOut ?? 0));
  const most = sums.reduce((highest, sum) => Math.max(highest, sum), 1);
  const half = Math.max(1, scale.pixels / 2 - 2);
  ctx.fillStyle = inks.hairStrong;
  for (const [i, { tick }] of steps.entries()) {
    const high = (sums[i] / most) * HIGHEST;
    if (high > 0) ctx.fillRect(convertTickToX(scale, tick) - half, base - high, 2 * half, high);
  }
}

/** Draws the latest step next to the head. */
function drawCaseLaneWords(
  ctx: CanvasRenderingContext2D,
  { inks, words, wordsAt, width, height }: TracePlot,
): void {
  const room = width - wordsAt - 8;
  if (room < 60) return;
  const ys = computeCaseLaneYs(height);
  for (const [i, lane] of LANES.entries()) {
    ctx.font = `420 11px ${inks.font}`;
    const text = clipTextToWidth(ctx, escapeInvisibleText(words[i] ?? ''), room);
    drawTextLine(ctx, inks, text, wordsAt, ys[lane] + 4, {
      color: lane === 'state' ? inks.ink : inks.ink2,
      halo: inks.bg,
    });
  }
}
