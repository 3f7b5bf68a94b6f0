import { CLOCK_FLAGS, CLOCK_KINDS } from '../../../../engine/models/recorded/clock/clockSpans.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import { mixColors, pickReadableInk } from '../../../charts/pickReadableInk.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { fitAgentName } from '../../../model/fitAgentName.ts';
import type { ClockLane, ThinLane } from './clockLanes.ts';
import { findLaneAt } from './clockLanes.ts';
import {
  AXIS,
  type ClockPlot,
  convertTimeToX,
  getBarPlace,
  getDrawnEnd,
  getLaneMiddle,
  isBar,
  visitSpans,
} from './clockPlot.ts';
import { type ClockTick, formatClockDuration, formatClockTime, listClockTicks } from './clockTicks.ts';
import { drawGuardMark, hatchRect } from './drawMarks.ts';

/** Room for words at the end of a lane from which its tokens stand there, too. */
const WITH_TOKENS = 150;
/** Width of a call from which its tool may be written in it. */
const NAMED = 32;
/** Width of a wait in which its length is written. */
const WORDED = 84;

/** Draws axis and lanes; the origin is the upper left corner. */
export function drawClock(ctx: CanvasRenderingContext2D, plot: ClockPlot): void {
  const { lanes, scrolled, height } = plot;
  const ticks = listClockTicks(plot.window, plot.right - plot.left);
  drawGrid(ctx, plot, ticks);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, AXIS, plot.width, height - AXIS);
  ctx.clip();
  const first = Math.max(0, findLaneAt(lanes, scrolled));
  for (let i = first; i < lanes.length && lanes[i].top - scrolled < height - AXIS; i++)
    drawLane(ctx, plot, i);
  ctx.restore();
  drawNow(ctx, plot);
  drawScroll(ctx, plot);
}

function drawGrid(ctx: CanvasRenderingContext2D, plot: ClockPlot, ticks: readonly ClockTick[]): void {
  const { inks, left, right, height } = plot;
  ctx.fillStyle = inks.hair;
  for (const { at } of ticks)
    ctx.fillRect(Math.round(convertTimeToX(plot, at)), AXIS - 2, 1, height - AXIS + 2);
  if (plot.width - right - 24 > WITH_TOKENS)
    drawTextLine(ctx, inks, 'tokens', plot.width - 14, 12, { color: inks.ink2, align: 'right' });
  let free = left - 20;
  const present = placeNow(ctx, plot);
  for (const { at, label, isDay } of ticks) {
    const x = convertTimeToX(plot, at);
    const color = isDay ? inks.ink : inks.ink2;
    ctx.font = `${isDay ? 560 : 420} 11px ${inks.font}`;
    const half = ctx.measureText(label).width / 2;
    const isUnderNow = present !== null && Math.abs(x - present.middle) < half + present.half + 4;
    if (x - half < free + 8 || x + half > right + 24 || isUnderNow) continue;
    drawTextLine(ctx, inks, label, x, 12, { color, align: 'center', weight: isDay ? 560 : 420 });
    free = x + half;
  }
}

/** Place of the present's line and of its time above; null if it is not on the screen. */
function placeNow(ctx: CanvasRenderingContext2D, plot: ClockPlot) {
  const { now, inks, left, right } = plot;
  if (now === null) return null;
  const x = Math.round(convertTimeToX(plot, now));
  if (x < left || x > right + 1) return null;
  const label = formatClockTime(now, 1000);
  ctx.font = `600 11px ${inks.font}`;
  const half = ctx.measureText(label).width / 2 + 6;
  return { x, label, half, middle: Math.min(x, plot.width - half - 2) };
}

/** The present: a line through all lanes, with its time. Nothing is drawn right of it. */
function drawNow(ctx: CanvasRenderingContext2D, plot: ClockPlot): void {
  const { inks, height } = plot;
  const place = placeNow(ctx, plot);
  if (place === null) return;
  const { x, label, half, middle } = place;
  ctx.fillStyle = inks.ink;
  ctx.fillRect(x, AXIS - 2, 1, height - AXIS + 2);
  ctx.beginPath();
  ctx.roundRect(middle - half, 1, 2 * half, 17, 4);
  ctx.fill();
  drawTextLine(ctx, inks, label, middle, 13, { color: inks.bg, align: 'center', weight: 600 });
}

