/** A parameter of a generated network, with its range. */
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
        meaning: 'Number of others that each new agent links to, popular ones preferred',
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
        meaning: 'Number of agents on the ring that each is linked to, half on either side',
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

/** True if a network of that name is generated. */
export const isGeneratorName = (name: string): name is GeneratorName =>
  GENERATORS.some(generator => generator.name === name);
