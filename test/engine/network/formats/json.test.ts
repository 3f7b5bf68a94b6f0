import { describe, expect, it } from 'vitest';
import { detectFileKind } from '../../../../src/engine/files/detectFileKind.ts';
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

  it('keeps large ids that are texts, and the attributes of nodes', () => {
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

  it('has weights in metadata, and edges that are marked as directed or not', () => {
    const graph = {
      nodes: { a: { metadata: { club: 'x' } }, b: {}, c: {} },
      edges: [
        { source: 'a', target: 'b', metadata: { weight: 2, source: 'a paper' } },
        { source: 'b', target: 'c', directed: false, metadata: { weight: 3 } },
      ],
    };
    expect(links({ graph })).toBe('a>b 2 b>c 3 c>b 3');
    expect(links({ graph: { directed: true, ...graph } })).toBe('a>b 2 b>c 3 c>b 3');
    expect(links({ graph: { directed: false, ...graph } })).toBe('a>b 2 b>a 2 b>c 3 c>b 3');
    const { notice } = linksOf('f.json', JSON.stringify({ graph }));
    expect(notice).toContain('1 undirected edge both ways; weights from 2 to 3 (weight)');
    const elements = [
      { data: { source: 'a', target: 'b' } },
      { data: { source: 'b', target: 'c', directed: false } },
    ];
    expect(links(elements)).toBe('a>b b>c c>b');
  });

  it('distinguishes nodes of one name where links count nodes, and notes where links name them', () => {
    const nodes = [{ name: 'Jo' }, { name: 'Jo' }, { name: 'Al' }];
    const { links, notice } = linksOf('f.json', JSON.stringify({ nodes, links: [{ source: 0, target: 1 }] }));
    expect(links).toBe('Jo (0)>Jo (1)');
    expect(notice).not.toContain('more than once');
    const named = linksOf('f.json', JSON.stringify({ nodes, links: [{ source: 'Jo', target: 'Al' }] }));
    expect([named.links, named.nodes]).toEqual(['Jo>Al', 2]);
    expect(named.notice).toContain('1 node ("Jo") declared more than once');
  });

  it('of several graphs is the first, and the notice mentions it', () => {
    const edge = (source: string, target: string) => ({ nodes: {}, edges: [{ source, target }] });
    const several = linksOf('f.json', JSON.stringify({ graphs: [edge('a', 'b'), edge('c', 'd')] }));
    expect(several.links).toBe('a>b');
    expect(several.notice).toContain('only the first graph of the file is read');
    expect(linksOf('f.json', JSON.stringify({ graphs: [edge('a', 'b')] })).notice).not.toContain(
      'only the first',
    );
  });

  const [LONG, NEXT] = ['1234567890123456788', '1234567890123456789'];
  it.each([
    [
      'node-link JSON',
      `{"nodes":[{"id":${LONG}},{"id":${NEXT}}],"links":[{"source":${LONG},"target":${NEXT}}]}`,
    ],
    ['node-link JSON', `[ {"source": ${LONG}, "target" :${NEXT}\n} ]`],
    [
      'Cytoscape JSON',
      `{"elements":{"nodes":[{"data":{"id":${LONG}}},{"data":{"id":"${NEXT}"}}],"edges":[{"data":{"source":${LONG},"target":${NEXT}}}]}}`,
    ],
    [
      'graphology JSON',
      `{"options":{"type":"directed"},"nodes":[{"key":${LONG}},{"key":${NEXT}}],"edges":[{"source":${LONG},"target":${NEXT}}]}`,
    ],
    [
      'CX',
      `[{"CXVersion":"2.0"},{"nodes":[{"id":${LONG}},{"id":${NEXT}}]},{"edges":[{"s":${LONG},"t":${NEXT}}]}]`,
    ],
  ])('keeps ids beyond 2⁵³ as they are written: %s', (format, text) => {
    expect(linksOf('f.json', text)).toMatchObject({ format, links: `${LONG}>${NEXT}` });
  });

  it('leaves texts alone, and keeps the tail of ids that are lists', () => {
    const text = `{"directed":true,"nodes":[{"id":"a \\"${LONG}","n":${LONG}},{"id":[${LONG},1]},{"id":[${NEXT},1]}],"links":[{"source":"a \\"${LONG}","target":[${NEXT},1],"weight":20000000000000000000},{"source":[${LONG},1],"target":[${NEXT},1],"weight":1.2345678901234567}]}`;
    const { links, network } = linksOf('f.json', text);
    expect(links).toBe(`[${LONG},1]>[${NEXT},1] 1.2346 a "${LONG}>[${NEXT},1] 20000000000000000000`);
    expect(network.attributes).toEqual([{ name: 'n', values: [null, null, LONG] }]);
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
  ])('is refused with its kind: %j', (value, words) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    expect(() => linksOf('f.json', bytes)).toThrow(words);
  });

  it('that breaks off is reported with its place', () => {
    const bytes = new TextEncoder().encode('{"nodes": [{"id": 1}}, "links": []}');
    expect(() => linksOf('f.json', bytes)).toThrow(/^f\.json is not JSON at line 1, column \d+/);
  });
});

