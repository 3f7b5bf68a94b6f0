import { drawTextLine } from '../../../charts/canvas.ts';
import { formatGroupedInteger } from '../../../lib/words.ts';
import type { MemoryPlot } from './plot.ts';
import { selectVisibleLimits } from './room.ts';

const HARD = ['hard limit', ': past it the oldest entries go to storage before the next question'] as const;
const PAGING = ['paging limit', ': asked what to move'] as const;

/**
 * The base line and the limits that are in the picture, each with its number in the gutter and its words beside it;
 * the others by name at the upper edge, and what was reached by its number.
 */
export function drawMemoryLimits(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
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
const APART = 13;
const NAMES = { above: 22, below: 44 };

/** The most tokens of working memory and of storage, in the gutter, where nothing else stands. */
function drawReachedLevel(
  ctx: CanvasRenderingContext2D,
  { room, layout, inks, height }: MemoryPlot,
  limits: readonly (number | null)[],
): void {
  const { working, storage } = layout;
  const style = { color: inks.ink3, align: 'right' } as const;
  const y = room.base - working.most * room.working;
  const isFree = limits.every(
    limit => limit === null || Math.abs(room.base - limit * room.working - y) >= APART,
  );
  if (working.most > 0 && isFree && y < room.base - NAMES.above)
    drawTextLine(ctx, inks, formatGroupedInteger(working.most), -8, y + 4, style);
  const low = room.hang + storage.most * room.storage;
  if (low > room.hang + NAMES.below && low <= height)
    drawTextLine(ctx, inks, formatGroupedInteger(storage.most), -8, low + 2, style);
}

/** Whether two limits are so close that only one can be labelled. */
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
  const told = wide + more + 12 <= (align === 'left' ? width : width * 0.5) ? meaning : '';
  const left = align === 'left' ? x : x - wide - (told === '' ? 0 : more);
  drawTextLine(ctx, inks, told, left + wide, y, { color: inks.ink3, halo: inks.bg });
  drawTextLine(ctx, inks, name, left, y, { color: inks.ink2, halo: inks.bg });
}

/** Labels in the gutter for what is drawn above the line and below it. */
export function drawPlaceLabels(ctx: CanvasRenderingContext2D, { room, inks, height }: MemoryPlot): void {
  const style = { color: inks.ink2, align: 'right' } as const;
  drawTextLine(ctx, inks, 'working memory', -8, room.base - 6, style);
  drawTextLine(ctx, inks, 'storage', -8, room.hang + 16, style);
  if (height - room.hang > 44 && room.storage < room.working)
    drawTextLine(ctx, inks, '(drawn smaller)', -8, room.hang + 30, { ...style, color: inks.ink3 });
}
