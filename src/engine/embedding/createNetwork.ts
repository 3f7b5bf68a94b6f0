import { checkOptions, describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import { buildNetwork, type Network } from '../network/network.ts';

/** Edges as columns, an entry for each edge. */
export interface NetworkEdges {
  /** Agents at which edges begin, from 0. */
  readonly sources: ArrayLike<number>;
  /** Agents at which they end: they hear those at which they begin. */
  readonly targets: ArrayLike<number>;
  /** Uses of each edge, 0 or more; absent or null: all edges alike. */
  readonly weights?: ArrayLike<number> | null;
}

/** Choices for a network. */
export interface NetworkOptions {
  /** Name in documents and messages; absent: `network`. */
  readonly name?: string;
  /** True if every edge is taken in both directions. */
  readonly undirected?: boolean;
  /** Names of its nodes, one for each; absent: they are numbered. */
  readonly labels?: readonly string[];
}

/**
 * A network of edges, each from an agent to one that hears it. Loops are dropped, repeated edges count once, with the greatest weight.
 * @param nodes number of agents; ends of edges are 0 to nodes − 1
 * @throws InputError for columns that are not of one length, and for an end that is not a node
 */
export function createNetwork(nodes: number, edges: NetworkEdges, options: NetworkOptions = {}): Network {
  checkOptions(options, 'createNetwork', ['name', 'undirected', 'labels']);
  const { name = 'network', undirected = false, labels = null } = options;
  checkEdges(nodes, edges);
  if (labels !== null && labels.length !== nodes)
    throw new InputError(`the network has ${labels.length} labels for ${nodes} nodes`);
  return buildNetwork(name, nodes, { ...edges, weights: edges.weights ?? null }, { undirected, labels })
    .network;
}

/** @throws InputError for columns that are not of one length, and for an end that is not a node */
function checkEdges(nodes: number, edges: NetworkEdges): void {
  const { sources, targets, weights = null }: Partial<NetworkEdges> = edges ?? {};
  if (!Number.isInteger(nodes) || nodes < 0)
    throw new InputError(`a network has a whole number of nodes, not ${describeValue(nodes)}`);
  if (!isColumn(sources) || !isColumn(targets) || (weights !== null && !isColumn(weights)))
    throw new InputError('edges are columns: { sources: [0, 1], targets: [1, 2] }, a number for each edge');
  if (sources.length !== targets.length || (weights !== null && weights.length !== sources.length))
    throw new InputError(
      `the columns of edges have ${[sources, targets, ...(weights === null ? [] : [weights])].map(column => column.length).join(', ')} entries, need one for each edge`,
    );
  for (let edge = 0; weights !== null && edge < weights.length; edge++)
    if (!(weights[edge] >= 0 && weights[edge] < Number.POSITIVE_INFINITY))
      throw new InputError(
        `edge ${edge} has the weight ${describeValue(weights[edge])}, needs a number from 0`,
      );
  for (const ends of [sources, targets])
    for (let edge = 0; edge < ends.length; edge++)
      if (!(ends[edge] >= 0 && ends[edge] < nodes && Number.isInteger(ends[edge])))
        throw new InputError(
          `edge ${edge} has the end ${describeValue(ends[edge])}: nodes are 0 to ${nodes - 1}`,
        );
}

const isColumn = (value: ArrayLike<number> | null | undefined): value is ArrayLike<number> =>
  typeof value === 'object' && value !== null && typeof value.length === 'number';
