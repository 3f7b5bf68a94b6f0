import { InputError } from '../errors.ts';
import { Domain, Random } from '../random.ts';
import { buildNetwork, type EdgeColumns, type Network } from './network.ts';
import { scaleFree, smallWorld, uniform } from './topologies.ts';

/** A number that shapes a generated network; `min` and `max` are allowed values. */
export interface GeneratorParameter {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  readonly kind: 'number' | 'integer';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}

/** A kind of generated network with its parameters. */
export interface Generator {
  readonly name: string;
  readonly label: string;
  readonly parameters: readonly GeneratorParameter[];
}

/** The generated networks; all are undirected, so each edge carries posts both ways. */
export const GENERATORS = [
  {
    name: 'scale-free',
    label: 'Scale-free (Barabási–Albert)',
    parameters: [
      {
        name: 'edges_per_newcomer',
        label: 'Edges per newcomer',
        meaning: 'How many others each new agent links to, popular ones preferred',
        kind: 'integer',
        min: 1,
        max: 50,
        step: 1,
        default: 3,
      },
    ],
  },
  {
    name: 'small-world',
    label: 'Small world (Watts–Strogatz)',
    parameters: [
      {
        name: 'neighbours',
        label: 'Neighbours',
        meaning: 'How many agents on the ring each is linked to, half on either side',
        kind: 'integer',
        min: 2,
        max: 100,
        step: 2,
        default: 8,
      },
      {
        name: 'rewiring',
        label: 'Rewiring',
        meaning: 'Share of links that lead to a random agent instead',
        kind: 'number',
        min: 0,
        max: 1,
        step: 0.01,
        default: 0.1,
      },
    ],
  },
  {
    name: 'random',
    label: 'Random (Erdős–Rényi)',
    parameters: [
      {
        name: 'edges_per_agent',
        label: 'Edges per agent',
        meaning: 'Number of links in the network over the number of agents',
        kind: 'number',
        min: 0,
        max: 50,
        step: 0.5,
        default: 5,
      },
    ],
  },
] as const satisfies readonly Generator[];

/** Name of a generator. */
export type GeneratorName = (typeof GENERATORS)[number]['name'];

/** Whether a network of that name is generated. */
export const isGenerator = (name: string): name is GeneratorName =>
  GENERATORS.some(generator => generator.name === name);

/**
 * A seeded network of `nodes` agents; the same arguments give the same bytes.
 * @param parameters by name; missing ones take their defaults, those of other generators are ignored.
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
  const value = (parameter: string) => parameterValue(name, parameter, parameters);
  switch (name) {
    case 'scale-free':
      return undirected(name, nodes, scaleFree(nodes, value('edges_per_newcomer'), random));
    case 'small-world':
      return undirected(name, nodes, smallWorld(nodes, value('neighbours'), value('rewiring'), random));
    case 'random':
      return undirected(name, nodes, uniform(nodes, value('edges_per_agent'), random));
  }
}

function parameterValue(
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

function undirected(name: string, nodes: number, edges: EdgeColumns): Network {
  return buildNetwork(name, nodes, edges, { undirected: true }).network;
}
