import type { PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { isGuardTool } from '../../../../engine/traces/guardSteps.ts';
import { SAY } from '../../../../engine/traces/traces.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import {
  clipTraceSheet,
  computeLaneYs,
  drawChosenSteps,
  drawStateSpans,
  drawTraceLanes,
  findTraceTickAt,
  getTraceStateInk,
  type TraceLanes,
  type TraceSheet,
} from '../../../charts/traceSheet.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';

/** Half of a call's box in pixels, if there is room. */
const BOX = 5;
/** Height of the highest bar of tokens, pixels. */
const HIGHEST = 26;

/** Draws the whole trace; the origin is the plot's upper left corner. */
export function drawCaseTrace(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const ys = computeCaseLaneYs(plot.height);
  drawTraceLanes(ctx, plot, CASE_LANES, ys, { tokens: ys.tokens + HIGHEST / 2 });
  ctx.save();
  clipTraceSheet(ctx, plot);
  const getTick = (number: number | null) => plot.steps.find(step => step.number === number)?.tick;
  drawChosenSteps(ctx, plot, getTick, [ys.state, ys.tokens + 16]);
  drawStateSpans(ctx, plot, computeStateStretches(plot.steps, plot.head), ys.state, 0.5);
  drawForeignMoves(ctx, plot);
  drawRepeatArcs(ctx, plot);
  drawCaseCalls(ctx, plot);
  drawTokenBars(ctx, plot);
  ctx.restore();
  drawCaseLaneWords(ctx, plot);
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
    ctx.strokeStyle = getTraceStateInk(plot, placed.state);
    ctx.fillStyle = inks.bg;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    if (placed.step.tool === SAY) ctx.arc(x, ys.call, 2.5, 0, 2 * Math.PI);
    else if (isGuardTool(placed.step.tool)) traceDiamond(ctx, x, ys.call);
    else ctx.roundRect(x - half, ys.call - BOX, 2 * half, 2 * BOX, Math.min(2, half));
    ctx.fill();
    ctx.stroke();
    drawCallResult(ctx, placed, { x, y: ys.result, ink: inks.ink, faint: inks.ink3 });
  }
}

/** The path of a guard's decision. */
function traceDiamond(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.moveTo(x, y - BOX);
  ctx.lineTo(x + BOX, y);
  ctx.lineTo(x, y + BOX);
  ctx.lineTo(x - BOX, y);
  ctx.closePath();
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
  ctx.fillStyle = inks.ink3;
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
  for (const [i, lane] of CASE_LANES.names.entries()) {
    ctx.font = `420 11px ${inks.font}`;
    const text = clipTextToWidth(ctx, escapeInvisibleText(words[i] ?? ''), room);
    drawTextLine(ctx, inks, text, wordsAt, ys[lane] + 4, {
      color: lane === 'state' ? inks.ink : inks.ink2,
      halo: inks.bg,
    });
  }
}

/** Name of a lane. */
type Lane = 'state' | 'call' | 'result' | 'tokens';

/** Lanes of a case's call trace. */
const CASE_LANES: TraceLanes<Lane> = {
  names: ['state', 'call', 'result', 'tokens'],
  labels: { state: 'state', call: 'call', result: 'result', tokens: 'tokens' },
  drawn: { state: 58, call: 128, result: 172, tokens: 222 },
  foot: 40,
};

/** A case's call trace as plain data. */
export interface TracePlot extends TraceSheet {
  readonly steps: readonly PlacedStep[];
  readonly words: readonly string[];
}

/** y of each lane's middle. */
const computeCaseLaneYs = (height: number): Readonly<Record<Lane, number>> =>
  computeLaneYs(CASE_LANES, height);

/** Number of the step under a point; null for none. */
export function findCaseStepAt({ steps, scale, height }: TracePlot, x: number, y: number): number | null {
  const lanes = computeCaseLaneYs(height);
  const tick = findTraceTickAt(scale, [lanes.state, lanes.tokens], x, y);
  return steps.find(step => step.tick === tick)?.number ?? null;
}

/** Stretches of equal states in which the case was, by ticks. */
function computeStateStretches(steps: readonly PlacedStep[], head: number) {
  const stretches: { state: string; from: number; to: number }[] = [];
  for (const { state, tick } of steps) {
    const last = stretches.at(-1);
    if (last) last.to = Math.max(last.to, tick - 1);
    if (last?.state === state) last.to = tick;
    else stretches.push({ state, from: tick, to: tick });
  }
  const last = stretches.at(-1);
  if (last) last.to = Math.max(last.to, head);
  return stretches;
}
