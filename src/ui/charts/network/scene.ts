import { getNodeDegree, type Links, reverseLinks } from '../../../engine/network/networkLinks.ts';

/** A network as it is drawn: everybody of it, or those around somebody. */
export interface Crowd {
  /** The agent of each node, ascending. */
  readonly members: Uint32Array;
  /** Followers of each node among the drawn ones, by node. */
  readonly followers: Links;
  /** Whom each node follows among them, by node. */
  readonly followed: Links;
  /** Number of followers of each node, drawn or not. */
  readonly counts: Uint32Array;
  /** Each pair that is linked once: nodes 2k and 2k + 1. */
  readonly pairs: Uint32Array;
}

/** Nodes on a sheet, CSS pixels at scale 1. */
export interface Scene {
  readonly crowd: Crowd;
  /** x and y of each node in turn. */
  readonly at: Float32Array;
  /** Radius of each node. */
  readonly radius: Float32Array;
  /** Opacity of a link: the paler, the more of them there are on the sheet and the longer they are. */
  readonly linkAlpha: number;
  readonly width: number;
  readonly height: number;
}

/** The members of a network with their links. @param followers of every agent */
export function createCrowd(members: Uint32Array, followers: Links, links: Links): Crowd {
  return {
    members,
    followers: links,
    followed: reverseLinks(links),
    counts: Uint32Array.from(members, agent => getNodeDegree(followers, agent)),
    pairs: collectLinkedPairs(links),
  };
}

function collectLinkedPairs({ offsets, targets }: Links): Uint32Array {
  const nodes = offsets.length - 1;
  const met = new Set<number>();
  for (let node = 0; node < nodes; node++)
    for (let link = offsets[node]; link < offsets[node + 1]; link++)
      met.add(Math.min(node, targets[link]) * nodes + Math.max(node, targets[link]));
  const pairs = new Uint32Array(2 * met.size);
  let row = 0;
  for (const pair of met) {
    pairs[row++] = Math.floor(pair / nodes);
    pairs[row++] = pair % nodes;
  }
  return pairs;
}

/** Pixels around the nodes; above them there is a line of text. */
const SCENE_MARGIN = { left: 12, right: 14, top: 34, bottom: 14 };

/** Radii: of somebody whom nobody follows, what the square root of followers adds, and the most. */
const MIN_NODE_RADIUS = 1.9;
const GROWTH = 0.1;
const MAX_NODE_RADIUS = 9;
/** The first as a share of the distance between two close nodes. */
const CLOSE = 0.2;

/** All links together, as a share of the sheet's ink, and the bounds of one. */
const LINK_INK = 0.2;
const MIN_LINK_ALPHA = 0.006;
const MAX_LINK_ALPHA = 0.2;

/** Length of all links, pixels. */
function measureLinkLength(pairs: Uint32Array, at: Float32Array): number {
  let length = 1;
  for (let end = 0; end < pairs.length; end += 2) {
    const [a, b] = [2 * pairs[end], 2 * pairs[end + 1]];
    length += Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1]);
  }
  return length;
}

/** Nodes on a sheet of a size. @param places x and y of each node in turn, 0 to 1 */
export function createScene(crowd: Crowd, places: Float32Array, width: number, height: number): Scene {
  const [w, h] = [
    width - SCENE_MARGIN.left - SCENE_MARGIN.right,
    height - SCENE_MARGIN.top - SCENE_MARGIN.bottom,
  ];
  const nodes = crowd.members.length;
  const least = Math.max(0.9, Math.min(MIN_NODE_RADIUS, CLOSE * Math.sqrt((w * h) / Math.max(1, nodes))));
  const at = Float32Array.from(places, (place, i) =>
    i % 2 === 0 ? SCENE_MARGIN.left + place * w : SCENE_MARGIN.top + place * h,
  );
  return {
    crowd,
    at,
    linkAlpha: Math.min(
      MAX_LINK_ALPHA,
      Math.max(MIN_LINK_ALPHA, (LINK_INK * w * h) / measureLinkLength(crowd.pairs, at)),
    ),
    radius: Float32Array.from(crowd.counts, count =>
      Math.min(MAX_NODE_RADIUS, least * (1 + GROWTH * Math.sqrt(count))),
    ),
    width,
    height,
  };
}

/** The node of an agent; −1 for one that is not drawn. */
export function findAgentNode({ members }: Crowd, agent: number): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (members[middle] < agent) low = middle + 1;
    else high = middle;
  }
  return members[low] === agent ? low : -1;
}
