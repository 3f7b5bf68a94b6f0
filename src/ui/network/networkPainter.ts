import { getNodeLinks } from '../../engine/network/networkLinks.ts';
import { drawTextLine } from '../charts/canvas.ts';
import type { Inks } from '../charts/inks.ts';
import {
  drawDashedLink,
  drawLinkRays,
  drawNetworkLinks,
  drawNetworkNodes,
  drawNodeRing,
  drawRingedNode,
  drawTaperedLink,
  getNodeFill,
  getNodeScreenPoint,
  type NodeAppearance,
  writeNetworkNodes,
} from '../charts/network/networkMarks.ts';
import { type Camera, Sheet } from '../charts/network/networkSheet.ts';
import { computeDotGrowth } from '../charts/network/pixels.ts';
import { findAgentNode, type Scene } from '../charts/network/scene.ts';
import type { Story } from './describeChangedFollows.ts';

/** A network as it is drawn, CSS pixels. */
export interface NetworkPlot {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly look: NodeAppearance;
  readonly story: Story;
  readonly names: readonly string[];
  /** Nodes; −1 for none. */
  readonly selected: number;
  readonly hovered: number;
  readonly inks: Inks;
}

/** Milliseconds of a picture for links that are still to be drawn. */
const BUDGET = 3;
/** Nodes beyond which they are copied from a bitmap while the camera moves. */
const MAX_REDRAWN_NODES = 1500;
/** Passes that are drawn as tapering curves. */
const MAX_TAPERED_CURVES = 1200;

/** The bitmaps of one view. */
export class NetworkPainter {
  readonly #links = new Sheet();
  readonly #nodes = new Sheet();

  /** @param now milliseconds @returns whether some of it is still to be drawn */
  draw(ctx: CanvasRenderingContext2D, plot: NetworkPlot, now: number): boolean {
    const { scene, camera, look, inks } = plot;
    const links = {
      key: [scene, inks],
      steps: scene.crowd.pairs.length / 2,
      budget: BUDGET,
      paint: (
        on: CanvasRenderingContext2D,
        part: Parameters<typeof drawNetworkLinks>[2],
        from: number,
        to: number,
      ) => drawNetworkLinks(on, scene, part, inks, from, to),
    };
    const isLate = this.#links.draw(ctx, links, camera, scene, now);
    drawNetworkTies(ctx, plot);
    drawChangedLinks(ctx, plot);
    const nodesLate = this.#drawNodes(ctx, plot, look, now);
    drawNetworkStory(ctx, plot);
    drawChosenNodes(ctx, plot);
    return isLate || nodesLate;
  }

  #drawNodes(
    ctx: CanvasRenderingContext2D,
    { scene, camera, inks }: NetworkPlot,
    look: NodeAppearance,
    now: number,
  ): boolean {
    if (scene.radius.length <= MAX_REDRAWN_NODES) {
      const { scale, x, y } = camera;
      drawNetworkNodes(
        ctx,
        scene,
        { scale, left: -x, top: -y, width: scene.width, height: scene.height },
        look,
        inks,
      );
      return false;
    }
    const nodes = {
      key: [scene, inks, look],
      steps: 1,
      budget: Number.POSITIVE_INFINITY,
      paint: (on: CanvasRenderingContext2D, part: Parameters<typeof drawNetworkNodes>[2]) =>
        writeNetworkNodes(on, scene, part, look, inks),
    };
    return this.#nodes.draw(ctx, nodes, camera, scene, now);
  }
}

/** Opacity of the links of who is selected, or pointed at: the fewer, the darker. */
const computeTieAlpha = (count: number): number => Math.min(0.5, Math.max(0.16, 12 / Math.max(1, count)));

/** Draws links of the agent under the pointer, else of the selected ones: thick at the followed end. */
function drawNetworkTies(
  ctx: CanvasRenderingContext2D,
  { scene, camera, selected, hovered, inks }: NetworkPlot,
): void {
  const node = hovered >= 0 ? hovered : selected;
  if (node < 0) return;
  const rays = listNodeTies(scene, node);
  ctx.fillStyle = inks.ink;
  ctx.globalAlpha = computeTieAlpha(rays.length);
  drawLinkRays(ctx, scene, camera, rays);
  ctx.globalAlpha = 1;
}

/** From a node to its followers, and to it from those whom it follows. */
function listNodeTies(
  { crowd: { followers, followed } }: Scene,
  node: number,
): (readonly [number, number])[] {
  return [
    ...Array.from(getNodeLinks(followers, node), other => [node, other] as const),
    ...Array.from(getNodeLinks(followed, node), other => [other, node] as const),
  ];
}

