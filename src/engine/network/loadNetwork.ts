import { createLoadErrorHandler, InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Files } from '../files/namedFile.ts';
import type { ParameterValues } from '../parameters/parameterDefinition.ts';
import { FILE_NETWORK } from './fileNetwork.ts';
import { GENERATORS, isGeneratorName } from './generated/generators.ts';
import { buildNetwork, type Network } from './network.ts';
import type { Direction, EdgeReading, RepeatRule } from './reading/edgeReading.ts';
import type { WeightUse } from './weightUse.ts';

/** The example networks under `public/networks`, named `<name>.bin`. Sources and licences: NOTICES.md there. */
export const BUNDLED = [
  { name: 'congress', label: 'US Congress on Twitter', nodes: 475, edges: 13_289 },
  { name: 'lastfm', label: 'LastFM friends, Asia', nodes: 7_624, edges: 27_806 },
] as const;

/** Name of a bundled network. */
export type BundledName = (typeof BUNDLED)[number]['name'];

/** True if a network of that name comes with Statescope. */
const isBundledNetwork = (name: string): name is BundledName =>
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

/** Names of networks that need no file. */
export const NETWORK_NAMES: readonly string[] = [...BUNDLED.map(n => n.name), ...GENERATORS.map(g => g.name)];

interface NetworkRequest {
  readonly network: string;
  /** Reading of the user's file. */
  readonly direction?: Direction;
  readonly repeats?: RepeatRule;
  readonly groups?: string;
  /** Size of a generated network; on a fixed one, of a seeded induced sample. null: all there are. */
  readonly agents: number | null;
  readonly seed: number;
  readonly parameters: ParameterValues;
}

/** Sources of the bytes, as in `Sources`. */
interface NetworkSource {
  bundled(path: string): Promise<Uint8Array>;
  readonly files: Files;
}

/** A network as a run has it. */
export interface LoadedNetwork {
  readonly network: Network;
  readonly notes: readonly string[];
  /** Absent for a network that is not the user's file. */
  readonly reading?: EdgeReading;
  /** The effect of its weights in words; there if `reading` is, with which the words are loaded. */
  readonly describeWeightUse?: (use: WeightUse, isWeighted: boolean) => string;
}

/** @throws InputError for an unknown name, an impossible size or a file that cannot be read as a network. */
export async function loadNetwork(
  request: NetworkRequest,
  source: NetworkSource,
  defaultAgents: number,
): Promise<LoadedNetwork> {
  const { network: name, agents, seed, parameters } = request;
  if (agents !== null && !(Number.isInteger(agents) && agents >= 1))
    throw new InputError(`agents must be a whole number of at least 1, not ${agents}`);
  if (isGeneratorName(name)) {
    const { generateNetwork } = await import('./generated/generateNetwork.ts').catch(
      createLoadErrorHandler('the generator of networks'),
    );
    return { network: generateNetwork(name, agents ?? defaultAgents, seed, parameters), notes: [] };
  }
  const fixed = await loadFixedNetwork(request, source);
  if (agents === null) return fixed;
  const { sampleInducedNetwork } = await import('./generated/sample.ts').catch(
    createLoadErrorHandler('the sampler of networks'),
  );
  return { ...fixed, network: sampleInducedNetwork(fixed.network, agents, seed) };
}

async function loadFixedNetwork(
  { network: name, direction, repeats, groups, parameters }: NetworkRequest,
  source: NetworkSource,
): Promise<LoadedNetwork> {
  if (isBundledNetwork(name))
    return { network: decodeNetwork(name, await source.bundled(`networks/${name}.bin`)), notes: [] };
  if (name !== FILE_NETWORK)
    throw new InputError(
      `network "${formatQuotedText(name)}" is unknown; available: ${NETWORK_NAMES.join(', ')}, or a file`,
    );
  const [file] = source.files.network ?? [];
  if (file === undefined)
    throw new InputError(
      'this run is on your own edge list: drop that file on the page, together with the run document if you open one',
    );
  const [{ readNetwork }, { describeWeightUse }] = await Promise.all([
    import('./reading/readNetwork.ts'),
    import('./describeWeightUse.ts'),
  ]).catch(createLoadErrorHandler('the reader of networks'));
  const keepsZeros = parameters.weights_as_before === true;
  const read = readNetwork(file.name, file.bytes, { direction, repeats, groups, keepsZeros });
  return { ...read, describeWeightUse, notes: [] };
}
