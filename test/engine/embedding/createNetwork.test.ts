import { expect, it } from 'vitest';
import { createNetwork, type NetworkEdges } from '../../../src/engine/index.ts';

it('makes a network of columns, with names', () => {
  const edges = { sources: [0, 1, 1], targets: [1, 2, 2], weights: [1, 2, 3] };
  const network = createNetwork(3, edges, { name: 'ours', labels: ['a', 'b', 'c'] });
  expect(network).toMatchObject({ name: 'ours', nodes: 3, edges: 2, labels: ['a', 'b', 'c'] });
  expect([...network.targets]).toEqual([1, 2]);
  expect([...network.weights!]).toEqual([1, 3]);
  const { weights: _, ...unweighted } = edges;
  expect(createNetwork(3, unweighted).weights).toBeNull();
  expect(createNetwork(3, edges, { undirected: true }).targets).toHaveLength(4);
});

it.each([
  [{ sources: [0], targets: [7], weights: null }, 'edge 0 has the end 7: nodes are 0 to 2'],
  [{ sources: [0.5], targets: [1], weights: null }, 'edge 0 has the end 0.5'],
  [{ sources: [0, 1], targets: [2], weights: null }, 'the columns of edges have 2, 1 entries'],
  [{ sources: [0] }, 'edges are columns'],
  [undefined, 'edges are columns'],
  [{ sources: [0], targets: [1], weights: [-1] }, 'edge 0 has the weight -1, needs a number from 0'],
  [{ sources: [0], targets: [1], weights: [Number.NaN] }, 'edge 0 has the weight NaN'],
  [[[0, 1]], 'edges are columns'],
])('refuses %j in one line', (edges, message) => {
  expect(() => createNetwork(3, edges as unknown as NetworkEdges)).toThrow(message);
});