/**
 * Draws links that differ between the run and its network: added ones as tapers, thick at the followed end; cut ones
 * dashed.
 */
function drawChangedLinks(ctx: CanvasRenderingContext2D, { scene, camera, story, inks }: NetworkPlot): void {
  const { crowd } = scene;
  for (const { followed, follower, isThere } of story.changed) {
    const [from, to] = [findAgentNode(crowd, followed), findAgentNode(crowd, follower)];
    // The initial state does not count as a change.
    if (from < 0 || to < 0 || getNodeLinks(crowd.followers, from).includes(to) === isThere) continue;
    if (isThere)
      drawTaperedLink(ctx, scene, camera, { from, to, fill: inks.ink, alpha: 0.95, half: 1.3, bend: 0 });
    else drawDashedLink(ctx, scene, camera, { from, to, ink: inks.ink, width: 1.4 });
  }
}

function drawNetworkStory(ctx: CanvasRenderingContext2D, plot: NetworkPlot): void {
  const { scene, camera, story, look, inks } = plot;
  const { crowd } = scene;
  // A colour has one meaning: if it is a group, events are drawn in ink.
  const hasHues = look.hueOf === null;
  for (const agent of story.liked) {
    const node = findAgentNode(crowd, agent);
    const ring = hasHues ? inks.palette[story.likedHue] : inks.ink2;
    if (node >= 0 && !story.ringed.has(agent))
      drawNodeRing(ctx, scene, camera, node, { ring, width: 1, more: 1.7 });
  }
  const isFew = story.passes.length <= MAX_TAPERED_CURVES;
  for (const { from, to, hue } of story.passes) {
    const [a, b] = [findAgentNode(crowd, from), findAgentNode(crowd, to)];
    if (a < 0 || b < 0 || a === b) continue;
    const half = isFew ? 1.5 : 0.8;
    const fill = hasHues ? inks.palette[hue] : inks.ink;
    drawTaperedLink(ctx, scene, camera, { from: a, to: b, fill, alpha: 0.92, half, bend: 0.14 });
  }
  for (const agent of story.ringed) {
    const node = findAgentNode(crowd, agent);
    const isAuthor = agent === story.author?.agent;
    const fill = getNodeFill(look, agent, inks);
    const mark = { fill, ring: inks.ink, width: isAuthor ? 1.8 : 1.2, more: isAuthor ? 2.2 : 0.9 };
    if (node >= 0) drawRingedNode(ctx, scene, camera, node, mark);
  }
}

function drawChosenNodes(ctx: CanvasRenderingContext2D, plot: NetworkPlot): void {
  const { scene, camera, story, selected, hovered, inks } = plot;
  const author = story.author === null ? -1 : findAgentNode(scene.crowd, story.author.agent);
  if (author >= 0 && author !== hovered) drawNodeLabel(ctx, plot, author, story.author?.did ?? '');
  for (const node of new Set([selected, hovered])) {
    if (node < 0) continue;
    drawNodeRing(ctx, scene, camera, node, { ring: inks.ink, width: 1.3, more: 5 });
    if (node === selected && node !== author) drawNodeLabel(ctx, plot, node, '');
  }
}

/** Draws a node's name above it with its actions in between, or below if there is no room above. */
function drawNodeLabel(ctx: CanvasRenderingContext2D, plot: NetworkPlot, node: number, second: string): void {
  const { scene, camera, names, inks } = plot;
  const [x, y] = getNodeScreenPoint(scene.at, camera, node);
  const away = scene.radius[node] * computeDotGrowth(camera.scale) + 10;
  const lines = [names[scene.crowd.members[node]] ?? '', ...(second === '' ? [] : [second])];
  const first =
    y - away - NETWORK_LABEL_LINE * (lines.length - 1) > NETWORK_LABEL_LINE
      ? y - away - NETWORK_LABEL_LINE * (lines.length - 1)
      : y + away + NETWORK_LABEL_LINE / 2;
  const name = { align: 'center', halo: inks.bg, color: inks.ink, weight: 600 } as const;
  ctx.font = `600 11px ${inks.font}`;
  const half = ctx.measureText(lines[0]).width / 2 + 4;
  const middle = Math.min(scene.width - half, Math.max(half, x));
  for (const [row, line] of lines.entries())
    drawTextLine(
      ctx,
      inks,
      line,
      middle,
      first + row * NETWORK_LABEL_LINE,
      row === 0 ? name : { ...name, color: inks.ink2, weight: 420 },
    );
}

/** Pixels from a line of a label to the next. */
const NETWORK_LABEL_LINE = 13;
