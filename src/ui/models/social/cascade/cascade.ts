import { POST_KINDS } from '../../../../engine/models/social/cascade/postKinds.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX, type TimeScale } from '../../../charts/timeScale.ts';
import type { LaneLayout, TreeColumns } from './cascadeLayout.ts';

/** A cascade as plain data; sizes in CSS pixels, rows as in `tree`. */
export interface CascadePlot {
  readonly tree: TreeColumns & {
    readonly kind: Uint8Array;
    readonly author: Uint32Array;
    readonly post: Uint32Array;
  };
  readonly layout: LaneLayout;
  /** Lane of each row as it is drawn now; differs from the layout's while it tidies. */
  readonly lane: Float64Array;
  readonly lanes: number;
  readonly scale: TimeScale;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly head: number;
  /** Rows lit by the pointer; null: all as usual. */
  readonly lit: ReadonlySet<number> | null;
  /** Rows that are drawn pale; absent: none. */
  readonly faint?: ReadonlySet<number>;
  /** Row under the pointer or selected, −1 for none. */
  readonly focus: number;
  /** Posts of this author are ringed; −1 for none. */
  readonly author: number;
  /** Halo around posts of the last tick. */
  readonly playing: boolean;
  /** Colour of each kind of post. */
  readonly kinds: readonly string[];
  readonly inks: Inks;
}

const MAX_SPACING = 18;
/** Radius of a reply's hole, as a share of the dot's. */
const HOLE = 0.5;
/** Opacity of links whose lanes touch, and of those so many pixels apart or more: nearer ones would run together into a grey mass. */
const LINKS = { least: 0.32, most: 0.6, apart: 6 };
/**
 * Opacity of posts: outside a highlighted branch; pale ones; those of the warm-up, which are few here and drawn small.
 */
const POSTS = { unlit: 0.32, pale: 0.5, warmUp: 0.75 };

/** Pixels between two lanes. */
const computeLaneSpacing = (plot: Pick<CascadePlot, 'top' | 'bottom' | 'lanes'>): number =>
  Math.min(MAX_SPACING, (plot.bottom - plot.top) / Math.max(1, plot.lanes - 1));

/** y of a row's dot, pixels. */
export function getCascadeRowY(plot: CascadePlot, row: number): number {
  const step = computeLaneSpacing(plot);
  const middle = (plot.top + plot.bottom) / 2;
  return middle + (plot.lane[row] - (plot.lanes - 1) / 2) * step;
}

/** Position of a root that lies left of the window, in pixels from the plot's left edge. */
const HELD_AT = 7;

/** True if the cascade began left of the window. */
export const isRootPinnedLeft = ({ tree, scale }: Pick<CascadePlot, 'tree' | 'scale'>): boolean =>
  tree.tick.length > 0 && convertTickToX(scale, tree.tick[0]) < 0;

/** x of a row's dot, pixels. A root left of the window is held at its edge, so that a tree always has its beginning. */
export const getCascadeRowX = (plot: Pick<CascadePlot, 'tree' | 'scale'>, row: number): number =>
  row === 0 && isRootPinnedLeft(plot) ? HELD_AT : convertTickToX(plot.scale, plot.tree.tick[row]);

/** Radius of a row's dot, pixels; it grows with the branch below. */
const computePostRadius = (plot: CascadePlot, row: number): number =>
  row === 0
    ? 6
    : Math.min(3.6, Math.max(2.2, computeLaneSpacing(plot) * 0.55)) +
      Math.min(2, Math.sqrt(plot.layout.branch[row] - 1) * 0.9);

/** Draws links and dots; the root is drawn last. */
export function drawCascadeTree(ctx: CanvasRenderingContext2D, plot: CascadePlot): void {
  drawCascadeLinks(ctx, plot, false);
  if (plot.lit) drawCascadeLinks(ctx, plot, true);
  for (let row = plot.tree.parent.length - 1; row >= 0; row--) drawCascadePost(ctx, plot, row);
  ctx.globalAlpha = 1;
}

