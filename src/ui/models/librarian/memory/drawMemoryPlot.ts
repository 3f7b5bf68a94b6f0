import type { EntryPassage, Span } from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { clipTextToWidth, coverRightPart, drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { drawMemoryLabels } from './drawMemoryLabels.ts';
import {
  findRunAtTick,
  type MemoryLayout,
  type MemoryRun,
  type Stack,
  selectRunsWithin,
} from './memoryLayout.ts';
import {
  computeTagGrey,
  getMemoryPlotEnd,
  getMixedColor,
  getRunSides,
  type MemoryPlot,
} from './memoryPlot.ts';
import { getMemoryRunEdges, getMemoryRunMiddle, selectVisibleLimits } from './room.ts';

/**
 * Draws memory over time; the origin is the plot's upper left corner.
 * @param veiled place at which the room right of the head covers the past; null: nowhere.
 */
export function drawMemoryPlot(ctx: CanvasRenderingContext2D, plot: MemoryPlot, veiled: number | null): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(plot.width, plot.wordsAt - 8), plot.height);
  ctx.clip();
  drawMemoryLanes(ctx, plot);
  drawChosenSpan(ctx, plot, plot.active, 1);
  drawChosenSpan(ctx, plot, plot.selected, 2);
  drawMemoryMoves(ctx, plot);
  drawTagNames(ctx, plot);
  ctx.restore();
  if (veiled !== null) coverRightPart(ctx, plot.inks, veiled, plot.width, plot.height);
  drawMemoryLimits(ctx, plot);
  drawPlaceLabels(ctx, plot);
  drawMemoryLabels(ctx, plot);
}

/** An outline in ink around all of a span. */
function drawChosenSpan(ctx: CanvasRenderingContext2D, plot: MemoryPlot, id: number, width: number): void {
  const span = plot.layout.spans.get(id);
  if (!span) return;
  ctx.strokeStyle = plot.inks.ink;
  ctx.lineWidth = width;
  for (const run of plot.layout[span.place].runsOf.get(id) ?? []) {
    const [left, right] = getRunSides(plot, run);
    const [top, bottom] = getMemoryRunEdges(plot.room, run);
    if (right > left) ctx.strokeRect(left, top, right - left, Math.max(1, bottom - top));
  }
}

/** Least size of a band that is drawn by itself, pixels. */
const MIN_BAND_HEIGHT = 0.75;
const MIN_BAND_WIDTH = 0.4;
/** Grey of the ground: everything too thin to be seen by itself. */
const GROUND = 0.2;

const getEntryGrey = ({ inks }: MemoryPlot, { tag, place }: MemoryRun['span']): string =>
  getMixedColor(inks.ink, inks.bg, computeTagGrey(tag, place === 'storage'));

/** Every entry as a band from its first tick to its last. */
function drawMemoryLanes(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  for (const stack of [plot.layout.storage, plot.layout.working]) {
    drawStackGround(ctx, plot, stack, stack === plot.layout.working);
    for (const run of selectVisibleRuns(plot, stack)) {
      const [left, right] = getRunSides(plot, run);
      const [top, bottom] = getMemoryRunEdges(plot.room, run);
      if (bottom - top < MIN_BAND_HEIGHT || right - left < MIN_BAND_WIDTH) continue;
      const gap = Math.min(0.8, (bottom - top) / 3);
      ctx.fillStyle = plot.inks.bg;
      ctx.fillRect(left, top, right - left, gap);
      ctx.fillStyle = getEntryGrey(plot, run.span);
      ctx.fillRect(left, top + gap, right - left, bottom - top - gap);
    }
  }
  drawMemorySkyline(ctx, plot);
}

/** Runs that are at least partly in the window. */
function selectVisibleRuns(plot: MemoryPlot, stack: Stack): readonly MemoryRun[] {
  const { scale } = plot;
  return selectRunsWithin(stack, scale.from - 0.5, scale.from + getMemoryPlotEnd(plot) / scale.pixels + 0.5);
}

