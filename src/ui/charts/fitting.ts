import { formatGroupedInteger } from '../lib/formatCounts.ts';
import { estimateTextWidth, shortenTextToRoom } from './automatic/shortenText.ts';
import type { Rect } from './packing.ts';
import type { PlacedEdge } from './placement.ts';

/** Pixels between a name and its number, and before the next name. */
export const GAPS = { number: 3, name: 8 } as const;
/** Size of the lettering next to lines, and its room above and below the baseline, in pixels. */
const SIZE = 11;
const ABOVE = 9;
const DESCENDER_HEIGHT = 3;
/** Minimum number of letters, with the ellipsis, of a shortened name next to a line. */
const MIN_FITTED_LETTERS = 3;

/** `4.6k` for 4,586, `21k` for 20,796; below a thousand as it is. */
export function formatShortCount(count: number): string {
  if (count < 1000) return formatGroupedInteger(count);
  const [unit, size] = count < 999_500 ? (['k', 1e3] as const) : (['M', 1e6] as const);
  const value = count / size;
  return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : formatGroupedInteger(value)}${unit}`;
}

/** Width of a number in bold tabular figures, pixels. */
export const measureFigures = (number: string, size: number): number =>
  [...number].reduce((sum, sign) => sum + (sign === ',' || sign === '.' ? 0.3 : 0.65), 0) * size;

/** A number as it is, or short if it is wider than `room` pixels. */
export const formatFittingCount = (count: number, room: number, size: number): string =>
  measureFigures(formatGroupedInteger(count), size) <= room
    ? formatGroupedInteger(count)
    : formatShortCount(count);

/** Pixels that a label has on its line before it comes to a box or leaves the sheet. */
export function measureEdgeLabelRoom(
  { x, y, anchor }: NonNullable<PlacedEdge['label']>,
  boxes: readonly Rect[],
  width: number,
): number {
  let [left, right] = [0, width];
  for (const box of boxes) {
    if (box.y >= y + DESCENDER_HEIGHT || box.y + box.height <= y - ABOVE) continue;
    if (box.x + box.width / 2 <= x) left = Math.max(left, box.x + box.width);
    else right = Math.min(right, box.x);
  }
  if (anchor === 'middle') return 2 * Math.min(x - left, right - x);
  return anchor === 'start' ? right - x : x - left;
}

/** A name next to a line, '' for none, and the number that follows it. */
export type LabelPart = readonly [name: string, count: number];

/**
 * Names and numbers as they fit on one line: `name|number|name|number …`. Numbers become short first, then names; at
 * last the sum stands alone.
 */
export function fitLabelParts(parts: readonly LabelPart[], room: number): string {
  const exact = parts.map(([name, count]) => [name, formatGroupedInteger(count)] as const);
  if (measureLabelParts(exact) <= room) return joinLabelParts(exact);
  let now = parts.map(([name, count]) => [name, formatShortCount(count)] as const);
  while (measureLabelParts(now) > room) {
    const longest = now.reduce((a, [name]) => (name.length > a.length ? name : a), '');
    const less = shortenTextToRoom(longest, estimateTextWidth(longest, SIZE) - 1, SIZE);
    if (less.length < MIN_FITTED_LETTERS)
      return joinLabelParts([['', formatFittingCount(sumLabelCounts(parts), room, SIZE)]]);
    now = now.map(([name, number]) => [name === longest ? less : name, number] as const);
  }
  return joinLabelParts(now);
}

type Written = readonly (readonly [name: string, number: string])[];

const joinLabelParts = (parts: Written): string => parts.flat().join('|');

const sumLabelCounts = (parts: readonly LabelPart[]): number =>
  parts.reduce((sum, [, count]) => sum + count, 0);

const measureLabelParts = (parts: Written): number =>
  parts.reduce(
    (sum, [name, number]) =>
      sum + (name === '' ? 0 : estimateTextWidth(name, SIZE) + GAPS.number) + measureFigures(number, SIZE),
    GAPS.name * (parts.length - 1),
  );
