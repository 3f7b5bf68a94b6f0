import { createLoadErrorHandler, InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Files } from '../files/namedFile.ts';
import type { ParameterValue } from '../parameters/parameterDefinition.ts';
import { BUNDLED, decodeNetwork, isBundledNetwork } from './bundled.ts';
import { GENERATORS, isGeneratorName } from './generated/generators.ts';
import type { Network } from './network.ts';
import type { Direction, EdgeReading, RepeatRule } from './reading/edgeReading.ts';

/** Names of networks that need no file. */
export const NETWORK_NAMES: readonly string[] = [...BUNDLED.map(n => n.name), ...GENERATORS.map(g => g.name)];
/** The name that stands for the user's file. */
export const FILE_NETWORK = 'file';

interface NetworkRequest {
  readonly network: string;
  /** Reading of the user's file. */
  readonly direction?: Direction;
  readonly repeats?: RepeatRule;
  readonly groups?: string;
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

interface LoadedNetwork {
  readonly network: Network;
  readonly notes: readonly string[];
  /** Absent for a network that is not the user's file. */
  readonly reading?: EdgeReading;
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
  const { readNetwork } = await import('./reading/readNetwork.ts').catch(
    createLoadErrorHandler('the reader of networks'),
  );
  const keepsZeros = parameters.weights_as_before === true;
  return { ...readNetwork(file.name, file.bytes, { direction, repeats, groups, keepsZeros }), notes: [] };
}