/** The place of what is seen among all lanes. */
function drawScroll(
  ctx: CanvasRenderingContext2D,
  { lanes, scrolled, width, height, inks }: ClockPlot,
): void {
  const last = lanes.at(-1);
  const all = last === undefined ? 0 : last.top + last.height;
  const room = height - AXIS;
  if (all <= room) return;
  const size = Math.max(16, (room / all) * room);
  ctx.fillStyle = inks.hairStrong;
  ctx.beginPath();
  ctx.roundRect(width - 5, AXIS + (scrolled / (all - room)) * (room - size), 3, size, 1.5);
  ctx.fill();
}

function drawLane(ctx: CanvasRenderingContext2D, plot: ClockPlot, position: number): void {
  const { inks, scrolled, width, selected, active } = plot;
  const lane = plot.lanes[position];
  const top = AXIS + lane.top - scrolled;
  const isActive = active?.lane === position;
  if (lane.agent === selected || isActive) {
    ctx.globalAlpha = lane.agent === selected ? 1 : 0.6;
    ctx.fillStyle = inks.hover;
    ctx.fillRect(0, top, width, lane.height);
    ctx.globalAlpha = 1;
  }
  if (lane.agent === selected) {
    ctx.fillStyle = inks.ink;
    ctx.fillRect(0, top, 2, lane.height);
  }
  if (lane.depth === 0 && position > 0) {
    ctx.fillStyle = inks.hair;
    ctx.fillRect(16, top - 1, width - 32, 1);
  }
  drawLaneName(ctx, plot, lane, top);
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.left, top, plot.right - plot.left, lane.height);
  ctx.clip();
  drawLaneTime(ctx, plot, lane, top);
  ctx.restore();
  if (lane.part === 0) drawLaneEnd(ctx, plot, lane, top);
}

function drawLaneName(ctx: CanvasRenderingContext2D, plot: ClockPlot, lane: ClockLane, top: number): void {
  const { inks, left, selected, names } = plot;
  const { agent, part, depth, height, below, isOpen } = lane;
  const x = 16 + depth * 12;
  if (below.length > 0)
    drawChevron(
      ctx,
      x + 4,
      top + (height >= 30 && (describeLane(plot, lane).about !== '' || !hasEnds(plot)) ? 11 : height / 2),
      isOpen,
      inks.ink2,
    );
  const at = x + 16;
  const room = left - at - 12;
  const { title, about: runner } = describeLane(plot, lane);
  // Where nothing fits at the right, what the case does is more urgent than what runs it.
  const about = part > 0 || hasEnds(plot) ? runner : escapeInvisibleText(plot.ends(agent).words);
  ctx.font = `${agent === selected ? 600 : 500} 12px ${inks.font}`;
  const isWhole = part > 0 || ctx.measureText(title).width <= room;
  const name = isWhole ? clipTextToWidth(ctx, title, room) : fitAgentName(ctx, names, agent, '', room);
  const weight = agent === selected && part === 0 ? 600 : depth === 0 ? 500 : 420;
  const isWide = height >= 30;
  drawTextLine(
    ctx,
    inks,
    escapeInvisibleText(name),
    at,
    top + (isWide && about !== '' ? 15 : height / 2 + 4),
    {
      color: depth === 0 ? inks.ink : inks.ink2,
      size: depth === 0 ? 12 : 11,
      weight,
    },
  );
  if (!isWide || about === '') return;
  ctx.font = `420 11px ${inks.font}`;
  drawTextLine(ctx, inks, clipTextToWidth(ctx, about, room), at, top + 28, { color: inks.ink3 });
}

