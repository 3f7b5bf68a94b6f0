import type { Rect } from './packing.ts';

/**
 * True if two rectangles share some area, or are nearer than a gap.
 * @param across
 * @param down the gap, pixels; below 0 the allowed overlap
 */
export const doRectsTouch = (a: Rect, b: Rect, across = 0, down = across): boolean =>
  a.x < b.x + b.width + across &&
  b.x < a.x + a.width + across &&
  a.y < b.y + b.height + down &&
  b.y < a.y + a.height + down;
