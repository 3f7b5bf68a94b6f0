import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReverseEdges, sampleInducedNetwork } from '../../../src/engine/network/generated/sample.ts';
import { buildNetwork, type Network, serializeNetworkBytes } from '../../../src/engine/network/network.ts';

const edgesOf = ({ nodes, offsets, targets }: Network): string[] => {
  const edges: string[] = [];
  for (let node = 0; node < nodes; node++) {
    for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) edges.push(`${node}>${targets[edge]}`);
  }
  return edges;
};

const edgeLists = fc.integer({ min: 1, max: 20 }).chain(nodes =>
  fc.record({
    nodes: fc.constant(nodes),
    pairs: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 80 }),
  }),
);
const build = (nodes: number, pairs: readonly (readonly [number, number])[], undirected = false) =>
  buildNetwork(
    'n',
    nodes,
    { sources: pairs.map(pair => pair[0]), targets: pairs.map(pair => pair[1]), weights: null },
    { undirected },
  );

describe('buildNetwork', () => {
  it('sorts edges, merges duplicates, drops self-loops and counts both', () => {
    const { network, duplicates, loops } = buildNetwork('small', 4, {
      sources: [2, 0, 0, 1, 0],
      targets: [0, 3, 1, 1, 3],
      weights: [0.5, 0.25, 1, 9, 0.75],
    });
    expect(edgesOf(network)).toEqual(['0>1', '0>3', '2>0']);
    expect(network.edges).toBe(3);
    expect([...network.offsets]).toEqual([0, 2, 2, 3, 3]);
    expect({ duplicates, loops }).toEqual({ duplicates: 1, loops: 1 });
  });

  it('keeps the greatest weight of duplicates', () => {
    const { network } = buildNetwork('w', 2, {
      sources: [0, 0, 0],
      targets: [1, 1, 1],
      weights: [0.25, 1, 0.5],
    });
    expect([...network.weights!]).toEqual([1]);
  });

  it('takes an undirected edge both ways and counts it once', () => {
    const { network, duplicates, loops } = build(
      3,
      [
        [0, 1],
        [1, 0],
        [2, 1],
        [2, 2],
      ],
      true,
    );
    expect(edgesOf(network)).toEqual(['0>1', '1>0', '1>2', '2>1']);
    expect({ edges: network.edges, duplicates, loops }).toEqual({ edges: 2, duplicates: 1, loops: 1 });
  });

  it('agrees with a set of pairs, in any order of the edges', () => {
    fc.assert(
      fc.property(edgeLists, ({ nodes, pairs }) => {
        const { network, duplicates, loops } = build(nodes, pairs);
        const proper = pairs.filter(([a, b]) => a !== b);
        const expected = new Set(proper.map(([a, b]) => `${a}>${b}`));
        expect(new Set(edgesOf(network))).toEqual(expected);
        expect(network.edges).toBe(expected.size);
        expect(loops).toBe(pairs.length - proper.length);
        expect(duplicates).toBe(proper.length - expected.size);
        expect(build(nodes, [...pairs].reverse()).network).toEqual(network);
      }),
    );
  });

  it('hashes nodes, edges and weights, and not the name', () => {
    const edges = { sources: [0], targets: [1], weights: null };
    const { network } = buildNetwork('a', 2, edges);
    expect([...serializeNetworkBytes(network)]).toEqual([
      2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
    ]);
    expect(network.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(buildNetwork('b', 2, edges).network.sha256).toBe(network.sha256);
    expect(buildNetwork('a', 3, edges).network.sha256).not.toBe(network.sha256);
    expect(buildNetwork('a', 2, { ...edges, weights: [1] }).network.sha256).not.toBe(network.sha256);
  });
});

describe('inducedSample', () => {
  it('holds exactly the edges among the chosen nodes, in their order, with their labels', () => {
    fc.assert(
      fc.property(edgeLists, fc.nat(), fc.nat(), fc.boolean(), ({ nodes, pairs }, size, seed, undirected) => {
        const labels = Array.from({ length: nodes }, (_, node) => String(node));
        const columns = { sources: pairs.map(p => p[0]), targets: pairs.map(p => p[1]), weights: null };
        const { network } = buildNetwork('n', nodes, columns, { labels, undirected });
        const agents = (size % nodes) + 1;
        const sample = sampleInducedNetwork(network, agents, seed);
        const chosen = sample.labels!.map(Number);
        expect(chosen).toHaveLength(agents);
        expect(chosen).toEqual([...chosen].sort((a, b) => a - b));
        const within = edgesOf(network).filter(edge =>
          edge.split('>').every(end => chosen.includes(Number(end))),
        );
        const back = edgesOf(sample).map(edge =>
          edge
            .split('>')
            .map(end => chosen[Number(end)])
            .join('>'),
        );
        expect(back).toEqual(within);
        expect(sampleInducedNetwork(network, agents, seed)).toEqual(sample);
      }),
    );
  });

  it('stays in one piece on a long ring', () => {
    const pairs = Array.from({ length: 1000 }, (_, node) => [node, (node + 1) % 1000] as const);
    const sample = sampleInducedNetwork(build(1000, pairs, true).network, 100, 7);
    expect(sample.edges).toBe(99);
  });

  it('gives the whole network for all of its nodes, and an error beyond', () => {
    const { network } = build(3, [[0, 1]]);
    expect(sampleInducedNetwork(network, 3, 1)).toBe(network);
    expect(() => sampleInducedNetwork(network, 4, 1)).toThrow('n has 3 nodes, so agents cannot be 4');
    expect(() => sampleInducedNetwork(network, 0, 1)).toThrow('at least 1, not 0');
    expect(() => sampleInducedNetwork(network, 1.5, 1)).toThrow('not 1.5');
  });
});

describe('reverse', () => {
  it('turns every edge round', () => {
    const { network } = build(3, [
      [0, 2],
      [1, 2],
      [2, 0],
    ]);
    const { offsets, sources } = buildReverseEdges(network);
    expect([...offsets]).toEqual([0, 1, 1, 3]);
    expect([...sources]).toEqual([2, 0, 1]);
  });
});