/** Name of a lane, and what ran it. */
export function describeLane(
  { report, names }: Pick<ClockPlot, 'report' | 'names'>,
  { agent, part, below }: Pick<ClockLane, 'agent' | 'part' | 'below'>,
): { readonly title: string; readonly about: string } {
  const own = report.agents.get(agent)?.[part];
  const title = part > 0 ? own || 'no name' : (names[agent] ?? '').replace(/ \+\d+$/, '');
  const runner = report.runners[report.runner[agent]];
  const sent = below.length === 0 ? '' : `${below.length} sub-agent${below.length === 1 ? '' : 's'}`;
  return {
    title: escapeInvisibleText(title),
    about: escapeInvisibleText([runner, sent].filter(Boolean).join(', ')),
  };
}

function drawChevron(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  isOpen: boolean,
  ink: string,
): void {
  ctx.beginPath();
  if (isOpen) {
    ctx.moveTo(x - 4, y - 2);
    ctx.lineTo(x, y + 2);
    ctx.lineTo(x + 4, y - 2);
  } else {
    ctx.moveTo(x - 2, y - 4);
    ctx.lineTo(x + 2, y);
    ctx.lineTo(x - 2, y + 4);
  }
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

/** True if there is room for words at the end of a lane. */
const hasEnds = ({ width, right }: Pick<ClockPlot, 'width' | 'right'>): boolean => width - right - 24 >= 60;

function drawLaneEnd(ctx: CanvasRenderingContext2D, plot: ClockPlot, lane: ClockLane, top: number): void {
  const { inks, right, width } = plot;
  const room = width - right - 24;
  if (!hasEnds(plot)) return;
  const { words, isStrong, tokens } = plot.ends(lane.agent);
  const y = top + lane.height / 2 + 4;
  const weight = isStrong ? 600 : 420;
  const hasTokens = room > WITH_TOKENS;
  if (hasTokens) drawTextLine(ctx, inks, tokens, width - 14, y, { color: inks.ink2, align: 'right' });
  ctx.font = `${weight} 11px ${inks.font}`;
  const text = clipTextToWidth(ctx, escapeInvisibleText(words), room - (hasTokens ? 56 : 8));
  drawTextLine(ctx, inks, text, right + 16, y, { color: isStrong ? inks.ink : inks.ink2, weight });
}

/** The gap line, the bars, the folded sub-agents and the guard's decisions of a lane. */
function drawLaneTime(ctx: CanvasRenderingContext2D, plot: ClockPlot, lane: ClockLane, top: number): void {
  const middle = Math.round(top + getLaneMiddle(lane.height));
  drawGapLine(ctx, plot, lane, middle);
  drawWhereabouts(ctx, plot, lane, middle);
  const bars = new BarWriter(ctx, plot, lane, top);
  const marks: number[] = [];
  visitSpans(plot, lane, span => {
    if (isBar(plot.report, span)) bars.draw(span);
    else marks.push(span);
  });
  bars.finish();
  if (!lane.isOpen) drawThinLanes(ctx, plot, lane.below, middle + (lane.height >= 30 ? 10 : 8));
  let free = Number.NEGATIVE_INFINITY;
  for (const span of marks) {
    const x = convertTimeToX(plot, plot.report.begin[span]);
    if (x < free) continue;
    drawGuardMark(ctx, plot.inks, {
      x,
      y: top + getBarPlace(plot.report, span, lane.height).middle,
      kind: CLOCK_KINDS[plot.report.kind[span]],
      isNoted: (plot.report.flags[span] & CLOCK_FLAGS.noted) !== 0,
    });
    free = x + 4;
  }
}

/** A hairline from the first to the last moment that has been played. */
function drawGapLine(ctx: CanvasRenderingContext2D, plot: ClockPlot, lane: ThinLane, y: number): void {
  const stretch = measurePlayed(plot, lane);
  if (stretch === null) return;
  const from = Math.max(plot.left, convertTimeToX(plot, stretch.from));
  const until = Math.min(plot.right, convertTimeToX(plot, stretch.until));
  if (until <= from) return;
  ctx.fillStyle = plot.inks.hairStrong;
  ctx.fillRect(from, y, until - from, 1);
}

/** An arrow at the edge behind which a lane has its time, if none of it is on the screen. */
function drawWhereabouts(ctx: CanvasRenderingContext2D, plot: ClockPlot, lane: ThinLane, y: number): void {
  const stretch = measurePlayed(plot, lane);
  if (stretch === null) return;
  const isEarlier = stretch.until < plot.window.from;
  if (!isEarlier && stretch.from <= plot.window.until) return;
  const [x, by] = isEarlier ? [plot.left + 3, 4] : [plot.right - 3, -4];
  ctx.strokeStyle = plot.inks.ink3;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  ctx.moveTo(x + by, y - 4);
  ctx.lineTo(x, y);
  ctx.lineTo(x + by, y + 4);
  ctx.stroke();
}

/** First and last moment of a lane up to the tick that is looked at; null before its first. */
function measurePlayed(
  plot: Pick<ClockPlot, 'report' | 'viewed' | 'now'>,
  { agent, part }: ThinLane,
): { readonly from: number; readonly until: number } | null {
  const { report, viewed } = plot;
  const { first, lane, tick, begin, reach } = report;
  let [from, until] = [first[agent], first[agent + 1] - 1];
  const isIn = (span: number) => lane[span] === part && tick[span] <= viewed;
  while (from <= until && !isIn(from)) from++;
  while (until > from && !isIn(until)) until--;
  if (from > until) return null;
  const end = getDrawnEnd(plot, until);
  // Among several agents the latest moment of all would be another one's.
  return { from: begin[from], until: report.agents.has(agent) ? end : Math.max(reach[until], end) };
}

/** Lines of folded sub-agents, so many under one another. */
const THIN_ROWS = 3;

function drawThinLanes(
  ctx: CanvasRenderingContext2D,
  plot: ClockPlot,
  below: readonly ThinLane[],
  y: number,
): void {
  const ends = [0, 0, 0].map(() => Number.NEGATIVE_INFINITY);
  ctx.fillStyle = plot.inks.ink3;
  for (const one of below) {
    const stretch = measurePlayed(plot, one);
    if (stretch === null) continue;
    const from = convertTimeToX(plot, stretch.from);
    const until = Math.max(from + 2, convertTimeToX(plot, stretch.until));
    const free = ends.findIndex(end => end <= from - 1);
    const row = free < 0 ? THIN_ROWS - 1 : free;
    ends[row] = Math.max(ends[row], until);
    if (until < plot.left || from > plot.right) continue;
    ctx.fillRect(from, y + row * 2.5, until - from, 1.5);
  }
}

/** Opacity of a bar whose step has not ended. */
const OPEN_ALPHA = 0.5;
const [MODEL, PERSON] = (['model', 'person'] as const).map(kind => CLOCK_KINDS.indexOf(kind));

/** A bar that is wide enough for a word, CSS pixels. */
interface NamedBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fill: string;
}

