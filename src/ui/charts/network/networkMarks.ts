import { drawDisc } from '../canvas.ts';
import type { Inks } from '../inks.ts';
import type { Camera, SheetPart } from './networkSheet.ts';
import { computeDotGrowth, parseHexInk, writeNodeDiscs } from './pixels.ts';
import type { Scene } from './scene.ts';

/** Opacity of a link at most, however near it is looked at. */
const MAX_MARK_ALPHA = 0.2;
/** Links of one stroke: in one stroke those that cross would not darken each other. */
const STROKE = 50;

/** Draws some of the pairs that are linked, as hair-thin lines. */
export function drawNetworkLinks(
  ctx: CanvasRenderingContext2D,
  { crowd: { pairs }, at, linkAlpha }: Scene,
  { scale, left, top, width, height }: SheetPart,
  inks: Inks,
  from: number,
  to: number,
): void {
  ctx.globalAlpha = Math.min(MAX_MARK_ALPHA, linkAlpha * Math.sqrt(scale));
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 0.7;
  for (let begun = from; begun < to; begun += STROKE) {
    ctx.beginPath();
    for (let pair = begun; pair < Math.min(to, begun + STROKE); pair++) {
      const [a, b] = [2 * pairs[2 * pair], 2 * pairs[2 * pair + 1]];
      const [x1, y1, x2, y2] = [
        at[a] * scale - left,
        at[a + 1] * scale - top,
        at[b] * scale - left,
        at[b + 1] * scale - top,
      ];
      const isOutside =
        (x1 < 0 && x2 < 0) ||
        (y1 < 0 && y2 < 0) ||
        (x1 > width && x2 > width) ||
        (y1 > height && y2 > height);
      if (isOutside) continue;
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** Appearance that distinguishes nodes. */
export interface NodeAppearance {
  /** State of each agent. */
  readonly state: ArrayLike<number>;
  /** Drawn pale in this state: most are in it, and nothing of the cascade came to them. */
  readonly resting: number;
  /** Agents that are not pale in it. */
  readonly looked: ReadonlySet<number>;
  /** Found by the search; null: nothing is searched for. */
  readonly found: ReadonlySet<number> | null;
  /** Place in the palette of each agent's hue, −1 for grey; null: the colour is that of its state. */
  readonly hueOf: ArrayLike<number> | null;
}

/** The colour of an agent's node. */
export const getNodeFill = ({ state, hueOf }: NodeAppearance, agent: number, inks: Inks): string =>
  (hueOf === null ? inks.states[state[agent]] : inks.palette[hueOf[agent]]) ?? inks.ink3;

const PALE = 0.62;
const FADED = 0.22;
/**
 * Writes all nodes of a part into a canvas of its size, which it clears: for thousands of them.
 * @param ctx whose transformation is not regarded
 */
export function writeNetworkNodes(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  part: SheetPart,
  look: NodeAppearance,
  inks: Inks,
): void {
  const { width, height } = ctx.canvas;
  const image = createCanvasImage(ctx);
  const { members } = scene.crowd;
  const inkOfFill = new Map<string, number>();
  const ink = new Uint32Array(members.length);
  const alpha = new Uint8Array(members.length);
  for (const [node, agent] of members.entries()) {
    const fill = getNodeFill(look, agent, inks);
    const known = inkOfFill.get(fill) ?? parseHexInk(normalizeCanvasColor(ctx, fill));
    inkOfFill.set(fill, known);
    ink[node] = known;
    alpha[node] = 255 * getNodeAlpha(look, agent);
  }
  const pixels = { data: new Uint32Array(image.data.buffer), width, height };
  writeNodeDiscs(pixels, scene, part, width / part.width, { ink, alpha });
  ctx.putImageData(image, 0, 0);
}

/** Images of canvases, so that one of some megabytes is not made for each round. */
const IMAGES = new WeakMap<HTMLCanvasElement, ImageData>();

/** An empty image of a canvas's size. */
function createCanvasImage(ctx: CanvasRenderingContext2D): ImageData {
  const { width, height } = ctx.canvas;
  const known = IMAGES.get(ctx.canvas);
  const image =
    known?.width === width && known.height === height ? known : ctx.createImageData(width, height);
  image.data.fill(0);
  IMAGES.set(ctx.canvas, image);
  return image;
}

/** A colour of the sheet in the canvas's form: #rrggbb for an opaque one. */
function normalizeCanvasColor(ctx: CanvasRenderingContext2D, ink: string): string {
  ctx.fillStyle = ink;
  return String(ctx.fillStyle);
}

/** Opacity of an agent's node. */
function getNodeAlpha({ state, resting, looked, found, hueOf }: NodeAppearance, agent: number): number {
  const isPale = hueOf === null && state[agent] === resting && !looked.has(agent);
  return (isPale ? PALE : 1) * (found !== null && !found.has(agent) ? FADED : 1);
}

/** Draws all nodes on a part, each in its colour. */
export function drawNetworkNodes(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  part: SheetPart,
  look: NodeAppearance,
  inks: Inks,
): void {
  const { members } = scene.crowd;
  for (let node = 0; node < members.length; node++) {
    const agent = members[node];
    ctx.fillStyle = getNodeFill(look, agent, inks);
    ctx.globalAlpha = getNodeAlpha(look, agent);
    drawNetworkNode(ctx, scene, part, node);
  }
  ctx.globalAlpha = 1;
}

function drawNetworkNode(
  ctx: CanvasRenderingContext2D,
  { at, radius }: Scene,
  part: SheetPart,
  node: number,
): void {
  const r = radius[node] * computeDotGrowth(part.scale);
  const [x, y] = [at[2 * node] * part.scale - part.left, at[2 * node + 1] * part.scale - part.top];
  if (x < -r || y < -r || x > part.width + r || y > part.height + r) return;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}

/** A line that is thick at its first end and thin at its second. */
interface Taper {
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly alpha: number;
  /** Half of its width at the thick end, pixels; a bend as a share of its length. */
  readonly half: number;
  readonly bend: number;
}

/** Half of a taper's width at its thin end. */
const THIN = 0.28;
const PIECES = 14;

/** Draws a tapering curve between two nodes. */
export function drawTaperedLink(
  ctx: CanvasRenderingContext2D,
  { at }: Scene,
  camera: Camera,
  taper: Taper,
): void {
  const [x1, y1] = getNodeScreenPoint(at, camera, taper.from);
  const [x2, y2] = getNodeScreenPoint(at, camera, taper.to);
  const [dx, dy] = [x2 - x1, y2 - y1];
  const [cx, cy] = [(x1 + x2) / 2 - dy * taper.bend, (y1 + y2) / 2 + dx * taper.bend];
  const back: [number, number][] = [];
  ctx.beginPath();
  for (let piece = 0; piece <= PIECES; piece++) {
    const u = piece / PIECES;
    const [x, y] = [
      (1 - u) ** 2 * x1 + 2 * u * (1 - u) * cx + u * u * x2,
      (1 - u) ** 2 * y1 + 2 * u * (1 - u) * cy + u * u * y2,
    ];
    const [tx, ty] = [
      2 * (1 - u) * (cx - x1) + 2 * u * (x2 - cx),
      2 * (1 - u) * (cy - y1) + 2 * u * (y2 - cy),
    ];
    const wide = (taper.half * (1 - u) + THIN) / (Math.hypot(tx, ty) || 1);
    ctx.lineTo(x - ty * wide, y + tx * wide);
    back.push([x + ty * wide, y - tx * wide]);
  }
  for (const [x, y] of back.reverse()) ctx.lineTo(x, y);
  ctx.globalAlpha = taper.alpha;
  ctx.fillStyle = taper.fill;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Straight tapers from a node to others, or from others to it, in one fill. */
export function drawLinkRays(
  ctx: CanvasRenderingContext2D,
  { at }: Scene,
  camera: Camera,
  rays: Iterable<readonly [from: number, to: number]>,
): void {
  ctx.beginPath();
  for (const [from, to] of rays) {
    const [x1, y1] = getNodeScreenPoint(at, camera, from);
    const [x2, y2] = getNodeScreenPoint(at, camera, to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [nx, ny] = [(y1 - y2) / length, (x2 - x1) / length];
    ctx.moveTo(x1 + nx, y1 + ny);
    ctx.lineTo(x2 + nx * 0.2, y2 + ny * 0.2);
    ctx.lineTo(x2 - nx * 0.2, y2 - ny * 0.2);
    ctx.lineTo(x1 - nx, y1 - ny);
    ctx.closePath();
  }
  ctx.fill();
}

/** A dashed line between two nodes. */
export function drawDashedLink(
  ctx: CanvasRenderingContext2D,
  { at }: Scene,
  camera: Camera,
  {
    from,
    to,
    ink,
    width,
  }: { readonly from: number; readonly to: number; readonly ink: string; readonly width: number },
): void {
  ctx.beginPath();
  ctx.moveTo(...getNodeScreenPoint(at, camera, from));
  ctx.lineTo(...getNodeScreenPoint(at, camera, to));
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  ctx.setLineDash([5, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A node by itself, with a ring. @param more pixels by which it is larger than among the others */
export function drawRingedNode(
  ctx: CanvasRenderingContext2D,
  { at, radius }: Scene,
  camera: Camera,
  node: number,
  {
    fill,
    ring,
    width,
    more,
  }: { readonly fill: string; readonly ring: string; readonly width: number; readonly more: number },
): void {
  const [x, y] = getNodeScreenPoint(at, camera, node);
  ctx.lineWidth = width;
  drawDisc(ctx, x, y, radius[node] * computeDotGrowth(camera.scale) + more, fill, ring);
}

/** A ring around a node that leaves it as it is. */
export function drawNodeRing(
  ctx: CanvasRenderingContext2D,
  { at, radius }: Scene,
  camera: Camera,
  node: number,
  { ring, width, more }: { readonly ring: string; readonly width: number; readonly more: number },
): void {
  const [x, y] = getNodeScreenPoint(at, camera, node);
  ctx.beginPath();
  ctx.arc(x, y, radius[node] * computeDotGrowth(camera.scale) + more, 0, 2 * Math.PI);
  ctx.strokeStyle = ring;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A node's place on the sheet in CSS pixels. */
export const getNodeScreenPoint = (
  at: Float32Array,
  { scale, x, y }: Camera,
  node: number,
): readonly [number, number] => [at[2 * node] * scale + x, at[2 * node + 1] * scale + y];