describe('CX of Cytoscape', () => {
  const CX1 = [
    { numberVerification: [{ longNumber: 281474976710655 }] },
    { metaData: [{ name: 'nodes', elementCount: 3 }] },
    { nodes: [{ '@id': 10, n: 'Ann', r: 'person' }] },
    { nodes: [{ '@id': 11, n: 'Bo' }, { '@id': 12 }] },
    { edges: [{ '@id': 20, s: 10, t: 11, i: 'likes' }] },
    {
      nodeAttributes: [
        { po: 10, n: 'club', v: 'a' },
        { po: [11, 12], n: 'club', v: 'b' },
      ],
    },
    { edgeAttributes: [{ po: 20, n: 'weight', v: '2.5', d: 'double' }] },
    { edges: [{ '@id': 21, s: 11, t: 12 }] },
    { status: [{ error: '', success: true }] },
  ];
  const CX2 = [
    { CXVersion: '2.0', hasFragments: false },
    {
      attributeDeclarations: [
        {
          nodes: { name: { d: 'string', a: 'n' }, club: { d: 'string', v: 'b' } },
          edges: { interaction: { a: 'i' }, weight: { d: 'double', a: 'w', v: 1 } },
        },
      ],
    },
    { nodes: [{ id: 10, x: 1, y: 2, v: { n: 'Ann', club: 'a' } }, { id: 11, v: { n: 'Bo' } }, { id: 12 }] },
    {
      edges: [
        { id: 0, s: 10, t: 11, v: { i: 'likes', w: 2.5 } },
        { id: 1, s: 11, t: 12 },
      ],
    },
    { status: [{ success: true }] },
  ];

  it.each([
    ['CX 1', CX1],
    ['CX2', CX2],
  ])('is read with names, attributes and weights in any order: %s', (version, value) => {
    const { links: read, network, format, notice } = linksOf('f.cx', JSON.stringify(value));
    expect(read).toBe('Ann>Bo 2.5 Bo>12 1');
    expect(network.attributes?.find(({ name }) => name === 'club')?.values).toEqual(['a', 'b', 'b']);
    expect(format).toBe('CX');
    expect(notice).toContain('left out: interaction');
    expect(notice).toContain(`it is ${version}`);
    expect(detectFileKind('f.cx', new TextEncoder().encode(JSON.stringify(value))).form).toBe('network');
  });

  it.each([
    [[{ numberVerification: [] }, { nodes: [{ n: 'Ann' }] }], 'f.cx: node 1 has no @id'],
    [[{ CXVersion: '2.0' }, { nodes: [{ v: {} }] }], 'f.cx: node 1 has no id'],
    [[{ CXVersion: '2.0' }, { edges: [{ id: 1, s: 1 }] }], 'f.cx: edge 1 has no s or no t'],
    [
      [{ CXVersion: '2.0' }, { status: [{ success: false, error: 'out of room' }] }],
      'f.cx: its writer says that it did not come to its end: out of room',
    ],
  ])('that is broken is reported: %j', (value, message) => {
    expect(() => linksOf('f.cx', JSON.stringify(value))).toThrow(message);
  });
});
