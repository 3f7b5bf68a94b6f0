import { drawTextLine } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import type { RowEnd, RowEndPlace } from '../../model/modelAppearance.ts';
import { fitCachedText } from './fitCachedText.ts';
import { getColumnHeads, selectFittingNumbers } from './TimelineTools.tsx';

/** Columns of numbers at the right edge: distance of each one's right end from it, and room for its digits. */
const NUMBER_COLUMN = { width: 58, edge: 12, digits: 28 };

/** Least room for the strong words of an end, pixels. */
const STRONG = 40;

/** Draws a row's outcome or progress: words, then numbers at the right edge. */
export function drawRowEnd(
  ctx: CanvasRenderingContext2D,
  end: RowEnd,
  { state, inks, width, x, y, isStrong }: RowEndPlace,
): void {
  const numbers = selectFittingNumbers(state, end.numbers);
  const columns = selectFittingNumbers(state, getColumnHeads(state).slice(1)).length;
  const color = end.isWaiting ? inks.ink3 : isStrong ? inks.ink : inks.ink2;
  const left = width - NUMBER_COLUMN.edge - NUMBER_COLUMN.width * (columns - 1) - NUMBER_COLUMN.digits;
  ctx.font = `420 11px ${inks.font}`;
  const at = x + ctx.measureText(end.words).width;
  // A word or two of it fit, or nothing.
  const hasStrong = end.strong !== '' && left - at >= STRONG;
  const words = hasStrong ? end.words : fitCachedText(ctx, inks, end.words.replace(/: $/, ''), left - x);
  drawTextLine(ctx, inks, words, x, y, { color });
  if (hasStrong)
    drawTextLine(ctx, inks, fitCachedText(ctx, inks, end.strong, left - at), at, y, {
      color: inks.ink,
      weight: 560,
    });
  if (end.boxes) drawRowEndBoxes(ctx, inks, end.boxes, [x + BOX.from, left - BOX.pitch], y);
  numbers.forEach((number, column) => {
    const right = width - NUMBER_COLUMN.edge - NUMBER_COLUMN.width * (numbers.length - 1 - column);
    drawTextLine(ctx, inks, number, right, y, { color, align: 'right' });
  });
}

/** Boxes at the end of a row: their distance from its words, and from each other; less if they are many. */
const BOX = { from: 58, pitch: 9, least: 4, width: 7, height: 8 };

/** Draws as many boxes as fit, the latest ones. */
function drawRowEndBoxes(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  boxes: readonly boolean[],
  [from, to]: readonly [from: number, to: number],
  y: number,
): void {
  const pitch = Math.max(BOX.least, Math.min(BOX.pitch, (to - from) / Math.max(1, boxes.length)));
  const fitting = Math.max(0, Math.floor((to - from) / pitch));
  const width = Math.min(BOX.width, pitch - 1);
  ctx.lineWidth = 1;
  boxes.slice(boxes.length - Math.min(fitting, boxes.length)).forEach((isFilled, position) => {
    ctx.beginPath();
    ctx.roundRect(
      from + position * pitch + 0.5,
      y - 7.5,
      width - 1,
      BOX.height - 1,
      Math.min(1.5, width / 6),
    );
    ctx.strokeStyle = isFilled ? inks.ink2 : inks.ink3;
    ctx.fillStyle = inks.ink2;
    if (isFilled) ctx.fill();
    ctx.stroke();
  });
}
