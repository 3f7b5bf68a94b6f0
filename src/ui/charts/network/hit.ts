import type { Camera } from './camera.ts';
import type { Scene } from './scene.ts';

/** Pixels around a dot that still count as on it. */
const REACH = 5;

/** Growth of dots compared to scale 1: less than that of distances, so that crowds part. */
export const computeDotGrowth = (scale: number): number => Math.sqrt(scale);

/** The node at a place of the sheet, of several the nearest by its edge; −1 for none. */
export function findNodeAtPoint(
  { at, radius }: Scene,
  { scale, x, y }: Camera,
  px: number,
  py: number,
): number {
  const growth = computeDotGrowth(scale);
  let found = -1;
  let nearest = REACH;
  for (let node = 0; node < radius.length; node++) {
    const dx = at[2 * node] * scale + x - px;
    const dy = at[2 * node + 1] * scale + y - py;
    const distance = Math.hypot(dx, dy) - radius[node] * growth;
    if (distance >= nearest) continue;
    nearest = distance;
    found = node;
  }
  return found;
}
