import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { escapeInvisibleText } from '../../../lib/words.ts';
import { computeTagGrey, getMixedColor } from './greys.ts';
import { type MemoryRun, type Stack, selectRunsWithin } from './layout.ts';
import { getMemoryPlotEnd, getRunSides, type MemoryPlot } from './plot.ts';
import { getMemoryRunEdges } from './room.ts';

/** Least size of a band that is drawn by itself, pixels. */
const LEAST_HEIGHT = 0.75;
const LEAST_WIDTH = 0.4;
/** Grey of the ground: everything too thin to be seen by itself. */
const GROUND = 0.2;

const getEntryGrey = ({ inks }: MemoryPlot, { tag, place }: MemoryRun['span']): string =>
  getMixedColor(inks.ink, inks.bg, computeTagGrey(tag, place === 'storage'));

/** Every entry as a band from its first tick to its last. */
export function drawMemoryLanes(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  for (const stack of [plot.layout.storage, plot.layout.working]) {
    drawStackGround(ctx, plot, stack, stack === plot.layout.working);
    for (const run of selectVisibleRuns(plot, stack)) {
      const [left, right] = getRunSides(plot, run);
      const [top, bottom] = getMemoryRunEdges(plot.room, run);
      if (bottom - top < LEAST_HEIGHT || right - left < LEAST_WIDTH) continue;
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

/** The outline of working memory: the bands alone are too pale for some to tell from the ground. */
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
const NAMED = { height: 10, room: 44 };

/** Each tag once, in the widest place of its lane that is in the window. */
export function drawTagNames(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const widest = new Map<number, MemoryRun>();
  const wide = (run: MemoryRun) => {
    const [left, right] = getRunSides(plot, run);
    return right - left;
  };
  for (const stack of [plot.layout.working, plot.layout.storage])
    for (const run of selectVisibleRuns(plot, stack)) {
      const [top, bottom] = getMemoryRunEdges(plot.room, run);
      const before = widest.get(run.span.id);
      if (bottom - top >= NAMED.height && (!before || wide(run) > wide(before))) widest.set(run.span.id, run);
    }
  for (const run of widest.values()) if (wide(run) >= NAMED.room) drawTagName(ctx, plot, run);
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