function drawStackGround(
  ctx: CanvasRenderingContext2D,
  { room, inks, scale, ...plot }: MemoryPlot,
  { levels }: Stack,
  isWorking: boolean,
): void {
  const end = getMemoryPlotEnd({ scale, ...plot });
  const half = scale.pixels / 2;
  ctx.fillStyle = getMixedColor(inks.ink, inks.bg, isWorking ? GROUND : GROUND - 0.06);
  for (const { from, to, tokens } of levels) {
    const left = Math.max(0, convertTickToX(scale, from) - half);
    const right = Math.min(end, convertTickToX(scale, to) - half);
    if (right <= left) continue;
    const tall = tokens * (isWorking ? room.working : room.storage);
    ctx.fillRect(left, isWorking ? room.base - tall : room.hang, right - left, tall);
  }
}

/** Outlines working memory, since the bands alone are too pale for some readers. */
function drawMemorySkyline(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { room, inks, scale, layout } = plot;
  const end = getMemoryPlotEnd(plot);
  const half = scale.pixels / 2;
  ctx.beginPath();
  for (const { from, to, tokens } of layout.working.levels) {
    const left = Math.max(0, convertTickToX(scale, from) - half);
    const right = Math.min(end, convertTickToX(scale, to) - half);
    if (right <= left) continue;
    const y = room.base - tokens * room.working;
    ctx.lineTo(left, y);
    ctx.lineTo(right, y);
  }
  ctx.strokeStyle = inks.ink3;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Least height of a band that is named, and least room for its name, pixels. */
const NAMED_BAND_SIZE = { height: 10, room: 44 };

/** Each tag once, in the widest place of its lane that is in the window. */
function drawTagNames(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const widest = new Map<number, MemoryRun>();
  const wide = (run: MemoryRun) => {
    const [left, right] = getRunSides(plot, run);
    return right - left;
  };
  for (const stack of [plot.layout.working, plot.layout.storage])
    for (const run of selectVisibleRuns(plot, stack)) {
      const [top, bottom] = getMemoryRunEdges(plot.room, run);
      const before = widest.get(run.span.id);
      if (bottom - top >= NAMED_BAND_SIZE.height && (!before || wide(run) > wide(before)))
        widest.set(run.span.id, run);
    }
  for (const run of widest.values()) if (wide(run) >= NAMED_BAND_SIZE.room) drawTagName(ctx, plot, run);
}

function drawTagName(ctx: CanvasRenderingContext2D, plot: MemoryPlot, run: MemoryRun): void {
  const { inks } = plot;
  const [left, right] = getRunSides(plot, run);
  const [top, bottom] = getMemoryRunEdges(plot.room, run);
  ctx.font = `420 11px ${inks.font}`;
  const isGiven = run.span.place === 'storage' && run.span.cause === 'given' && run.span.from <= 0;
  const tag = escapeInvisibleText(run.span.tag);
  const whole = isGiven ? `${tag}, given with the task` : tag;
  const room = right - left - 10;
  const name = ctx.measureText(whole).width <= room ? whole : clipTextToWidth(ctx, tag, room);
  if (name.length < 6 && name !== tag) return;
  drawTextLine(ctx, inks, name, left + 5, (top + bottom) / 2 + 4, {
    color: run.span.place === 'working' ? inks.ink : inks.ink2,
    halo: getEntryGrey(plot, run.span),
  });
}

const HARD = ['hard limit', ': past it the oldest entries go to storage before the next question'] as const;
const PAGING = ['paging limit', ': asked what to move'] as const;

/**
 * Draws the base line and the visible limits, each with its number in the gutter and its label. Other limits are named
 * at the upper edge, the maximum by its number.
 */
function drawMemoryLimits(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { trace, layout, room, inks, width } = plot;
  const { paging, hard } = selectVisibleLimits(trace, layout.working.most);
  if (hard !== null) {
    const y = drawLimitLine(ctx, plot, hard, inks.ink, []);
    if (!areLimitsClose(plot, hard, paging)) drawLimitWords(ctx, plot, HARD, 4, y - 6, 'left');
  } else drawLimitBeyond(ctx, plot, 'hard limit', trace.hardLimit, 'left');
  if (paging !== null) {
    const y = drawLimitLine(ctx, plot, paging, plot.hues.paging, [4, 3]);
    drawLimitWords(ctx, plot, PAGING, width - 8, y - 6, 'right');
  } else drawLimitBeyond(ctx, plot, 'paging limit', trace.pagingLimit, 'right');
  drawReachedLevel(ctx, plot, [paging, hard]);
  ctx.fillStyle = inks.ink3;
  ctx.fillRect(0, room.base, width, 1);
}

function drawLimitBeyond(
  ctx: CanvasRenderingContext2D,
  plot: MemoryPlot,
  name: string,
  limit: number | null,
  align: 'left' | 'right',
): void {
  if (limit === null) return;
  drawLimitWords(
    ctx,
    plot,
    [`${name} ${formatGroupedInteger(limit)} ↑`, ', above the picture'],
    align === 'left' ? 4 : plot.width - 8,
    34,
    align,
  );
}

/** Least distance of two numbers in the gutter, and room for the names of the places, pixels. */
const MIN_NUMBER_DISTANCE = 13;
const PLACE_NAME_ROOM = { above: 22, below: 44 };

/** Draws the maximum tokens of working memory and of storage in free places of the gutter. */
function drawReachedLevel(
  ctx: CanvasRenderingContext2D,
  { room, layout, inks, height }: MemoryPlot,
  limits: readonly (number | null)[],
): void {
  const { working, storage } = layout;
  const style = { color: inks.ink3, align: 'right' } as const;
  const y = room.base - working.most * room.working;
  const isFree = limits.every(
    limit => limit === null || Math.abs(room.base - limit * room.working - y) >= MIN_NUMBER_DISTANCE,
  );
  if (working.most > 0 && isFree && y < room.base - PLACE_NAME_ROOM.above)
    drawTextLine(ctx, inks, formatGroupedInteger(working.most), -8, y + 4, style);
  const low = room.hang + storage.most * room.storage;
  if (low > room.hang + PLACE_NAME_ROOM.below && low <= height)
    drawTextLine(ctx, inks, formatGroupedInteger(storage.most), -8, low + 2, style);
}

/** True if two limits are so close that only one can be labelled. */
const areLimitsClose = ({ room }: MemoryPlot, hard: number, paging: number | null): boolean =>
  paging !== null && Math.abs(hard - paging) * room.working < 14;

function drawLimitLine(
  ctx: CanvasRenderingContext2D,
  { room, width, inks }: MemoryPlot,
  limit: number,
  color: string,
  dashes: readonly number[],
): number {
  const y = Math.round(room.base - limit * room.working) + 0.5;
  ctx.setLineDash([...dashes]);
  ctx.beginPath();
  ctx.moveTo(0, y);
  ctx.lineTo(width, y);
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.setLineDash([]);
  drawTextLine(ctx, inks, formatGroupedInteger(limit), -8, y + 4, {
    color: inks.ink,
    weight: 600,
    align: 'right',
  });
  return y;
}

/** A limit's name with its meaning, as far as there is room. */
function drawLimitWords(
  ctx: CanvasRenderingContext2D,
  { inks, width }: MemoryPlot,
  [name, meaning]: readonly [string, string],
  x: number,
  y: number,
  align: 'left' | 'right',
): void {
  ctx.font = `420 11px ${inks.font}`;
  const [wide, more] = [ctx.measureText(name).width, ctx.measureText(meaning).width];
  const text = wide + more + 12 <= (align === 'left' ? width : width * 0.5) ? meaning : '';
  const left = align === 'left' ? x : x - wide - (text === '' ? 0 : more);
  drawTextLine(ctx, inks, text, left + wide, y, { color: inks.ink3, halo: inks.bg });
  drawTextLine(ctx, inks, name, left, y, { color: inks.ink2, halo: inks.bg });
}

/** Labels in the gutter for what is drawn above the line and below it. */
function drawPlaceLabels(ctx: CanvasRenderingContext2D, { room, inks, height }: MemoryPlot): void {
  const style = { color: inks.ink2, align: 'right' } as const;
  drawTextLine(ctx, inks, 'working memory', -8, room.base - 6, style);
  drawTextLine(ctx, inks, 'storage', -8, room.hang + 16, style);
  if (height - room.hang > 44 && room.storage < room.working)
    drawTextLine(ctx, inks, '(drawn smaller)', -8, room.hang + 30, { ...style, color: inks.ink3 });
}

/** Number of moves in the window above which they are drawn thin. */
const MANY_MOVES = 200;

/** A move as a curve from the entry's old place to its new one. */
interface Arc {
  readonly move: EntryPassage;
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** The moves in the window. */
export function collectMoveArcs(plot: MemoryPlot): Arc[] {
  const { trace, scale } = plot;
  const end = getMemoryPlotEnd(plot);
  return trace.moves.flatMap(move => {
    const x = convertTickToX(scale, move.tick) - scale.pixels / 2;
    if (x < 0 || x > end) return [];
    const [y0, y1] = [
      findSpanHeight(plot, move.from, move.tick - 1),
      findSpanHeight(plot, move.to, move.tick),
    ];
    return y0 === null || y1 === null ? [] : [{ move, x, y0, y1 }];
  });
}

const getSpanStack = (layout: MemoryLayout, { place }: Span) => layout[place];

function findSpanHeight({ layout, room }: MemoryPlot, id: number, tick: number): number | null {
  const span = layout.spans.get(id);
  const run = span && findRunAtTick(getSpanStack(layout, span), id, tick);
  return run ? getMemoryRunMiddle(room, run) : null;
}

/** From lane to lane: what went out bends to the right, what was copied back to the left. */
function drawMemoryMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const arcs = collectMoveArcs(plot);
  if (arcs.length > MANY_MOVES) drawManyMoves(ctx, plot, mergeOverlappingArcs(arcs));
  else drawFewMoves(ctx, plot, arcs);
}

/** Draws a few moves, each with an outline that sets it apart. */
function drawFewMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot, arcs: readonly Arc[]): void {
  for (const arc of arcs) {
    const path = new Path2D();
    traceMoveCurve(path, plot, arc);
    ctx.strokeStyle = plot.inks.bg;
    ctx.lineWidth = 3.4;
    ctx.stroke(path);
    ctx.strokeStyle = plot.hues[arc.move.cause];
    ctx.lineWidth = isMoveSelected(plot, arc) ? 2.6 : 1.6;
    ctx.stroke(path);
  }
  for (const arc of arcs) drawMoveEnds(ctx, plot, arc);
}

