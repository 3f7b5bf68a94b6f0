import { InputError } from '../core/errors.ts';
import { buildNetwork, type Network } from './network.ts';

/** The example networks under `public/networks`, named `<name>.bin`. Sources and licences: NOTICES.md there. */
export const BUNDLED = [
  { name: 'congress', label: 'US Congress on Twitter', nodes: 475, edges: 13_289 },
  { name: 'lastfm', label: 'LastFM friends, Asia', nodes: 7_624, edges: 27_806 },
] as const;

/** Name of a bundled network. */
export type BundledName = (typeof BUNDLED)[number]['name'];

/** True if a network of that name comes with Statescope. */
export const isBundledNetwork = (name: string): name is BundledName =>
  BUNDLED.some(network => network.name === name);

/** "SNET", version 1. */
const MAGIC = [0x53, 0x4e, 0x45, 0x54, 1];
const DIRECTED = 1;
const WEIGHTED = 2;
const SNET_HEADER_BYTES = 14;

/**
 * Reads a packed network: "SNET", u8 version, u8 flags (1 directed, 2 weighted), u32 nodes, u32 edges; per
 * node the LEB128 number of its edges and their targets, each as the distance from the one before (the first
 * from 0; undirected edges are listed at their lower end, the first counted from there); then the weights,
 * f32 in that order. All little-endian. Written by scripts/pack-networks.mjs.
 * @throws InputError for bytes in another format, or inconsistent ones.
 */
export function decodeNetwork(name: string, bytes: Uint8Array): Network {
  const broken = new InputError(`${name} is not a packed network, or it is cut off`);
  if (bytes.length < SNET_HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) throw broken;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directed = (bytes[5] & DIRECTED) !== 0;
  const weighted = (bytes[5] & WEIGHTED) !== 0;
  const nodes = view.getUint32(6, true);
  const edges = view.getUint32(10, true);
  if (nodes > bytes.length || edges > bytes.length) throw broken;
  const sources = new Uint32Array(edges);
  const targets = new Uint32Array(edges);

  let at = SNET_HEADER_BYTES;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale <= 0x1000_0000; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw broken;
  };
  let edge = 0;
  for (let node = 0; node < nodes; node++) {
    let target = directed ? 0 : node;
    for (let left = varint(); left > 0; left--, edge++) {
      target += varint();
      if (edge === edges || target >= nodes) throw broken;
      sources[edge] = node;
      targets[edge] = target;
    }
  }
  if (edge !== edges || bytes.length !== at + (weighted ? 4 * edges : 0)) throw broken;
  const weights = weighted
    ? Float32Array.from({ length: edges }, (_, row) => view.getFloat32(at + 4 * row, true))
    : null;
  const built = buildNetwork(name, nodes, { sources, targets, weights }, { undirected: !directed });
  if (built.network.edges !== edges) throw broken;
  return built.network;
}
