import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import { clipTextToWidth, drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import {
  clipTraceSheet,
  drawChosenSteps,
  drawStateSpans,
  drawTraceLanes,
  getTraceEnd,
  getTraceStateInk,
  type TraceSheet,
} from '../../../charts/traceSheet.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { describeAdviceFate, formatCallQuery, formatRefusalReason } from '../governedResources.ts';
import {
  computeMissionLaneYs,
  computeStateSpans,
  findRepeatedSearches,
  LabelRow,
  type Lane,
  layoutTraceMarks,
  type MarkKind,
  MISSION_LANES,
  type TraceFrame,
  type TraceMark,
} from './missionTraceLayout.ts';

/** Queries, each once, below its box; new searches come first, colliding ones are dropped. */
function drawQueryLabels(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, scale, steps } = plot;
  const ys = computeMissionLaneYs(plot.height);
  const rows = ys.refused - ys.search >= 50 ? [new LabelRow(), new LabelRow()] : [new LabelRow()];
  const placed = new Set<string>();
  const asked = steps.filter(
    ({ call, tick }) =>
      call !== null &&
      call.hits !== null &&
      convertTickToX(scale, tick) >= 0 &&
      convertTickToX(scale, tick) <= getTraceEnd(plot),
  );
  const isNew = ({ call }: MissionStep) => call!.before.length === 0;
  for (const step of [...asked.filter(isNew), ...asked.filter(other => !isNew(other))]) {
    const query = formatCallQuery(step);
    if (placed.has(query)) continue;
    ctx.font = `420 11px ${inks.font}`;
    const text = clipTextToWidth(ctx, escapeInvisibleText(query), 110);
    const wide = ctx.measureText(text).width;
    const x = Math.max(
      wide / 2 + 2,
      Math.min(convertTickToX(scale, step.tick), getTraceEnd(plot) + 12 - wide / 2),
    );
    const row = rows.findIndex(other => other.take(x - wide / 2, x + wide / 2));
    if (row < 0) continue;
    placed.add(query);
    drawTextLine(ctx, inks, text, x, ys.search + 21 + row * 13, {
      color: inks.ink2,
      align: 'center',
      halo: inks.bg,
    });
  }
}

/** Labels next to refusals, verdicts and advice, up to the next one; those of the head are at the right. */
function drawMarkLabels(ctx: CanvasRenderingContext2D, plot: TracePlot, marks: readonly TraceMark[]): void {
  for (const lane of ['refused', 'advice'] as const) {
    const here = marks.filter(mark => mark.lane === lane);
    here.forEach((mark, position) => {
      const step = getMarkStep(plot, mark);
      const next = here[position + 1];
      // Words at the right of the head are not repeated.
      if (step.tick === plot.head || (next === undefined && plot.words[lane])) return;
      const room = Math.min(next ? next.x - 14 : getTraceEnd(plot), plot.wordsAt - 8) - mark.x - 10;
      const [strong, words] = getMarkLabel(plot, step, mark);
      const { inks } = plot;
      const [x, y] = [mark.x + 10, mark.y + 4];
      ctx.font = `560 11px ${inks.font}`;
      const wide = strong === '' ? 0 : ctx.measureText(`${strong} `).width;
      // The outcome comes first: it is shown in full or not at all.
      if (room < (wide > 0 ? wide : 34)) return;
      if (wide > 0) drawTextLine(ctx, inks, strong, x, y, { color: inks.ink2, weight: 560, halo: inks.bg });
      if (room - wide < 34) return;
      ctx.font = `420 11px ${inks.font}`;
      const text = clipTextToWidth(ctx, escapeInvisibleText(words), room - wide);
      drawTextLine(ctx, inks, text, x + wide, y, { color: inks.ink2, halo: inks.bg });
    });
  }
}

/** "failed 1 of 3", "refused: …", obeyed: “the advice”. */
function getMarkLabel(
  { steps }: TracePlot,
  step: MissionStep,
  { kind }: TraceMark,
): readonly [strong: string, words: string] {
  if (kind === 'verdict' || kind === 'resumed') return ['', step.reason ?? ''];
  if (kind !== 'advice') return ['', formatRefusalReason(step)];
  const outcome = describeAdviceFate(step, steps);
  return [outcome && `${outcome}:`, `“${step.advice!.text}”`];
}

/** Draws the present state of each lane at the head, on two lines if it is long. */
function drawMissionLaneWords(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, wordsAt, width } = plot;
  const ys = computeMissionLaneYs(plot.height);
  const room = width - wordsAt - 8;
  if (room < 60) return;
  for (const lane of MISSION_LANES.names) {
    const words = plot.words[lane];
    if (!words) continue;
    const below = { answer: ys.search, refused: ys.advice }[lane as string] ?? ys[lane];
    const isLong = lane === 'advice' || below - ys[lane] >= 28;
    const lines = wrapLaneSentence(ctx, inks, words, room, isLong ? 2 : 1);
    lines.forEach((parts, row) => {
      let x = wordsAt;
      for (const { text, strong } of parts) {
        const hue = strong && words.state ? getTraceStateInk(plot, words.state) : inks.ink;
        const style = { color: strong ? hue : inks.ink2, weight: strong ? 600 : 420, halo: inks.bg };
        drawTextLine(ctx, inks, text, x, ys[lane] + 4 + row * 14, style);
        x += ctx.measureText(`${text} `).width;
      }
    });
  }
}

