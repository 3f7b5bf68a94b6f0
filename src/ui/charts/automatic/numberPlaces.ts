import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { doRectsTouch } from '../doRectsTouch.ts';
import type { Rect } from '../packing.ts';
import type { PlacedEdge } from '../placement.ts';
import type { Point, Route } from '../route.ts';
import { LABEL_SIZE } from './boxes.ts';
import { estimateTextWidth } from './shortenText.ts';

/** Place of a number, and its area. */
export interface NumberPlace {
  readonly rect: Rect;
  readonly at: NonNullable<PlacedEdge['label']>;
  /** The area that lines laid later are kept out of. */
  readonly kept: Rect;
}

const NUMBER_HEIGHT = 12;
/** Line that is seen on either side of a number on it, and the arrow's head, pixels. */
const SEEN = 2;
const ARROW_HEAD_LENGTH = 7;
/** Pixels between a line and a number next to it. */
const OFF = 3;
/** Free pixels around a number, on its line or next to it. */
const CLEAR = { on: 2.5, beside: 2 * OFF };
/** Penalties: next to the line instead of on it; a pixel away from the line's middle. */
const BESIDE_PENALTY = 2;
const OFF_MIDDLE = 0.03;
/** Parts of a straight piece at which a number is tried. */
const TRIED_PARTS = [0.5, 0.42, 0.58, 0.33, 0.67, 0.25, 0.75, 0.15, 0.85, 0.07, 0.93] as const;

/**
 * The best place of a number: on its line, or close to it if that is too short; never as near to another line, on a box
 * or on another number. Null if there is none.
 * @param width of the number, pixels
 * @param taken areas of boxes and numbers
 * @param others all other lines
 */
export function findNumberPlace(
  route: Route,
  width: number,
  sheet: { readonly width: number; readonly height: number },
  taken: readonly Rect[],
  others: readonly Route[],
): NumberPlace | null {
  let best: NumberCandidate | null = null;
  for (const one of iterateNumberCandidates(route, width)) {
    if (best !== null && one.cost >= best.cost) continue;
    if (!isRectOnSheet(one.rect, sheet) || taken.some(rect => doRectsTouch(one.rect, rect, 2, 1))) continue;
    if (others.some(other => isRouteNearArea(one.rect, other, one.clear))) continue;
    best = one;
  }
  return best;
}

/** Width of a number as it is drawn, pixels. */
export const measureLineNumber = (total = 0): number =>
  estimateTextWidth(formatGroupedInteger(total), LABEL_SIZE) + 3;

/** True if a line comes within `clear` pixels of an area. */
function isRouteNearArea({ x, y, width, height }: Rect, { points }: Route, clear: number): boolean {
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    if (
      Math.max(ax, bx) > x - clear &&
      Math.min(ax, bx) < x + width + clear &&
      Math.max(ay, by) > y - clear &&
      Math.min(ay, by) < y + height + clear
    )
      return true;
  }
  return false;
}

interface NumberCandidate extends NumberPlace {
  readonly cost: number;
  readonly clear: number;
}

function* iterateNumberCandidates({ points, lengths }: Route, width: number): Generator<NumberCandidate> {
  const middle = lengths.at(-1)! / 2;
  const last = points.length - 1;
  for (let i = 1; i <= last; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const length = lengths[i] - lengths[i - 1];
    const isFlat = a[1] === b[1];
    const half = (isFlat ? width : NUMBER_HEIGHT) / 2 + SEEN;
    const end = length - half - (i === last ? ARROW_HEAD_LENGTH : 0);
    for (const part of TRIED_PARTS) {
      const along = part * length;
      const far = Math.abs(lengths[i - 1] + along - middle) * OFF_MIDDLE;
      const at: Point = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      if (along >= half && along <= end) yield createNumberCandidate(at, width, far, 'on');
      for (const side of [-1, 1]) {
        const away = side * ((isFlat ? NUMBER_HEIGHT : width) / 2 + OFF);
        const beside: Point = isFlat ? [at[0], at[1] + away] : [at[0] + away, at[1]];
        const more = BESIDE_PENALTY + Math.max(0, 2 * half - length) * 0.1;
        yield createNumberCandidate(beside, width, far + more, 'beside');
      }
    }
  }
}

function createNumberCandidate(
  [x, y]: Point,
  width: number,
  cost: number,
  where: keyof typeof CLEAR,
): NumberCandidate {
  const rect = { x: x - width / 2, y: y - NUMBER_HEIGHT / 2, width, height: NUMBER_HEIGHT };
  const clear = CLEAR[where];
  return {
    ...{ rect, kept: expandRect(rect, clear), cost, clear },
    at: { x: Math.round(x), y: Math.round(y + 4), anchor: 'middle' },
  };
}

const expandRect = ({ x, y, width, height }: Rect, by: number): Rect => ({
  ...{ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by },
});

const isRectOnSheet = (rect: Rect, sheet: Pick<Rect, 'width' | 'height'>): boolean =>
  rect.x >= 2 &&
  rect.y >= 2 &&
  rect.x + rect.width <= sheet.width - 2 &&
  rect.y + rect.height <= sheet.height - 2;
