import type { Step } from '../../engine/models/governed/step.ts';
import { xOf } from '../timeScale.ts';
import { visible } from '../words.ts';
import { adviceWords } from './adviceWords.ts';
import { write } from './canvas.ts';
import type { Inks } from './inks.ts';
import {
  LANES,
  LabelRow,
  type Lane,
  laneYs,
  type MarkKind,
  repeatedSearches,
  stateSpans,
  type TraceFrame,
  type TraceMark,
  traceMarks,
} from './traceLayout.ts';

/** A sentence with a strong beginning and a strong end; `state` gives the beginning that state's colour. */
export interface LaneSentence {
  readonly strong?: string;
  readonly rest?: string;
  readonly end?: string;
  readonly state?: string;
}
/** What stands at the right of the head, for each lane. */
export type LaneWords = Readonly<Partial<Record<Lane, LaneSentence>>>;

export interface TracePlot extends TraceFrame {
  /** Last tick that is known. */
  readonly head: number;
  /** Of the plot, without the gutter. */
  readonly width: number;
  readonly gutter: number;
  /** Names of the chart's states. */
  readonly states: readonly string[];
  /** Rows of the chosen step and of the one that the keyboard is on; −1 for none. */
  readonly selected: number;
  readonly active: number;
  /** Where words about the latest step begin, pixels from the plot's left edge. */
  readonly wordsAt: number;
  readonly words: LaneWords;
  readonly inks: Inks;
}

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

const stepOf = ({ steps }: TraceFrame, { row }: Pick<TraceMark, 'row'>): Step =>
  steps.find(step => step.row === row)!;

const stateInk = ({ states, inks }: TracePlot, state: string): string =>
  inks.states[states.indexOf(state)] ?? inks.ink3;

/** Right end of what is drawn, pixels: of what has happened, left of the words. */
const endOf = ({ scale, head, wordsAt }: TracePlot): number =>
  Math.min(wordsAt - 12, xOf(scale, head) + scale.pixels / 2);

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

/** Radius of a sign: less where the steps are close together. */
const radiusOf = ({ scale }: TracePlot): number => Math.min(4.5, Math.max(1.5, scale.pixels * 0.36));

function drawMark(ctx: CanvasRenderingContext2D, plot: TracePlot, mark: TraceMark, step: Step): void {
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
  advice: drawAdvice,
};

function drawBox(ctx: CanvasRenderingContext2D, plot: TracePlot, { x, y }: TraceMark): void {
  const r = radiusOf(plot);
  ctx.fillStyle = plot.inks.bg;
  ctx.strokeStyle = plot.inks.ink;
  ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  ctx.strokeRect(x - r, y - r, 2 * r, 2 * r);
}

function disc(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  fill: string,
  stroke: string | null,
): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(1, r), 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (stroke === null) return;
  ctx.strokeStyle = stroke;
  ctx.stroke();
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

/** From an answer to its search or its refusal, and from what led to an advice to the advice. */
function drawLinks(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { steps, scale, inks } = plot;
  const ys = laneYs(plot.height);
  ctx.lineWidth = 1;
  steps.forEach((step, position) => {
    const x = Math.round(xOf(scale, step.tick)) + 0.5;
    ctx.strokeStyle = inks.link;
    if (step.call !== null && step.call.hits !== null) line(ctx, [x, ys.answer], [x, ys.search]);
    ctx.setLineDash([2, 3]);
    if (isRefusedStep(step)) line(ctx, [x, ys.answer + 6], [x, ys.refused - 6]);
    ctx.setLineDash([]);
    ctx.strokeStyle = inks.ink3;
    if (step.kind === 'verdict' && step.advice === null) {
      const warned = steps.slice(0, position).findLast(other => other.advice !== null);
      if (warned && warned.tick === step.tick) line(ctx, [x, ys.refused + 8], [x, ys.advice]);
    }
    const cause = step.advice === null ? undefined : steps[position - 1];
    if (!cause) return;
    const [cx, cy] = [xOf(scale, cause.tick), causeY(cause, ys)];
    elbow(ctx, cx, cy, xOf(scale, step.tick), ys.advice);
    if (!isRefusedStep(cause)) disc(ctx, cx, cy, 2, inks.ink3, null);
  });
}

/** Where in its column a cause stands: a refusal in its lane, anything else at the answer. */
const causeY = (step: Step, ys: Readonly<Record<Lane, number>>): number =>
  isRefusedStep(step) ? ys.refused + 6 : ys.refused;

const isRefusedStep = ({ refused, call }: Step): boolean => refused !== null || call?.error != null;

function line(
  ctx: CanvasRenderingContext2D,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): void {
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.stroke();
}

function elbow(ctx: CanvasRenderingContext2D, ax: number, ay: number, bx: number, by: number): void {
  const turn = Math.min(8, Math.abs(bx - ax), Math.abs(by - ay));
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(ax, by - turn);
  ctx.quadraticCurveTo(ax, by, ax + turn, by);
  ctx.lineTo(bx, by);
  ctx.stroke();
}

/** Dotted brackets over searches that are the same, at most three above each other. */
function drawRepeats(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, scale } = plot;
  const y = laneYs(plot.height).search;
  const rows = [new LabelRow(), new LabelRow(), new LabelRow()];
  for (const ticks of repeatedSearches(plot.steps)) {
    const [left, right] = [xOf(scale, ticks[0]!), xOf(scale, ticks.at(-1)!)];
    const level = rows.findIndex(row => row.take(left, right));
    if (level < 0) continue;
    const top = y - 16 - level * 7;
    ctx.strokeStyle = inks.ink;
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    line(ctx, [left, top], [right, top]);
    for (const tick of ticks) line(ctx, [xOf(scale, tick), top], [xOf(scale, tick), y - 10]);
    ctx.setLineDash([]);
    const words = 'the same search';
    ctx.font = `560 11px ${inks.font}`;
    if (level > 0 || ctx.measureText(words).width + 24 > right - left) continue;
    write(ctx, inks, words, (left + right) / 2, top + 4, {
      color: inks.ink,
      weight: 560,
      align: 'center',
      halo: inks.bg,
    });
  }
}

