import { type EdgeColumns, type Network, sortArcs } from '../network.ts';
import type { Direction, EdgeReading, WayReading } from './edgeReading.ts';

/** Edges as numbers of nodes. */
export interface EdgeEnds {
  readonly firsts: Uint32Array;
  readonly seconds: Uint32Array;
  readonly weights: Float32Array | null;
  /** 1 for an edge that leads both ways whatever the direction. */
  readonly areMutual: Uint8Array;
}

/** Links from author to reader: an edge that leads both ways is there twice, but not one from a node to itself. */
export function orientEdges(
  { firsts, seconds, weights, areMutual }: EdgeEnds,
  direction: Direction,
): EdgeColumns {
  const isTwo = (edge: number) =>
    (direction === 'both' || areMutual[edge] === 1) && firsts[edge] !== seconds[edge];
  let count = firsts.length;
  for (let edge = 0; edge < firsts.length; edge++) if (isTwo(edge)) count++;
  const arcs = {
    sources: new Uint32Array(count),
    targets: new Uint32Array(count),
    weights: weights === null ? null : new Float32Array(count),
  };
  const [from, to] = direction === 'follows' ? [seconds, firsts] : [firsts, seconds];
  let at = 0;
  const add = (source: number, target: number, edge: number) => {
    arcs.sources[at] = source;
    arcs.targets[at] = target;
    if (arcs.weights !== null && weights !== null) arcs.weights[at] = weights[edge];
    at++;
  };
  for (let edge = 0; edge < firsts.length; edge++) {
    add(from[edge], to[edge], edge);
    if (isTwo(edge)) add(to[edge], from[edge], edge);
  }
  return arcs;
}

/** Effect of each direction on the edges. */
export function compareDirectionOptions(
  nodes: number,
  ends: EdgeEnds,
  names: readonly string[],
): EdgeReading['ways'] {
  const { offsets, targets } = sortArcs(nodes, { ...orientEdges(ends, 'followed'), weights: null });
  const received = new Uint32Array(nodes);
  for (const target of targets) received[target]++;
  const answered = new Uint32Array(nodes);
  let mutual = 0;
  for (let node = 0; node < nodes; node++)
    for (let at = offsets[node]; at < offsets[node + 1]; at++)
      if (hasValueInRange(targets, offsets[targets[at]], offsets[targets[at] + 1], node)) {
        answered[node]++;
        mutual++;
      }
  const links = targets.length;
  const way = (followers: (node: number) => number, count: number, share: number): WayReading => {
    let best = 0;
    for (let node = 1; node < nodes; node++) if (followers(node) > followers(best)) best = node;
    return { links: count, mutual: share, most: { name: names[best], followers: followers(best) } };
  };
  const share = links === 0 ? 0 : mutual / links;
  const sent = (node: number) => offsets[node + 1] - offsets[node];
  return {
    followed: way(sent, links, share),
    follows: way(node => received[node], links, share),
    both: way(node => sent(node) + received[node] - answered[node], 2 * links - mutual, links === 0 ? 0 : 1),
  };
}

/** True if an ascending part of a list has a value. */
function hasValueInRange(list: Uint32Array, from: number, to: number, value: number): boolean {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < to && list[low] === value;
}

/** True if every link and its reverse are equally strong, so that the direction has no effect. */
export function isWeightBalanced({ nodes, offsets, targets, weights }: Network): boolean {
  if (weights === null) return true;
  const strengths = new Map<number, number>();
  for (let node = 0; node < nodes; node++)
    for (let at = offsets[node]; at < offsets[node + 1]; at++)
      strengths.set(node * nodes + targets[at], weights[at]);
  for (const [pair, strength] of strengths)
    if (strengths.get((pair % nodes) * nodes + Math.floor(pair / nodes)) !== strength) return false;
  return true;
}