interface Piece {
  readonly text: string;
  readonly strong: boolean;
}

/** Words in at most `most` lines; the last is cut. */
function wrapLaneSentence(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  { strong = '', rest = '', end = '' }: LaneSentence,
  room: number,
  most: number,
): Piece[][] {
  const pieces = (text: string, isStrong: boolean) =>
    text
      .split(' ')
      .filter(word => word !== '')
      .map(word => ({ text: word, strong: isStrong }));
  const words = [...pieces(strong, true), ...pieces(rest, false), ...pieces(end, true)];
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of words) {
    ctx.font = `${word.strong ? 600 : 420} 11px ${inks.font}`;
    const wide = ctx.measureText(`${word.text} `).width;
    if (used > 0 && used + wide > room) {
      const line = lines.at(-1)!;
      if (lines.length === most) {
        line.push({ ...line.pop()!, text: `${words[words.indexOf(word) - 1]!.text}…` });
        break;
      }
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(word);
    used += wide;
  }
  return lines;
}

/** A sentence with a strong beginning and a strong end; `state` gives the beginning that state's colour. */
export interface LaneSentence {
  readonly strong?: string;
  readonly rest?: string;
  readonly end?: string;
  readonly state?: string;
}
/** Words to the right of the head, for each lane. */
export type LaneWords = Readonly<Partial<Record<Lane, LaneSentence>>>;

/** A mission's call trace as plain data; its steps are known by their rows. */
export interface TracePlot extends TraceFrame, TraceSheet {
  readonly gutter: number;
  readonly words: LaneWords;
}

/** The step that a mark belongs to; the mark must be of this trace. */
const getMarkStep = ({ steps }: TraceFrame, { row }: Pick<TraceMark, 'row'>): MissionStep =>
  steps.find(step => step.row === row)!;

/** True if a step was refused or its call failed. */
const isRefusedStep = ({ refused, call }: MissionStep): boolean => refused !== null || call?.error != null;

/** Draws the whole trace; the origin is the plot's upper left corner. */
export function drawMissionTrace(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const marks = layoutTraceMarks(plot);
  const ys = computeMissionLaneYs(plot.height);
  drawTraceLanes(ctx, plot, MISSION_LANES, ys);
  ctx.save();
  clipTraceSheet(ctx, plot);
  const getTick = (row: number | null) => plot.steps.find(step => step.row === row)?.tick;
  drawChosenSteps(ctx, plot, getTick, [ys.state, ys.advice + 14]);
  const inset = plot.scale.pixels >= 6 ? 0.5 : 0;
  drawStateSpans(ctx, plot, computeStateSpans(plot.steps, plot.head), ys.state, inset);
  drawTraceLinks(ctx, plot);
  drawRepeatBrackets(ctx, plot);
  for (const mark of marks) drawTraceMark(ctx, plot, mark, getMarkStep(plot, mark));
  drawMarkLabels(ctx, plot, marks);
  ctx.restore();
  drawQueryLabels(ctx, plot);
  drawMissionLaneWords(ctx, plot);
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
    drawDisc(ctx, x, y, computeSignRadius(plot), getTraceStateInk(plot, 'searching'), null),
  reason: (ctx, plot, { x, y }) =>
    drawDisc(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.bg, plot.inks.ink3),
  unanswered: (ctx, plot, { x, y }) =>
    drawDisc(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.bg, plot.inks.hairStrong),
  finish: (ctx, plot, { x, y }) =>
    drawDiamond(ctx, x, y, computeSignRadius(plot) + 1.5, getTraceStateInk(plot, 'finishing'), plot.inks.bg),
  rejected: (ctx, plot, { x, y }) => drawCross(ctx, x, y, computeSignRadius(plot) - 0.5, plot.inks.ink, 1.8),
  hits: drawHitsBox,
  refused: drawSignBox,
  verdict: (ctx, plot, { x, y }, { kind, next, phase }) =>
    drawDiamond(
      ctx,
      x,
      y,
      computeSignRadius(plot) + 3,
      getTraceStateInk(plot, kind === 'verdict' ? next : phase),
      plot.inks.bg,
    ),
  resumed: (ctx, plot, { x, y }, { phase }) =>
    drawDiamond(ctx, x, y, computeSignRadius(plot) + 2.5, plot.inks.bg, getTraceStateInk(plot, phase)),
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
  const color = getTraceStateInk(plot, 'searching');
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
