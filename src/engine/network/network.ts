import { sha256 } from '#sha256';
import type { Groups } from '../core/agentGroups.ts';
import { encodeHex } from '../core/hashing/hex.ts';

/**
 * A directed graph of who receives whose posts, as offset and target arrays: the out-edges of u are
 * `targets[offsets[u]] … targets[offsets[u + 1] − 1]`, ascending, and each of them receives u's posts.
 */
export interface Network {
  readonly name: string;
  readonly nodes: number;
  /** Edges as the source counts them: an undirected edge is one here and two in `targets`. */
  readonly edges: number;
  /** Length nodes + 1. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Strength of each entry of `targets`, finite and ≥ 0; null when the source has none. */
  readonly weights: Float32Array | null;
  /** The user's own node names; null if the nodes are only numbered. */
  readonly labels: readonly string[] | null;
  /** Other attributes of its nodes in the source: a community, a group. Absent if it has none. */
  readonly attributes?: readonly NodeColumn[];
  /** The division of its nodes by one of these; absent for none. */
  readonly groups?: Groups;
  /** SHA-256 of `serializeNetworkBytes`, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** One attribute of nodes: a value each, null if there is none. */
export interface NodeColumn {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** Parallel columns, one entry an edge, in any order. Ends are in 0 … nodes − 1. */
export interface EdgeColumns {
  readonly sources: ArrayLike<number>;
  readonly targets: ArrayLike<number>;
  readonly weights: ArrayLike<number> | null;
}

/** Combined weight of a repeated edge, in the order of the edges. */
export type Merge = (weights: readonly number[]) => number;

interface BuildOptions {
  /** One weight for an edge that is there more than once; absent: the greatest. */
  readonly merge?: Merge;
  readonly labels?: readonly string[] | null;
  /** Every edge is taken in both directions, and (u, v) and (v, u) are the same edge. */
  readonly undirected?: boolean;
}

/** A network, and counts of the edges that were dropped or merged. */
export interface Built {
  readonly network: Network;
  readonly duplicates: number;
  readonly loops: number;
}

/** Edges sorted by (source, target), without loops and repeats. */
interface SortedArcs {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float32Array | null;
  readonly duplicates: number;
  readonly loops: number;
}

/**
 * Sorts the edges by (source, target), drops self-loops and merges duplicates. Unless their first weight is kept, the order of
 * the edges does not matter. O(nodes + edges).
 */
export function buildNetwork(
  name: string,
  nodes: number,
  edges: EdgeColumns,
  options: BuildOptions = {},
): Built {
  const undirected = options.undirected === true;
  const { duplicates, loops, ...arcs } = sortArcs(
    nodes,
    undirected ? mirrorEdges(edges) : edges,
    options.merge,
  );
  const each = undirected ? 2 : 1;
  const network = finishNetwork({
    name,
    nodes,
    edges: arcs.targets.length / each,
    ...arcs,
    labels: options.labels ?? null,
  });
  return { network, duplicates: duplicates / each, loops: loops / each };
}

/** Sorts edges, each one way, drops loops and merges repeats; see `buildNetwork`. */
export function sortArcs(
  nodes: number,
  arcs: EdgeColumns,
  merge: Merge = weights => weights.reduce((a, b) => Math.max(a, b)),
): SortedArcs {
  const count = arcs.sources.length;
  // Sorting by target first and then, stably, by source leaves each node's targets ascending.
  const byTarget = sortByCounting(arcs.targets, nodes, createIdentityOrder(count));
  const order = sortByCounting(arcs.sources, nodes, byTarget);

  const offsets = new Uint32Array(nodes + 1);
  const targets = new Uint32Array(count);
  const weights = arcs.weights === null ? null : new Float32Array(count);
  let kept = 0;
  let loops = 0;
  for (let at = 0; at < count; ) {
    const source = arcs.sources[order[at]];
    const target = arcs.targets[order[at]];
    const from = at;
    do at++;
    while (at < count && arcs.sources[order[at]] === source && arcs.targets[order[at]] === target);
    if (source === target) {
      loops += at - from;
      continue;
    }
    const given = arcs.weights;
    if (weights !== null && given !== null)
      weights[kept] =
        at === from + 1
          ? given[order[from]]
          : merge(Array.from(order.subarray(from, at), edge => given[edge]));
    targets[kept++] = target;
    offsets[source + 1]++;
  }
  for (let node = 0; node < nodes; node++) offsets[node + 1] += offsets[node];
  return {
    offsets,
    targets: targets.slice(0, kept),
    weights: weights === null ? null : weights.slice(0, kept),
    duplicates: count - loops - kept,
    loops,
  };
}

/** Adds the hash to arrays that are already sorted and free of duplicates and loops. */
export function finishNetwork(parts: Omit<Network, 'sha256'>): Network {
  return { ...parts, sha256: encodeHex(sha256(serializeNetworkBytes(parts))) };
}

/**
 * The bytes under a network's SHA-256, little-endian: u32 nodes, u32 directed edges, u32 1 if weighted else 0,
 * the sources (u32 each), the targets (u32 each), the weights (f32 each). Names are left out.
 */
export function serializeNetworkBytes(
  parts: Pick<Network, 'nodes' | 'offsets' | 'targets' | 'weights'>,
): Uint8Array {
  const { nodes, offsets, targets, weights } = parts;
  const count = targets.length;
  const bytes = new Uint8Array(12 + count * (weights === null ? 8 : 12));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, nodes, true);
  view.setUint32(4, count, true);
  view.setUint32(8, weights === null ? 0 : 1, true);
  for (let node = 0; node < nodes; node++) {
    for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) {
      view.setUint32(12 + 4 * edge, node, true);
      view.setUint32(12 + 4 * (count + edge), targets[edge], true);
      if (weights !== null) view.setFloat32(12 + 4 * (2 * count + edge), weights[edge], true);
    }
  }
  return bytes;
}

function mirrorEdges({ sources, targets, weights }: EdgeColumns): EdgeColumns {
  const count = sources.length;
  const from = new Uint32Array(2 * count);
  const to = new Uint32Array(2 * count);
  from.set(sources);
  from.set(targets, count);
  to.set(targets);
  to.set(sources, count);
  if (weights === null) return { sources: from, targets: to, weights: null };
  const both = new Float32Array(2 * count);
  both.set(weights);
  both.set(weights, count);
  return { sources: from, targets: to, weights: both };
}

function createIdentityOrder(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index);
}

/** `items` sorted by `keys[item]` (0 … range − 1), stable. */
function sortByCounting(keys: ArrayLike<number>, range: number, items: Uint32Array): Uint32Array {
  const next = new Uint32Array(range + 1);
  for (let i = 0; i < items.length; i++) next[keys[i] + 1]++;
  for (let key = 0; key < range; key++) next[key + 1] += next[key];
  const sorted = new Uint32Array(items.length);
  for (const item of items) sorted[next[keys[item]]++] = item;
  return sorted;
}
