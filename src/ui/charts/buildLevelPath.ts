import type { Rect } from './packing.ts';

/** The lower part of a box with round corners, as an SVG path that stays within them. @param height of the part, pixels */
export function buildLevelPath({ x, y, width, height: whole }: Rect, radius: number, height: number): string {
  const [right, bottom] = [x + width, y + whole];
  const top = bottom - Math.min(height, whole);
  const r = Math.min(radius, width / 2, whole / 2);
  // Below the height of the corners it begins on their curve.
  const inset = bottom - top >= r ? 0 : r - Math.sqrt(r * r - (r - (bottom - top)) ** 2);
  const side = Math.max(top, Math.min(bottom - r, bottom));
  const start = inset > 0 ? `M${x + inset} ${top}` : `M${x} ${top}V${side}`;
  const end = inset > 0 ? `${right - inset} ${top}Z` : `${right} ${bottom - r}V${top}Z`;
  return `${start}A${r} ${r} 0 0 0 ${x + r} ${bottom}H${right - r}A${r} ${r} 0 0 0 ${end}`;
}
