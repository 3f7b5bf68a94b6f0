import { readFileSync } from 'node:fs';
import Graph from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphMl } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';

const FOLDER = new URL('../../fixtures/networks/networkx/', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');

interface Counts {
  readonly nodes: number;
  readonly edges: number;
  readonly directed: boolean;
}
/** What NetworkX counts of what it wrote; of an edge list, without nodes that have no edge. */
const COUNTS = JSON.parse(textOf('counts.json')) as Readonly<Record<string, Counts>>;
/** Formats that do not say whether a network is directed. */
const SAYS_NOTHING = /\.(adjlist|multi|edgelist|wedges)$/;

describe('a file that NetworkX wrote', () => {
  it.each(Object.entries(COUNTS))(
    'has the nodes and edges that it counts: %s',
    (file, { nodes, edges, directed }) => {
      const direction = SAYS_NOTHING.test(file) && !directed ? 'both' : undefined;
      const { network, reading } = readNetwork(file, textOf(file), { direction });
      // Of the three edges of the multigraph two are one.
      const links = directed ? edges : 2 * (edges - (file.startsWith('multi') ? 1 : 0));
      expect([network.nodes, network.targets.length]).toEqual([nodes, links]);
      expect(reading.direction).toBe(directed ? 'followed' : 'both');
      if (network.weights !== null)
        expect(Math.max(...network.weights)).toBe(file.startsWith('multi') ? 3 : 2);
    },
  );

  it('keeps the attributes of its nodes', () => {
    for (const file of ['dir.gexf', 'dir.graphml', 'dir.gml', 'dir.nl.json', 'dir.cyto.json']) {
      const { network } = readNetwork(file, textOf(file));
      const group = network.attributes?.find(({ name }) => name === 'group');
      expect(group?.values.filter(value => value !== null)).toEqual(['g1']);
      expect(network.labels?.[group?.values.indexOf('g1') ?? -1]).toBe('alone');
    }
  });
});

describe('a file that graphology reads', () => {
  it.each([
    ['dir.gexf', parseGexf],
    ['dir.graphml', parseGraphMl],
  ] as const)('has as many nodes and edges as there: %s', (file, parse) => {
    const graph = parse(Graph, textOf(file));
    const { network } = readNetwork(file, textOf(file));
    expect([network.nodes, network.targets.length]).toEqual([graph.order, graph.size]);
  });

  it('is the same where graphology itself wrote it', () => {
    const graph = new Graph({ type: 'mixed' });
    for (const name of ['a', 'b', 'c']) graph.addNode(name, { label: name.toUpperCase(), community: 1 });
    graph.addDirectedEdge('a', 'b', { weight: 2 });
    graph.addUndirectedEdge('b', 'c', { weight: 3 });
    const { network, reading } = readNetwork('g.json', JSON.stringify(graph.export()));
    expect([network.nodes, network.targets.length, network.labels]).toEqual([3, 3, ['A', 'B', 'C']]);
    expect(network.attributes).toEqual([{ name: 'community', values: ['1', '1', '1'] }]);
    expect(reading.notice).toContain('1 undirected edge both ways');
  });
});
