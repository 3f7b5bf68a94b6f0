import { InputError } from '../../core/errors.ts';
import { Domain, Random } from '../../core/random.ts';
import { buildNetwork, type EdgeColumns, type Network } from '../network.ts';
import { GENERATORS, type Generator, type GeneratorName } from './generators.ts';
import { generateScaleFree, generateSmallWorld, generateUniformRandom } from './topologies.ts';

/**
 * A seeded network of `nodes` agents; the same arguments give the same bytes.
 * @param parameters by name; what is left out takes its default, names of other generators are passed over.
 * @throws InputError for a size or parameter out of range.
 */
export function generateNetwork(
  name: GeneratorName,
  nodes: number,
  seed: number,
  parameters: Readonly<Record<string, unknown>> = {},
): Network {
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 1_000_000) {
    throw new InputError(`agents must be a whole number from 1 to 1,000,000, not ${nodes}`);
  }
  const random = new Random(seed, Domain.network);
  const value = (parameter: string) => getGeneratorParameter(name, parameter, parameters);
  switch (name) {
    case 'scale-free':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateScaleFree(nodes, value('edges_per_newcomer'), random),
      );
    case 'small-world':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateSmallWorld(nodes, value('neighbours'), value('rewiring'), random),
      );
    case 'random':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateUniformRandom(nodes, value('edges_per_agent'), random),
      );
  }
}

function getGeneratorParameter(
  name: GeneratorName,
  parameter: string,
  given: Readonly<Record<string, unknown>>,
): number {
  const generator: Generator = GENERATORS.find(candidate => candidate.name === name)!;
  const { kind, min, max, step, ...definition } = generator.parameters.find(one => one.name === parameter)!;
  const value = given[parameter] ?? definition.default;
  const fits = typeof value === 'number' && value >= min && value <= max;
  if (fits && (kind === 'number' || value % step === 0)) return value;
  const sort = kind === 'number' ? 'a number' : step === 2 ? 'an even number' : 'a whole number';
  throw new InputError(`${parameter} must be ${sort} from ${min} to ${max}, not ${value}`);
}

function buildUndirectedNetwork(name: string, nodes: number, edges: EdgeColumns): Network {
  return buildNetwork(name, nodes, edges, { undirected: true }).network;
}