const isMoveSelected = ({ selected }: MemoryPlot, { move }: Arc): boolean =>
  selected >= 0 && (move.from === selected || move.to === selected);

function traceMoveCurve(path: Path2D, { scale }: MemoryPlot, { move, x, y0, y1 }: Arc): void {
  const wide = Math.min(14, Math.max(4, scale.pixels * 1.4));
  const side = move.cause === 'load' ? x - wide : x + wide;
  path.moveTo(x, y0);
  path.bezierCurveTo(side, y0, side, y1, x, y1);
}

/** Distance below which curves are merged, pixels. */
const MOVES_APART = 5;

/** The arcs without those that would overlap another. */
export function mergeOverlappingArcs(arcs: readonly Arc[]): Arc[] {
  const near = (value: number) => Math.round(value / MOVES_APART);
  const kept = new Map(
    arcs.map(arc => [`${Math.round(arc.x)} ${arc.move.cause} ${near(arc.y0)} ${near(arc.y1)}`, arc]),
  );
  return [...kept.values()];
}

/** Draws many moves as thin lines and points, those of one cause in one stroke. */
function drawManyMoves(ctx: CanvasRenderingContext2D, plot: MemoryPlot, arcs: readonly Arc[]): void {
  const paths = new Map<EntryPassage['cause'], Path2D>();
  for (const arc of arcs) {
    const path = paths.get(arc.move.cause) ?? new Path2D();
    traceMoveCurve(path, plot, arc);
    paths.set(arc.move.cause, path);
  }
  ctx.lineWidth = 0.8;
  for (const [cause, path] of paths) {
    ctx.strokeStyle = plot.hues[cause];
    ctx.stroke(path);
  }
  for (const { move, x, y1 } of arcs) {
    ctx.fillStyle = plot.hues[move.cause];
    ctx.fillRect(x - 1.5, y1 - 1.5, 3, 3);
  }
}

/** Radius of a dot, pixels. */
const DOT = 3;

/** Draws a dot at a move's end, and a ring at its start if the entry was copied and is still there. */
function drawMoveEnds(
  ctx: CanvasRenderingContext2D,
  { inks, hues }: MemoryPlot,
  { move, x, y0, y1 }: Arc,
): void {
  const hue = hues[move.cause];
  ctx.lineWidth = 1;
  drawDisc(ctx, x, y1, DOT, hue, inks.bg);
  if (move.cause !== 'load' && move.cause !== 'save') return;
  ctx.lineWidth = 1.4;
  drawDisc(ctx, x, y0, DOT - 0.5, inks.bg, hue);
}