function drawCascadeLinks(ctx: CanvasRenderingContext2D, plot: CascadePlot, lit: boolean): void {
  ctx.strokeStyle = lit ? plot.inks.ink : plot.inks.ink3;
  ctx.lineWidth = lit ? 1.6 : 1;
  const { least, most, apart } = LINKS;
  const calm = least + (most - least) * Math.min(1, computeLaneSpacing(plot) / apart);
  ctx.globalAlpha = lit ? 1 : plot.lit ? calm * 0.5 : calm;
  ctx.beginPath();
  for (let row = 1; row < plot.tree.parent.length; row++)
    if ((plot.lit?.has(row) ?? false) === lit) traceCascadeElbow(ctx, plot, row);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** From the parent down its column, then along the post's lane. */
function traceCascadeElbow(ctx: CanvasRenderingContext2D, plot: CascadePlot, row: number): void {
  const parent = plot.tree.parent[row];
  const [x0, x1] = [getCascadeRowX(plot, parent), getCascadeRowX(plot, row)];
  // Posts before the window are not drawn from a root that is held in it.
  if (x1 < 0 || x0 > plot.width || x1 < x0) return;
  const [y0, y1] = [getCascadeRowY(plot, parent), getCascadeRowY(plot, row)];
  const bend = Math.min(5, Math.abs(y1 - y0), Math.max(0, x1 - x0));
  ctx.moveTo(x0, y0);
  if (Math.abs(y1 - y0) >= 0.5) {
    ctx.lineTo(x0, y1 - Math.sign(y1 - y0) * bend);
    ctx.quadraticCurveTo(x0, y1, x0 + bend, y1);
  }
  ctx.lineTo(x1, y1);
}

function drawCascadePost(ctx: CanvasRenderingContext2D, plot: CascadePlot, row: number): void {
  const tick = plot.tree.tick[row];
  const x = getCascadeRowX(plot, row);
  if (x < -8 || x > plot.width + 8) return;
  const y = getCascadeRowY(plot, row);
  const color = plot.kinds[plot.tree.kind[row]];
  const radius = computePostRadius(plot, row);
  if (plot.playing && tick === plot.head) drawPostDisc(ctx, x, y, 8, color, 0.22);
  if (computeLaneSpacing(plot) > 4) drawPostDisc(ctx, x, y, radius + 1.2, plot.inks.bg, 1);
  drawPostDisc(ctx, x, y, radius, color, getPostOpacity(plot, row));
  // By form as well as by hue: a reply is a ring, however small, a reshare a disc.
  if (POST_KINDS[plot.tree.kind[row]] === 'reply') drawPostDisc(ctx, x, y, radius * HOLE, plot.inks.bg, 1);
  if (row === 0 && isRootPinnedLeft(plot)) drawEarlierArrow(ctx, x, y, plot.inks.bg);
  if (row === plot.focus) drawPostRing(ctx, x, y, radius + 0.6, plot.inks.ink, 2);
  else if (plot.tree.author[row] === plot.author) drawPostRing(ctx, x, y, 7.5, plot.inks.ink, 1.4);
}

function getPostOpacity({ tree, lit, faint }: CascadePlot, row: number): number {
  if (lit !== null && !lit.has(row)) return POSTS.unlit;
  if (faint?.has(row)) return POSTS.pale;
  return tree.tick[row] <= 0 ? POSTS.warmUp : 1;
}

/** An arrow in a root that is held: it lies further back. */
function drawEarlierArrow(ctx: CanvasRenderingContext2D, x: number, y: number, color: string): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  ctx.moveTo(x + 1.5, y - 3);
  ctx.lineTo(x - 2, y);
  ctx.lineTo(x + 1.5, y + 3);
  ctx.stroke();
}

function drawPostDisc(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
  alpha: number,
): void {
  ctx.globalAlpha = alpha;
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.globalAlpha = 1;
}

function drawPostRing(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
  width: number,
): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.stroke();
}

/** The row whose post is nearest to a point, within 12 pixels; null for none. */
export function findPostAtPoint(plot: CascadePlot, x: number, y: number): number | null {
  let best: number | null = null;
  let nearest = 12 * 12;
  for (let row = 0; row < plot.tree.parent.length; row++) {
    const dx = getCascadeRowX(plot, row) - x;
    const dy = getCascadeRowY(plot, row) - y;
    const distance = dx * dx + dy * dy;
    if (distance < nearest) {
      nearest = distance;
      best = row;
    }
  }
  return best;
}
