import type { Files, ParameterValue } from '../config.ts';
import { InputError, notLoaded } from '../errors.ts';
import { BUNDLED, decodeNetwork, isBundled } from './bundled.ts';
import { GENERATORS, isGenerator } from './generators.ts';
import type { Network } from './network.ts';

/** Names of networks that need no file. */
export const NETWORK_NAMES: readonly string[] = [...BUNDLED.map(n => n.name), ...GENERATORS.map(g => g.name)];
/** The name that stands for the user's file. */
export const FILE_NETWORK = 'file';

interface NetworkRequest {
  readonly network: string;
  /** Size of a generated network; on a fixed one, of a seeded induced sample. null: all there are. */
  readonly agents: number | null;
  readonly seed: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** Sources of the bytes, as in `Sources`. */
interface NetworkSource {
  bundled(path: string): Promise<Uint8Array>;
  readonly files: Files;
}

/** @throws InputError for an unknown name, an impossible size or a file that cannot be read as an edge list. */
export async function loadNetwork(
  request: NetworkRequest,
  source: NetworkSource,
  defaultAgents: number,
): Promise<{ network: Network; notes: readonly string[] }> {
  const { network: name, agents, seed, parameters } = request;
  if (agents !== null && !(Number.isInteger(agents) && agents >= 1))
    throw new InputError(`agents must be a whole number of at least 1, not ${agents}`);
  if (isGenerator(name)) {
    const { generateNetwork } = await import('./generateNetwork.ts').catch(
      notLoaded('the generator of networks'),
    );
    return { network: generateNetwork(name, agents ?? defaultAgents, seed, parameters), notes: [] };
  }
  const { network, notes } = await fixedNetwork(name, source);
  if (agents === null) return { network, notes };
  const { inducedSample } = await import('./sample.ts').catch(notLoaded('the sampler of networks'));
  return { network: inducedSample(network, agents, seed), notes };
}

async function fixedNetwork(name: string, source: NetworkSource) {
  if (isBundled(name))
    return { network: decodeNetwork(name, await source.bundled(`networks/${name}.bin`)), notes: [] };
  if (name !== FILE_NETWORK)
    throw new InputError(`network "${name}" is unknown; available: ${NETWORK_NAMES.join(', ')}, or a file`);
  const [file] = source.files.network ?? [];
  if (file === undefined)
    throw new InputError('this run used your own edge list; drop the file on the page to open it again');
  const { parseEdgeList, readingOf } = await import('./edgeList.ts').catch(
    notLoaded('the reader of edge lists'),
  );
  const { network, notes } = parseEdgeList(file.name, file.bytes);
  return { network, notes: [...notes, readingOf(network)] };
}