/** What was searched for, once, below its box; new searches first, what collides is dropped. */
function drawQueries(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, scale, steps } = plot;
  const ys = laneYs(plot.height);
  const rows = ys.refused - ys.search >= 50 ? [new LabelRow(), new LabelRow()] : [new LabelRow()];
  const placed = new Set<string>();
  const asked = steps.filter(
    ({ call, tick }) =>
      call !== null && call.hits !== null && xOf(scale, tick) >= 0 && xOf(scale, tick) <= endOf(plot),
  );
  const isNew = ({ call }: Step) => call!.before.length === 0;
  for (const step of [...asked.filter(isNew), ...asked.filter(other => !isNew(other))]) {
    const query = queryOf(step);
    if (placed.has(query)) continue;
    const text = clipped(ctx, inks, query, 110);
    const wide = ctx.measureText(text).width;
    const x = Math.max(wide / 2 + 2, Math.min(xOf(scale, step.tick), endOf(plot) + 12 - wide / 2));
    const row = rows.findIndex(other => other.take(x - wide / 2, x + wide / 2));
    if (row < 0) continue;
    placed.add(query);
    write(ctx, inks, text, x, ys.search + 21 + row * 13, {
      color: inks.ink2,
      align: 'center',
      halo: inks.bg,
    });
  }
}

/** What a call asked for, in one word or a few: the query, else the tool. */
export function queryOf({ call }: Step): string {
  if (!call) return '';
  const { query } = call.args;
  return typeof query === 'string' ? query : (call.tool.split('.').at(-1) ?? call.tool);
}

/** Words beside refusals, verdicts and advice, as far as the next of them; those of the head stand at the right. */
function drawBeside(ctx: CanvasRenderingContext2D, plot: TracePlot, marks: readonly TraceMark[]): void {
  for (const lane of ['refused', 'advice'] as const) {
    const here = marks.filter(mark => mark.lane === lane);
    here.forEach((mark, position) => {
      const step = stepOf(plot, mark);
      const next = here[position + 1];
      // What is told at the right of the head is not told twice.
      if (step.tick === plot.head || (next === undefined && plot.words[lane])) return;
      const room = Math.min(next ? next.x - 14 : endOf(plot), plot.wordsAt - 8) - mark.x - 10;
      const [strong, words] = besideOf(plot, step, mark);
      const { inks } = plot;
      const [x, y] = [mark.x + 10, mark.y + 4];
      ctx.font = `560 11px ${inks.font}`;
      const wide = strong === '' ? 0 : ctx.measureText(`${strong} `).width;
      // What became of it comes first: it is said whole or not at all.
      if (room < (wide > 0 ? wide : 34)) return;
      if (wide > 0) write(ctx, inks, strong, x, y, { color: inks.ink2, weight: 560, halo: inks.bg });
      if (room - wide < 34) return;
      const text = clipped(ctx, inks, words, room - wide);
      write(ctx, inks, text, x + wide, y, { color: inks.ink2, halo: inks.bg });
    });
  }
}

/** "failed 1 of 3", "refused: …", obeyed: “the advice”. */
function besideOf(
  { steps }: TracePlot,
  step: Step,
  { kind }: TraceMark,
): readonly [strong: string, words: string] {
  if (kind === 'verdict') return ['', step.reason ?? ''];
  if (kind !== 'advice') return ['', refusalOf(step)];
  const outcome = adviceWords(step, steps);
  return [outcome && `${outcome}:`, `“${step.advice!.text}”`];
}

export function refusalOf({ failed, refused, call, kind }: Step): string {
  if (refused === null) return `error: ${call?.error ?? ''}`;
  if (kind === 'unanswered') return `unanswered: ${refused}`;
  return failed > 0 ? `failed, ${failed} in a row: ${refused}` : `refused: ${refused}`;
}

/** At the head: what holds now, lane by lane; in two lines where it is long. */
function drawWords(ctx: CanvasRenderingContext2D, plot: TracePlot): void {
  const { inks, wordsAt, width } = plot;
  const ys = laneYs(plot.height);
  const room = width - wordsAt - 8;
  if (room < 60) return;
  for (const lane of LANES) {
    const words = plot.words[lane];
    if (!words) continue;
    const isLong = lane === 'advice' || (lane === 'refused' && ys.advice - ys.refused >= 28);
    const lines = wrapped(ctx, inks, words, room, isLong ? 2 : 1);
    lines.forEach((parts, row) => {
      let x = wordsAt;
      for (const { text, strong } of parts) {
        const hue = strong && words.state ? stateInk(plot, words.state) : inks.ink;
        const style = { color: strong ? hue : inks.ink2, weight: strong ? 600 : 420, halo: inks.bg };
        write(ctx, inks, text, x, ys[lane] + 4 + row * 14, style);
        x += ctx.measureText(`${text} `).width;
      }
    });
  }
}

interface Piece {
  readonly text: string;
  readonly strong: boolean;
}

/** At most so many lines of words; the last is cut. */
function wrapped(
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

/** A text that fits, in the font of labels. */
function clipped(ctx: CanvasRenderingContext2D, inks: Inks, whole: string, room: number): string {
  const text = visible(whole);
  ctx.font = `420 11px ${inks.font}`;
  if (ctx.measureText(text).width <= room) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(`${text.slice(0, middle).trimEnd()}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).trimEnd()}…`;
}