/** Draws the bars of one lane; those below a pixel that fall on one are one. */
class BarWriter {
  readonly #filled: number[] = [];
  #crossedUntil = Number.NEGATIVE_INFINITY;
  #outlined: readonly [x: number, y: number, w: number, h: number] | null = null;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly plot: ClockPlot,
    private readonly lane: ClockLane,
    private readonly top: number,
  ) {}

  draw(span: number): void {
    const { plot, ctx, lane } = this;
    const { report, inks } = plot;
    const row = report.rows[span] * 256 + report.row[span];
    const from = Math.max(plot.left - 4, convertTimeToX(plot, report.begin[span]));
    const until = Math.min(plot.right + 4, convertTimeToX(plot, getDrawnEnd(plot, span)));
    const isFailed = (report.flags[span] & CLOCK_FLAGS.failed) !== 0;
    const isChosen = this.#isChosen(span);
    if (until <= (this.#filled[row] ?? Number.NEGATIVE_INFINITY) && !isFailed && !isChosen) return;
    const isModel = report.kind[span] === MODEL;
    const place = getBarPlace(report, span, lane.height);
    const half = isModel ? Math.max(1, Math.min(3, place.half)) : place.half;
    const y = this.top + place.middle - half;
    const width = Math.max(1.2, until - from - (until - from > 4 ? 0.75 : 0));
    this.#filled[row] = from + Math.max(1, width);
    if (report.kind[span] === PERSON) this.#drawWait(span, from, y, width, 2 * half);
    else {
      const isOpen = (report.flags[span] & CLOCK_FLAGS.open) !== 0;
      ctx.fillStyle = isModel ? inks.ink3 : (inks.states[report.state[span]] ?? inks.ink3);
      const fill = String(ctx.fillStyle);
      if (isOpen) ctx.globalAlpha = OPEN_ALPHA;
      ctx.fillRect(from, y, width, 2 * half);
      ctx.globalAlpha = 1;
      if (!isModel && half >= 6 && width >= NAMED)
        this.#drawName(report.tools[report.tool[span]], {
          ...{ x: from, y, width },
          // The word stands on what is seen.
          fill: isOpen ? mixColors(fill, inks.bg, OPEN_ALPHA) : fill,
        });
    }
    if (isFailed) this.#drawFailure(from, width, y);
    if (isChosen) this.#outlined = [from - 1.5, y - 1.5, width + 3, 2 * half + 3];
  }

  /** Outlines the step that is selected, or that the keyboard is on, over its neighbours. */
  finish(): void {
    if (this.#outlined === null) return;
    const { ctx, plot } = this;
    ctx.strokeStyle = plot.inks.ink;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(...this.#outlined);
  }

  #isChosen(span: number): boolean {
    const { report, selected, step, active, lanes } = this.plot;
    if (active?.span === span && lanes[active.lane] === this.lane) return true;
    return this.lane.agent === selected && step !== null && report.step[span] === step;
  }

  #drawWait(span: number, x: number, y: number, width: number, height: number): void {
    const { ctx, plot } = this;
    const { report, inks } = plot;
    hatchRect(ctx, { x, y, width, height }, inks.ink2);
    if (width < WORDED || this.lane.height < 24) return;
    const took = formatClockDuration(getDrawnEnd(plot, span) - report.begin[span]);
    const middle = Math.max(plot.left, x) + (Math.min(plot.right, x + width) - Math.max(plot.left, x)) / 2;
    drawTextLine(ctx, inks, `you, ${took}`, middle, y + height / 2 + 4, {
      ...{ color: inks.ink, align: 'center', halo: inks.bg },
    });
  }

  /** Name of the tool in its bar, if there is room for it. */
  #drawName(tool: string, { x, y, width, fill }: NamedBar): void {
    const { ctx, plot } = this;
    const left = Math.max(plot.left, x) + 5;
    const room = Math.min(plot.right, x + width) - left - 4;
    ctx.font = `560 10px ${plot.inks.font}`;
    const words = escapeInvisibleText(tool);
    if (ctx.measureText(words).width > room) return;
    const { inks } = plot;
    const color = pickReadableInk(fill, [inks.bg, inks.ink]);
    drawTextLine(ctx, inks, words, left, y + 10.5, { color, size: 10, weight: 560 });
  }

  /** × over the bar where there is room, else a short line. */
  #drawFailure(x: number, width: number, y: number): void {
    const { ctx, plot } = this;
    const middle = x + width / 2;
    if (middle < this.#crossedUntil) return;
    ctx.strokeStyle = plot.inks.ink;
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    const over = y - 4.5;
    ctx.moveTo(middle - 2.5, over - 2.5);
    ctx.lineTo(middle + 2.5, over + 2.5);
    ctx.moveTo(middle + 2.5, over - 2.5);
    ctx.lineTo(middle - 2.5, over + 2.5);
    ctx.stroke();
    this.#crossedUntil = middle + 7;
  }
}
