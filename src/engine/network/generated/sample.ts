import { InputError } from '../../core/errors.ts';
import { Domain, Random } from '../../core/random.ts';
import { finishNetwork, type Network } from '../network.ts';

/** Purpose numbers of `Domain.network`; the generators use the ones below 16. */
const SHUFFLE = 16;
const GROW = 17;

/**
 * The network among `agents` of its nodes, in their original order, with their labels. The nodes are grown
 * from a seeded start along edges in either direction, a random edge of the rim at a time, because nodes
 * drawn independently from a large network share hardly any edges. Undirected edges stay pairs.
 * @throws InputError when `agents` is not in 1 … nodes.
 */
export function sampleInducedNetwork(network: Network, agents: number, seed: number): Network {
  if (!Number.isInteger(agents) || agents < 1) {
    throw new InputError(`agents must be a whole number of at least 1, not ${agents}`);
  }
  if (agents > network.nodes) {
    throw new InputError(`${network.name} has ${network.nodes} nodes, so agents cannot be ${agents}`);
  }
  if (agents === network.nodes) return network;
  return buildInducedNetwork(network, chooseSampleNodes(network, agents, seed));
}

/** The network among the nodes whose `chosen` entry is 1. */
function buildInducedNetwork(network: Network, chosen: Uint8Array): Network {
  const index = new Int32Array(network.nodes).fill(-1);
  const labels: string[] = [];
  let nodes = 0;
  for (let node = 0; node < network.nodes; node++) {
    if (chosen[node] === 0) continue;
    index[node] = nodes++;
    if (network.labels !== null) labels.push(network.labels[node]);
  }
  const offsets = new Uint32Array(nodes + 1);
  const targets = new Uint32Array(network.targets.length);
  const weights = network.weights === null ? null : new Float32Array(network.targets.length);
  let kept = 0;
  for (let node = 0; node < network.nodes; node++) {
    if (chosen[node] === 0) continue;
    for (let edge = network.offsets[node]; edge < network.offsets[node + 1]; edge++) {
      const target = index[network.targets[edge]];
      if (target < 0) continue;
      if (weights !== null) weights[kept] = network.weights![edge];
      targets[kept++] = target;
    }
    offsets[index[node] + 1] = kept;
  }
  const undirected = network.targets.length === 2 * network.edges && network.edges > 0;
  return finishNetwork({
    name: network.name,
    nodes,
    edges: undirected ? kept / 2 : kept,
    offsets,
    targets: targets.slice(0, kept),
    weights: weights === null ? null : weights.slice(0, kept),
    labels: network.labels === null ? null : labels,
    ...(network.attributes && {
      attributes: network.attributes.map(({ name, values }) => ({
        name,
        values: values.filter((_, node) => chosen[node] === 1),
      })),
    }),
    // Of all groups, so that samples by other seeds have the same ones.
    ...(network.groups && {
      groups: { ...network.groups, of: network.groups.of.filter((_, node) => chosen[node] === 1) },
    }),
  });
}

function chooseSampleNodes(network: Network, agents: number, seed: number): Uint8Array {
  const random = new Random(seed, Domain.network);
  const incoming = buildReverseEdges(network);
  const starts = createShuffledOrder(network.nodes, random);
  const chosen = new Uint8Array(network.nodes);
  const rim: number[] = [];
  let draws = 0;
  let nextStart = 0;
  for (let count = 0; count < agents; ) {
    let node: number;
    if (rim.length === 0) {
      node = starts[nextStart++];
    } else {
      const at = Math.floor(random.unit(draws++, 0, GROW) * rim.length);
      node = rim[at];
      rim[at] = rim[rim.length - 1];
      rim.pop();
    }
    if (chosen[node] === 1) continue;
    chosen[node] = 1;
    count++;
    pushSampleNeighbours(rim, network.offsets, network.targets, node, chosen);
    pushSampleNeighbours(rim, incoming.offsets, incoming.sources, node, chosen);
  }
  return chosen;
}

function pushSampleNeighbours(
  rim: number[],
  offsets: Uint32Array,
  ends: Uint32Array,
  node: number,
  chosen: Uint8Array,
): void {
  for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) {
    if (chosen[ends[edge]] === 0) rim.push(ends[edge]);
  }
}

/** The nodes that post to each node: offsets (nodes + 1) into sources, ascending. */
export function buildReverseEdges({ nodes, offsets, targets }: Network): {
  offsets: Uint32Array;
  sources: Uint32Array;
} {
  const starts = new Uint32Array(nodes + 1);
  for (const target of targets) starts[target + 1]++;
  for (let node = 0; node < nodes; node++) starts[node + 1] += starts[node];
  const next = starts.slice();
  const sources = new Uint32Array(targets.length);
  for (let node = 0; node < nodes; node++) {
    for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) sources[next[targets[edge]]++] = node;
  }
  return { offsets: starts, sources };
}

/** 0 … count − 1 in a seeded order (Fisher–Yates). */
function createShuffledOrder(count: number, random: Random): Uint32Array {
  const items = Uint32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random.unit(last, 0, SHUFFLE) * (last + 1));
    const item = items[last];
    items[last] = items[other];
    items[other] = item;
  }
  return items;
}
