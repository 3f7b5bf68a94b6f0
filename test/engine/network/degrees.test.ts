import { describe, expect, it } from 'vitest';
import { computeDegreeDistribution } from '../../../src/engine/network/degrees.ts';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { reverseLinks } from '../../../src/engine/network/networkLinks.ts';

/** Node 0 is followed by 1, 2 and 3, node 1 by 0; nobody follows 2 and 3. */
const { network } = buildNetwork('n', 4, { sources: [0, 0, 0, 1], targets: [1, 2, 3, 0], weights: null });

describe('the distribution of degrees', () => {
  it('counts agents without links, the median and the most, and sums its tail from above', () => {
    expect(computeDegreeDistribution(network)).toEqual({
      median: 0.5,
      most: 3,
      none: 2,
      nodes: 4,
      degrees: Uint32Array.of(1, 3),
      atLeast: Uint32Array.of(2, 1),
    });
  });

  it('differs between the two directions', () => {
    expect(computeDegreeDistribution(reverseLinks(network))).toMatchObject({ median: 1, most: 1, none: 0 });
  });

  it('of no nodes at all is empty', () => {
    const { network: empty } = buildNetwork('none', 0, { sources: [], targets: [], weights: null });
    expect(computeDegreeDistribution(empty)).toMatchObject({ median: 0, most: 0, none: 0, nodes: 0 });
  });
});
