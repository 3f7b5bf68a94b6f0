import type { Camera, SheetPart } from './networkSheet.ts';
import type { Scene } from './scene.ts';

/** Pixels of a picture, each 0xAABBGGRR. */
interface Pixels {
  readonly data: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** Colour of each node, 0xBBGGRR, and its opacity, 0 to 255. */
interface NodeInks {
  readonly ink: Uint32Array;
  readonly alpha: Uint8Array;
}

/**
 * Writes nodes as discs with soft edges into pixels: thousands take a fraction of the time that a canvas takes for as
 * many paths. If two meet, the more opaque pixel stays.
 * @param ratio pixels to a CSS pixel
 */
export function writeNodeDiscs(
  pixels: Pixels,
  { at, radius }: Scene,
  part: SheetPart,
  ratio: number,
  { ink, alpha }: NodeInks,
): void {
  const growth = computeDotGrowth(part.scale) * ratio;
  for (let node = 0; node < radius.length; node++) {
    const r = radius[node] * growth;
    const x = (at[2 * node] * part.scale - part.left) * ratio;
    const y = (at[2 * node + 1] * part.scale - part.top) * ratio;
    if (x > -r && y > -r && x < pixels.width + r && y < pixels.height + r)
      writeNodeDisc(pixels, x, y, r, ink[node], alpha[node]);
  }
}

function writeNodeDisc(pixels: Pixels, x: number, y: number, r: number, ink: number, alpha: number): void {
  const { data, width, height } = pixels;
  // Squares of the distances up to which a pixel is full, and from which it is empty.
  const [full, empty] = [Math.max(0, r - 0.5) ** 2, (r + 0.5) ** 2];
  const bottom = Math.min(height - 1, Math.ceil(y + r));
  for (let row = Math.max(0, Math.floor(y - r - 0.5)); row <= bottom; row++) {
    const dy = row + 0.5 - y;
    const reach = Math.sqrt(Math.max(0, empty - dy * dy));
    const last = Math.min(width - 1, Math.floor(x + reach - 0.5));
    for (let column = Math.max(0, Math.ceil(x - reach - 0.5)); column <= last; column++) {
      const dx = column + 0.5 - x;
      const away = dx * dx + dy * dy;
      const opacity = away <= full ? alpha : (alpha * (r + 0.5 - Math.sqrt(away)) + 0.5) | 0;
      const place = row * width + column;
      if (opacity > 0 && opacity >= data[place] >>> 24) data[place] = (opacity << 24) | ink;
    }
  }
}

/** A colour of the form #rrggbb as 0xBBGGRR; grey for any other. */
export function parseHexInk(hex: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return 0x888888;
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  return (blue << 16) | (green << 8) | red;
}

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
