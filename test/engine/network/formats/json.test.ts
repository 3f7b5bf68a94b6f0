import { describe, expect, it } from 'vitest';
import { linksOf } from '../linksOf.ts';

const links = (value: unknown) => linksOf('f.json', JSON.stringify(value)).links;
const nodes = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('node-link JSON', () => {
  it.each([
    ['links', { directed: true, nodes, links: [{ source: 'a', target: 'b', weight: 2 }] }, 'a>b 2'],
    ['edges', { directed: false, nodes, edges: [{ source: 'a', target: 'b' }] }, 'a>b b>a'],
    [
      'values, as D3 has them',
      {
        nodes: [
          { id: 'a', group: 1 },
          { id: 'b', group: 2 },
        ],
        links: [{ source: 'a', target: 'b', value: 8 }],
      },
      'a>b 8',
    ],
    ['places', { nodes: [{ name: 'Ann' }, { name: 'Bo' }], links: [{ source: 0, target: 1 }] }, 'Ann>Bo'],
    ['nodes themselves at the ends', { nodes, links: [{ source: { id: 'a' }, target: { id: 'b' } }] }, 'a>b'],
    [
      'from and to',
      {
        nodes: [
          { id: 1, label: 'Ann' },
          { id: 2, label: 'Bo' },
        ],
        edges: [{ from: 1, to: 2 }],
      },
      'Ann>Bo',
    ],
    ['numbers for ids', { nodes: [{ id: 5 }, { id: 10 }], links: [{ source: 5, target: 10 }] }, '5>10'],
    [
      'the JSON Graph Format',
      {
        graph: {
          directed: true,
          nodes: { a: { label: 'Ann' }, b: {} },
          edges: [{ source: 'a', target: 'b' }],
        },
      },
      'Ann>b',
    ],
    ['edges alone', [{ source: 'a', target: 'b', weight: 2 }], 'a>b 2'],
    [
      'neighbours',
      {
        directed: false,
        multigraph: false,
        nodes,
        adjacency: [[{ id: 'b', weight: 2 }], [{ id: 'a', weight: 2 }], []],
      },
      'a>b 2 b>a 2',
    ],
  ])('is read with %s', (_, value, expected) => {
    expect(links(value)).toBe(expected);
  });

  it('keeps large ids that are texts, and what it says of nodes', () => {
    const { network } = linksOf(
      'f.json',
      JSON.stringify({
        nodes: [{ id: '12345678901234567891', community: 2 }],
        links: [{ source: '12345678901234567891', target: '12345678901234567890' }],
      }),
    );
    expect(network.labels).toEqual(['12345678901234567890', '12345678901234567891']);
    expect(network.attributes).toEqual([{ name: 'community', values: [null, '2'] }]);
  });

  it('names an edge by its number', () => {
    expect(() =>
      links({
        nodes,
        links: [
          { source: 'a', target: 'b', weight: 'x' },
          { source: 'a', target: 'c', weight: -2 },
        ],
      }),
    ).toThrow(/^f\.json, edge 1: weight "x" is not a number/);
    expect(() => links({ nodes, links: [{ source: 'a' }] })).toThrow(
      'f.json: edge 1 has no source or no target',
    );
  });
});

describe('graphology JSON', () => {
  it('is directed unless an edge says otherwise', () => {
    const keys = [{ key: 'a' }, { key: 'b', attributes: { label: 'Bo' } }];
    expect(
      links({
        options: { type: 'mixed' },
        nodes: keys,
        edges: [{ source: 'a', target: 'b', attributes: { weight: 2 } }],
      }),
    ).toBe('a>Bo 2');
    expect(
      links({
        options: { type: 'undirected' },
        nodes: keys,
        edges: [{ source: 'a', target: 'b', undirected: true }],
      }),
    ).toBe('a>Bo Bo>a');
  });
});

describe('Cytoscape JSON', () => {
  it.each([
    [
      'flat',
      {
        elements: [
          { data: { id: 'a' } },
          { data: { id: 'b', name: 'Bo' } },
          { data: { id: 'e', source: 'a', target: 'b', weight: 3 } },
        ],
      },
    ],
    [
      'a list alone',
      [
        { group: 'nodes', data: { id: 'a' } },
        { group: 'nodes', data: { id: 'b', label: 'Bo' } },
        { group: 'edges', data: { source: 'a', target: 'b', weight: 3 } },
      ],
    ],
    [
      'grouped',
      {
        data: {},
        elements: {
          nodes: [{ data: { id: 'a' } }, { data: { id: 'b', name: 'Bo' } }],
          edges: [{ data: { source: 'a', target: 'b', weight: 3 } }],
        },
      },
    ],
  ])('is read where it is %s', (_, value) => {
    expect(links(value)).toBe('a>Bo 3');
  });
});

describe('other JSON', () => {
  it.each([
    [{ name: 'x' }, 'f.json looks like JSON that begins with "name". What is read here: a network'],
    [
      { nodes: [{ id: '__start__' }], edges: [] },
      'f.json looks like the graph of an agent program (LangGraph)',
    ],
    [{ nodes: [{ id: 'a' }], links: [] }, 'f.json has no edges'],
  ])('is refused for what it is: %j', (value, words) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    expect(() => linksOf('f.json', bytes)).toThrow(words);
  });

  it('that breaks off is told with its place', () => {
    const bytes = new TextEncoder().encode('{"nodes": [{"id": 1}}, "links": []}');
    expect(() => linksOf('f.json', bytes)).toThrow(/^f\.json is not JSON at line 1, column \d+/);
  });
});
