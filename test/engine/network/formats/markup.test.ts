import { describe, expect, it } from 'vitest';
import { linksOf } from '../linksOf.ts';

const gexf = (inner: string, version = '1.3', attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<gexf xmlns="http://gexf.net/${version}" version="${version}"><graph ${attributes}>${inner}</graph></gexf>`;
const NODES = '<nodes><node id="0" label="Ann"/><node id="1" label="Bo"/><node id="2" label="Cy"/></nodes>';

it.each([
  [
    'igraph.graphml',
    '<graphml><key id="n" for="node" attr.name="name" attr.type="string"/><key id="l" for="node" attr.name="label" attr.type="string"/><graph edgedefault="undirected"><node id="n0"><data key="n">Mr Hi</data><data key="l">H</data></node><node id="n1"><data key="n">2</data><data key="l">2</data></node><edge source="n0" target="n1"/></graph></graphml>',
  ],
  [
    'igraph.gml',
    'graph [ node [ id 0 name "Mr Hi" label "H" ] node [ id 1 name "2" label "2" ] edge [ source 0 target 1 ] ]',
  ],
  [
    'own.json',
    '{"directed": false, "multigraph": false, "nodes": [{"id": "n0", "name": "Mr Hi", "label": "H"}, {"id": "n1", "name": "2", "label": "2"}], "links": [{"source": "n0", "target": "n1"}]}',
  ],
])('a name next to a label stays an attribute, unless it equals the label: %s', (name, text) => {
  const { network } = linksOf(name, text);
  expect(network.labels).toEqual(['H', '2']);
  expect(network.attributes).toEqual([{ name: 'name', values: ['Mr Hi', null] }]);
});

describe('GEXF', () => {
  it.each(['1.1draft', '1.2draft', '1.3'])('of version %s is read with labels and weights', version => {
    const text = gexf(
      `${NODES}<edges><edge id="0" source="0" target="1" weight="2.5"/><edge id="1" source="1" target="2"/></edges>`,
      version,
      'defaultedgetype="directed"',
    );
    const { links, by, format } = linksOf('f.gexf', text);
    expect([links, by, format]).toEqual(['Ann>Bo 2.5 Bo>Cy 1', 'usual', 'GEXF']);
  });

  it('is undirected unless it states otherwise, edge by edge as well', () => {
    const edges = '<edges><edge source="0" target="1"/><edge source="1" target="2" type="directed"/></edges>';
    expect(linksOf('f', gexf(NODES + edges)).links).toBe('Ann>Bo Bo>Ann Bo>Cy');
    expect(linksOf('f', gexf(`${NODES}<edges><edge source="0" target="1"/></edges>`))).toMatchObject({
      links: 'Ann>Bo Bo>Ann',
      direction: 'both',
      by: 'file',
    });
    const mutual = '<edges><edge source="0" target="1" type="mutual"/><edge source="1" target="2"/></edges>';
    expect(linksOf('f', gexf(NODES + mutual, '1.3', 'defaultedgetype="directed"')).links).toBe(
      'Ann>Bo Bo>Ann Bo>Cy',
    );
  });

  it('has a weight by several attributes of one title, of which NetworkX writes one for each type', () => {
    const edge = (ends: string, key: number, weight: string) =>
      `<edge source="${ends[0]}" target="${ends[1]}"><attvalues><attvalue for="${key}" value="${weight}"/></attvalues></edge>`;
    const text = gexf(
      `<attributes class="edge"><attribute id="0" title="count" type="long"/><attribute id="1" title="count" type="double"/></attributes>${NODES}<edges>${edge('01', 1, '2.5')}${edge('12', 0, '3')}</edges>`,
      '1.2',
      'defaultedgetype="directed"',
    );
    expect(linksOf('f.gexf', text).links).toBe('Ann>Bo 2.5 Bo>Cy 3');
    expect(linksOf('f.gexf', text).notice).not.toContain('left out');
  });

  it('keeps attributes of nodes, their defaults, and nodes in nodes', () => {
    const text = gexf(
      '<attributes class="node"><attribute id="m" title="community" type="integer"><default>0</default></attribute></attributes>' +
        '<attributes class="edge"><attribute id="w" title="Weight" type="double"/></attributes>' +
        '<nodes><node id="a"><attvalues><attvalue for="m" value="7"/></attvalues><nodes><node id="b"/></nodes></node></nodes>' +
        '<edges><edge source="a" target="b"><attvalues><attvalue for="w" value="3"/></attvalues></edge></edges>',
      '1.2',
      'mode="dynamic" defaultedgetype="directed"',
    );
    const { links, network, notice } = linksOf('f.gexf', text);
    expect(links).toBe('a>b 3');
    expect(network.attributes).toEqual([{ name: 'community', values: ['7', '0'] }]);
    expect(notice).toContain('times of nodes and edges are not read');
  });

  it.each([
    ['<node id="a" start="2009-03-01"/><node id="b"/>', ''],
    ['<node id="a"/><node id="b"/>', 'end="2"'],
    ['<node id="a" timestamp="3"/><node id="b"/>', ''],
    ['<node id="a"><spells><spell start="1" end="2"/></spells></node><node id="b"/>', ''],
  ])('with times notes that they are not read, whatever its mode: %s %s', (nodes, of) => {
    const text = gexf(`<nodes>${nodes}</nodes><edges><edge source="a" target="b" ${of}/></edges>`);
    expect(linksOf('f.gexf', text).notice).toContain('times of nodes and edges are not read');
    expect(
      linksOf('f.gexf', text.replace(/<spells>.*<\/spells>| (start|end|timestamp)="[^"]*"/g, '')).notice,
    ).not.toContain('times');
  });

  it('has the last of several values of an attribute, and notes it', () => {
    const values = (...all: readonly number[]) =>
      `<attvalues>${all.map((value, at) => `<attvalue for="m" value="${value}" start="${at}" end="${at + 1}"/>`).join('')}</attvalues>`;
    const text = gexf(
      '<attributes class="node" mode="dynamic"><attribute id="m" title="mood" type="integer"/></attributes><attributes class="edge" mode="dynamic"><attribute id="m" title="weight" type="integer"/></attributes>' +
        `<nodes><node id="a">${values(1, 2)}</node><node id="b">${values(3)}</node></nodes><edges><edge source="a" target="b">${values(5, 6)}</edge></edges>`,
      '1.2',
      'mode="dynamic" defaultedgetype="directed"',
    );
    const { links, network, notice } = linksOf('f.gexf', text);
    expect(links).toBe('a>b 6');
    expect(network.attributes).toEqual([{ name: 'mood', values: ['2', '3'] }]);
    expect(notice).toContain('of several values of one attribute (mood, weight) the last counts');
    expect(
      linksOf('f.gexf', text.replace(values(1, 2), values(1)).replace(values(5, 6), values(5))).notice,
    ).not.toContain('several values');
  });

  it('that breaks off is reported with its line', () => {
    expect(() => linksOf('f.gexf', gexf(NODES).slice(0, -20))).toThrow(/^f\.gexf, line 3: XML breaks off: /);
    expect(() => linksOf('f.gexf', gexf('<edges><edge source="a"/></edges>'))).toThrow(
      'f.gexf, line 3: an edge has no source or no target',
    );
  });
});

const graphMl = (inner: string) =>
  `<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">${inner}</graphml>`;

describe('GraphML', () => {
  it('has weights with a default, labels and attributes, as igraph writes it', () => {
    const text = graphMl(
      '<key id="v_name" for="node" attr.name="name" attr.type="string"/><key id="v_g" for="node" attr.name="group" attr.type="double"/>' +
        '<key id="e_weight" for="edge" attr.name="weight" attr.type="double"><default>4</default></key><key id="e_x" for="edge" attr.name="colour" attr.type="string"/>' +
        '<graph id="G" edgedefault="directed"><node id="n0"><data key="v_name">Ann</data><data key="v_g">1</data></node><node id="n1"><data key="v_name">Bo</data></node>' +
        '<edge source="n0" target="n1"><data key="e_weight">2</data></edge><edge source="n1" target="n0"/></graph>',
    );
    const { links, network, notice } = linksOf('f.graphml', text);
    expect(links).toBe('Ann>Bo 2 Bo>Ann 4');
    expect(network.attributes).toEqual([{ name: 'group', values: ['1', null] }]);
    expect(notice).toContain('left out: colour');
  });

  it('has a weight by several keys of one name, of which NetworkX writes one for each type', () => {
    const keys = ['double', 'long']
      .map((type, at) => `<key id="d${at}" for="edge" attr.name="weight" attr.type="${type}"/>`)
      .join('');
    const edge = (ends: string, key: number, weight: string) =>
      `<edge source="${ends[0]}" target="${ends[1]}"><data key="d${key}">${weight}</data></edge>`;
    const nodes = ['a', 'b', 'c'].map(id => `<node id="${id}"/>`).join('');
    const graph = `<graph edgedefault="directed">${nodes}${edge('ab', 0, '2.5')}${edge('bc', 1, '3')}</graph>`;
    const { links, notice } = linksOf('f', graphMl(keys + graph));
    expect(links).toBe('a>b 2.5 b>c 3');
    expect(notice).not.toContain('left out');
  });

  it('has the labels that yEd draws, and the nodes of its groups', () => {
    const label = (text: string) =>
      `<data key="d6"><y:ShapeNode><y:Geometry height="30"/><y:NodeLabel alignment="center">${text}<y:LabelModel/></y:NodeLabel></y:ShapeNode></data>`;
    const text = graphMl(
      '<key for="node" id="d5" attr.name="description" attr.type="string"/><key for="node" id="d6" yfiles.type="nodegraphics"/><key for="edge" id="d9" yfiles.type="edgegraphics"/>' +
        `<graph edgedefault="directed" id="G"><node id="n0">${label('Ann')}</node><node id="n1" yfiles.foldertype="group">${label('Team')}<graph edgedefault="directed" id="n1:"><node id="n1::n0">${label('<![CDATA[Bo & Co]]>')}</node></graph></node>` +
        '<edge source="n0" target="n1::n0"><data key="d9"><y:PolyLineEdge><y:EdgeLabel>x</y:EdgeLabel></y:PolyLineEdge></data></edge></graph>',
    );
    expect(linksOf('f.graphml', text)).toMatchObject({ links: 'Ann>Bo & Co', nodes: 3 });
  });

  it('is undirected edge by edge, and notes what it leaves out', () => {
    const text = graphMl(
      '<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge directed="true" source="b" target="c"/><hyperedge><endpoint node="a"/><endpoint node="c"/></hyperedge></graph><graph edgedefault="directed"><node id="z"/></graph>',
    );
    const { links, nodes, notice } = linksOf('f', text);
    expect([links, nodes]).toEqual(['a>b b>a b>c', 3]);
    expect(notice).toContain('1 hyperedge is left out; only the first graph of the file is read');
  });
});

describe('GML', () => {
  it('has labels with HTML entities, numbers as labels, lists that are passed over, and weights called value', () => {
    const text =
      'Creator "x"\nVersion 1\ngraph\n[\n  directed 1\n  node [ id -1 label "Ren&#233; &amp; Co" graphics [ x 1.0 y [ z 2 ] ] community 3 ]\n  node [ id 7 label 5 ]\n  # a comment\n  edge [ source -1 target 7 value 2 ]\n]\n';
    const { links, network } = linksOf('f.gml', text);
    expect(links).toBe('René & Co>5 2');
    expect(network.attributes).toEqual([{ name: 'community', values: ['3', null] }]);
  });

  it('of several graphs is the first, and the notice mentions it', () => {
    const graph = 'graph [ directed 1 edge [ source a target b ] ]\n';
    const { links, notice } = linksOf('f.gml', graph + graph.replace('target b', 'target c'));
    expect(links).toBe('a>b');
    expect(notice).toContain('only the first graph of the file is read');
    expect(linksOf('f.gml', graph).notice).not.toContain('only the first');
  });

  it('that is on one line is read as well, in upper or lower case', () => {
    expect(
      linksOf('f.txt', 'GRAPH [ DIRECTED 0 NODE [ ID a ] NODE [ ID b ] EDGE [ SOURCE a TARGET b ] ]').links,
    ).toBe('a>b b>a');
  });

  it.each([
    ['graph [ node [ id 1 ]', 'the list that begins here is not closed'],
    ['graph [ node [ label "x" ] ]', 'a node has no id'],
    ['graph [ edge [ source 1 ] ]', 'an edge has no target'],
    ['graph [ node [ id 1 label "x ]', 'a quotation mark is not closed'],
    ['graph [ ] ]', '"]" stands where no list ends'],
  ])('that is broken is reported with its line: %s', (text, words) => {
    expect(() => linksOf('f.gml', text)).toThrow(`f.gml, line 1: ${words}`);
  });
});

describe('DOT', () => {
  it.each([
    ['digraph { a -> b -> c }', 'a>b b>c'],
    ['digraph G { a -> {b c} [weight=2]; }', 'a>b 2 a>c 2'],
    ['strict graph { a -- b; b -- a [weight=3]; a -- b }', 'a>b 3 b>a 3'],
    ['graph "my graph" { edge [weight=2]; a -- b; b -- c [weight="5"] }', 'a>b 2 b>a 2 b>c 5 c>b 5'],
    ['/* x */ // y\n# z\ndigraph { subgraph cluster_1 { a; b -> c } a -> b:port:n }', 'a>b b>c'],
    ['digraph { "a \\"q\\"" -> -1.5; n [label=<<b>Bold</b>>]; n -> "a" + "b" }', 'a "q">-1.5 Bold>ab'],
    ['digraph { rankdir=LR; node [shape=box] a [label="Ann"]; b; a -> b [label="x -> y"]; }', 'Ann>b'],
    ['digraph{ a->b;subgraph{c d}->e }', 'a>b c>e d>e'],
  ])('is read: %s', (text, expected) => {
    expect(linksOf('f.gv', text).links).toBe(expected);
  });

  it.each([
    ['digraph { a -> }', 'DOT: expected a name, but "}" stands there'],
    ['digraph { a -> b', 'DOT: expected "}", but the file ends'],
    ['graph { a -> b }', '"->" stands in a graph'],
    ['digraph { a -> "b }', 'a quotation mark is not closed'],
  ])('that is broken is reported with its line: %s', (text, words) => {
    expect(() => linksOf('f.dot', text)).toThrow(`f.dot, line 1: ${words}`);
  });
});

describe('a file that declares its nodes', () => {
  const GRAPHS: readonly (readonly [
    string,
    (nodes: readonly string[], edges: readonly string[]) => string,
  ])[] = [
    [
      'GEXF',
      (nodes, edges) =>
        gexf(
          `<nodes>${nodes.map(id => `<node id="${id}"/>`).join('')}</nodes><edges>${edges.map(end => `<edge source="a" target="${end}"/>`).join('')}</edges>`,
        ),
    ],
    [
      'GraphML',
      (nodes, edges) =>
        graphMl(
          `<graph>${nodes.map(id => `<node id="${id}"/>`).join('')}${edges.map(end => `<edge source="a" target="${end}"/>`).join('')}</graph>`,
        ),
    ],
    [
      'GML',
      (nodes, edges) =>
        `graph [ ${nodes.map(id => `node [ id ${id} ]`).join(' ')} ${edges.map(end => `edge [ source a target ${end} ]`).join(' ')} ]`,
    ],
    [
      'node-link JSON',
      (nodes, edges) =>
        JSON.stringify({
          nodes: nodes.map(id => ({ id })),
          links: edges.map(target => ({ source: 'a', target })),
        }),
    ],
    [
      'Cytoscape JSON',
      (nodes, edges) =>
        JSON.stringify({
          elements: {
            nodes: nodes.map(id => ({ data: { id } })),
            edges: edges.map(target => ({ data: { source: 'a', target } })),
          },
        }),
    ],
    [
      'graphology JSON',
      (nodes, edges) =>
        JSON.stringify({
          options: { type: 'directed' },
          nodes: nodes.map(key => ({ key })),
          edges: edges.map(target => ({ source: 'a', target })),
        }),
    ],
    [
      'CX',
      (nodes, edges) =>
        JSON.stringify([
          { CXVersion: '2.0' },
          { nodes: nodes.map(id => ({ id })) },
          { edges: edges.map(t => ({ s: 'a', t })) },
        ]),
    ],
  ];

  it.each(GRAPHS)('has others that stand only in edges as well, and counts them: %s', (format, write) => {
    const lacking = linksOf('f', write(['a', 'b'], ['b', 'zed', 'you', 'zed']));
    expect(lacking).toMatchObject({ format, nodes: 4 });
    expect(lacking.notice).toContain(
      '2 nodes (the first "zed") in edges alone, though the file declares its nodes',
    );
    expect(linksOf('f', write(['a'], ['b'])).notice).toContain('1 node ("b") in edges alone');
    expect(linksOf('f', write(['a', 'b'], ['b'])).notice).not.toMatch(/in edges alone|more than once/);
    if (format !== 'graphology JSON' && format !== 'CX')
      expect(linksOf('f', write([], ['b'])).notice).not.toContain('in edges alone');
  });

  it.each(GRAPHS)('has one node for each id, and names those that are repeated: %s', (format, write) => {
    const again = linksOf('f', write(['a', 'b', 'b', 'b'], ['b']));
    expect(again).toMatchObject({ format, nodes: 2 });
    expect(again.notice).toContain('1 node ("b") declared more than once, and read as one each');
  });
});
