import { getNodeDegree, type Links } from './networkLinks.ts';

/** Distribution of the nodes' numbers of links. */
export interface Degrees {
  readonly median: number;
  readonly most: number;
  /** Nodes without any. */
  readonly none: number;
  readonly nodes: number;
  /** Each number of links that is met, from 1, ascending. */
  readonly degrees: Uint32Array;
  /** Number of nodes with at least that many, in the same order. */
  readonly atLeast: Uint32Array;
}

/** The distribution of links per node, with its tail summed from above: steps of a line, whatever the bins. */
export function computeDegreeDistribution(links: Links): Degrees {
  const nodes = links.offsets.length - 1;
  const sorted = Uint32Array.from({ length: nodes }, (_, node) => getNodeDegree(links, node)).sort();
  const degrees: number[] = [];
  const atLeast: number[] = [];
  for (let rank = 0; rank < nodes; rank++) {
    const degree = sorted[rank];
    if (degree === 0 || degree === sorted[rank - 1]) continue;
    degrees.push(degree);
    atLeast.push(nodes - rank);
  }
  return {
    median: nodes === 0 ? 0 : (sorted[(nodes - 1) >> 1] + sorted[nodes >> 1]) / 2,
    most: nodes === 0 ? 0 : sorted[nodes - 1],
    none: sorted.filter(degree => degree === 0).length,
    nodes,
    degrees: Uint32Array.from(degrees),
    atLeast: Uint32Array.from(atLeast),
  };
}
