import { grouped } from '../lib/words.ts';
import { shortened, textWidth } from './automatic/text.ts';
import type { Rect } from './packing.ts';
import type { PlacedEdge } from './placement.ts';

/** Pixels between a name and its number, and before the next name. */
export const GAPS = { number: 3, name: 8 } as const;
/** Size of the lettering beside lines, and what it takes above and below its foot, pixels. */
const SIZE = 11;
const ABOVE = 9;
const BELOW = 3;
/** Fewest letters, with the ellipsis, that a name beside a line is shortened to. */
const FEWEST = 3;

/** `4.6k` for 4,586, `21k` for 20,796; below a thousand as it is. */
export function short(count: number): string {
  if (count < 1000) return grouped(count);
  const [unit, size] = count < 999_500 ? (['k', 1e3] as const) : (['M', 1e6] as const);
  const value = count / size;
  return `${value < 9.95 ? value.toFixed(1).replace('.0', '') : grouped(value)}${unit}`;
}

/** Width of a number in bold tabular figures, pixels. */
export const figuresWidth = (number: string, size: number): number =>
  [...number].reduce((sum, sign) => sum + (sign === ',' || sign === '.' ? 0.3 : 0.65), 0) * size;

/** A number as it is, or short where it is wider than `room` pixels. */
export const fittingCount = (count: number, room: number, size: number): string =>
  figuresWidth(grouped(count), size) <= room ? grouped(count) : short(count);

/** Pixels that a label has on its line before it comes to a box or leaves the sheet. */
export function labelRoom(
  { x, y, anchor }: NonNullable<PlacedEdge['label']>,
  boxes: readonly Rect[],
  width: number,
): number {
  let [left, right] = [0, width];
  for (const box of boxes) {
    if (box.y >= y + BELOW || box.y + box.height <= y - ABOVE) continue;
    if (box.x + box.width / 2 <= x) left = Math.max(left, box.x + box.width);
    else right = Math.min(right, box.x);
  }
  if (anchor === 'middle') return 2 * Math.min(x - left, right - x);
  return anchor === 'start' ? right - x : x - left;
}

/** A name beside a line, '' for none, and the number that follows it. */
export type LabelPart = readonly [name: string, count: number];

/**
 * Names and numbers as they fit on one line: `name|number|name|number …`. Numbers become short first, then names; at
 * last the sum stands alone.
 */
export function fitted(parts: readonly LabelPart[], room: number): string {
  const exact = parts.map(([name, count]) => [name, grouped(count)] as const);
  if (widthOf(exact) <= room) return joined(exact);
  let now = parts.map(([name, count]) => [name, short(count)] as const);
  while (widthOf(now) > room) {
    const longest = now.reduce((a, [name]) => (name.length > a.length ? name : a), '');
    const less = shortened(longest, textWidth(longest, SIZE) - 1, SIZE);
    if (less.length < FEWEST) return joined([['', fittingCount(sumOf(parts), room, SIZE)]]);
    now = now.map(([name, number]) => [name === longest ? less : name, number] as const);
  }
  return joined(now);
}

type Written = readonly (readonly [name: string, number: string])[];

const joined = (parts: Written): string => parts.flat().join('|');

const sumOf = (parts: readonly LabelPart[]): number => parts.reduce((sum, [, count]) => sum + count, 0);

const widthOf = (parts: Written): number =>
  parts.reduce(
    (sum, [name, number]) =>
      sum + (name === '' ? 0 : textWidth(name, SIZE) + GAPS.number) + figuresWidth(number, SIZE),
    GAPS.name * (parts.length - 1),
  );
