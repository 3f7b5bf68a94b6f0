import { describe, expect, it } from 'vitest';
import { linksOf } from '../linksOf.ts';

const links = (name: string, text: string) => linksOf(name, text).links;

describe('Pajek', () => {
  it('has arcs and edges, labels with and without quotes, and weights', () => {
    const text =
      '*Network x\r\n% a comment\r\n*Vertices 3\r\n1 "Ann Lee" 0.1 0.2 0.5\r\n2 Bo\r\n*Arcs :1 "likes"\r\n1 2 3.5 c Blue\r\n*Edges\r\n2 3 1\r\n';
    expect(links('f.net', text)).toBe('Ann Lee>Bo 3.5 Bo>3 1 3>Bo 1');
    expect(linksOf('f.net', text).notice).toContain('1 undirected edge both ways');
  });

  it('has attributes behind coordinates and shape, except those for drawing', () => {
    const text =
      '*Vertices 2\n1 "0" 0.0 0.0 ellipse club "Mr. Hi" ic Red\n2 "1" 0.1 0.2 0.5 box bc Black club Officer x_fact 2\n*Edges\n1 2\n';
    expect(linksOf('f.net', text).network.attributes).toEqual([
      { name: 'club', values: ['Mr. Hi', 'Officer'] },
    ]);
  });

  it('has lists and matrices', () => {
    expect(links('f.net', '*vertices 4\n*arcslist\n1 2 3\n*edgeslist\n4 1\n')).toBe('0>1 0>2 0>3 3>0');
    expect(links('f.net', '*Vertices 3\n*Matrix\n0 1 0\n0 0 2\n0 0 0\n')).toBe('0>1 1 1>2 2');
    expect(linksOf('f.net', '*Vertices 2\n*Matrix\n0 1\n1 0\n').direction).toBe('both');
  });

  it('is read up to the second network, and notes it', () => {
    const one = '*Network a\n*Vertices 2\n1 "ann"\n2 "bo"\n*Arcs\n1 2\n';
    const { links, nodes, notice } = linksOf('f.paj', `${one}*Network b\n*Vertices 3\n*Arcs\n2 3\n`);
    expect([links, nodes]).toEqual(['ann>bo', 2]);
    expect(notice).toContain('only the first network of the file is read');
    expect(linksOf('f.paj', one).notice).not.toContain('only the first');
  });

  it('has the last of several lines for a vertex, and notes it', () => {
    const { links, notice } = linksOf('f.net', '*Vertices 3\n1 "ann"\n2 "bo"\n2 "cy"\n*Arcs\n1 2\n');
    expect(links).toBe('ann>cy');
    expect(notice).toContain('1 of the vertices (the first: 2) on several lines, of which the last counts');
  });

  it('has partitions and vectors of a project as attributes, by their names', () => {
    const text =
      '*Network a.net\n*Vertices 3\n1 "ann" score high\n2 "bo"\n3 "cy"\n*Arcs\n1 2\n*Network b.net\n*Vertices 2\n*Edges\n1 2\n\n' +
      '*Partition club\n*Vertices 3\n1\n9999998\n 2\n*Partition\n*Vertices 3\n7\n7\n8\n*Partition\n*Vertices 3\n1\n1\n1\n' +
      '*Partition of b\n*Vertices 2\n1\n2\n*Vector score\n*Vertices 3\n0.5\n1e-3\n-2\n' +
      '*Permutation p\n*Vertices 3\n3\n2\n1\n*Cluster c\n*Vertices 2\n1\n3\n*Events\nAV 1\n';
    const { links, network, notice } = linksOf('f.paj', text);
    expect(links).toBe('ann>bo');
    expect(network.attributes).toEqual([
      { name: 'score', values: ['high', null, null] },
      { name: 'club', values: ['1', null, '2'] },
      { name: 'partition', values: ['7', '7', '8'] },
      { name: 'partition 2', values: ['1', '1', '1'] },
      { name: 'score 2', values: ['0.5', '1e-3', '-2'] },
    ]);
    expect(network.groups?.label).toBe('partition');
    expect(notice).toContain('only the first network of the file is read');
    expect(notice).toContain('*Partition "of b" is not read: 3 numbers belong in it, not 2');
    expect(notice).toContain('*Permutation is not read; *Cluster is not read; *Events is not read');
    expect(
      linksOf('f.paj', '*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n1\n2\n').notice,
    ).not.toContain('only the first');
  });

  it.each([
    ['*Vertices 2\n*Arcs\n1 3\n', 'f.net, line 3: "3" is not a vertex: they are numbered from 1 to 2'],
    [
      '*Vertices 2\n1 "Ann Lee\n2 "Bo"\n*Arcs\n1 2\n',
      'f.net, line 2: a quotation mark is not closed in "1 \\"Ann Lee"',
    ],
    [
      '*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n1\n1.5\n',
      'f.net, line 7: "1.5" is not a class of a partition',
    ],
    [
      '*Vertices 2\n*Arcs\n1 2\n*Vector v\n*Vertices 2\n1\n',
      'f.net, line 4: 2 numbers belong in *Vector "v", not 1',
    ],
    ['*Vertices many\n', 'f.net, line 1: *Vertices is followed by their number, not "many"'],
    ['*Arcs\n1 2\n', 'f.net, line 1: *Arcs stands before *Vertices'],
    ['*Vertices 2000000\n', 'f.net has more than 1,000,000 nodes'],
  ])('that is broken is reported with its line: %s', (text, message) => {
    expect(() => linksOf('f.net', text)).toThrow(message);
  });
});

describe('Matrix Market', () => {
  const mtx = (head: string, body: string) =>
    linksOf('f.mtx', `%%MatrixMarket matrix ${head}\n% made by hand\n${body}`);

  it.each([
    ['coordinate real general', '3 3 2\n1 2 1.5\n2 3 2\n', '0>1 1.5 1>2 2'],
    ['coordinate integer symmetric', '3 3 2\n2 1 4\n3 3 1\n', '0>1 4 1>0 4'],
    ['coordinate pattern general', '3 3 2\n1 2\n3 1\n', '0>1 2>0'],
    ['coordinate real skew-symmetric', '3 3 2\n2 1 4\n3 1 -5\n', '0>2 5 1>0 4'],
    ['coordinate complex hermitian', '2 2 1\n2 1 4 1\n', '0>1 1>0'],
    ['coordinate real general', '2 2 2\n1 2 0\n2 1 3\n', '1>0 3'],
    ['array real general', '2 2\n0\n3\n0\n0\n', '1>0 3'],
    ['array real symmetric', '2 2\n0\n3\n0\n', '0>1 3 1>0 3'],
    [
      'coordinate pattern general',
      '1 2 2\n1 1\n1 2\n',
      'column 1>row 1 column 2>row 1 row 1>column 1 row 1>column 2',
    ],
  ])('%s is read: %j', (head, body, expected) => {
    expect(mtx(head, body).links).toBe(expected);
  });

  it.each([
    ['coordinate real general', '3 3 2\n1 2 1\n', 'line 3: 2 entries are announced, and 1 are there'],
    ['coordinate real general', '2 2 1\n1 3 1\n', 'line 4: "1 3" is not a place in 2 rows and 2 columns'],
    ['coordinate real general', 'a b c\n', 'line 3: "a b c" is not a size'],
  ])('that is broken is reported with its line: %s %j', (head, body, message) => {
    expect(() => mtx(head, body)).toThrow(`f.mtx, ${message}`);
  });
});

describe('UCINET DL', () => {
  it.each([
    [
      'dl n=3 format=fullmatrix\nlabels:\nann,bo,cy\ndata:\n0 1 0\n1 0 1\n0 1 0\n',
      'ann>bo bo>ann bo>cy cy>bo',
    ],
    [
      'DL N = 3\nFORMAT = EDGELIST1\nLABELS:\n"Ann Lee", Bo, Cy\nDATA:\n1 2 5\n2 3 1\n',
      'Ann Lee>Bo 5 Bo>Cy 1',
    ],
    ['dl n=3, format = edgelist1\nlabels embedded\ndata:\nann bo 2\nbo cy 1', 'ann>bo 2 bo>cy 1'],
    ['dl n=4 format=nodelist1 labels embedded data:\nann bo cy\ndee ann', 'ann>bo ann>cy dee>ann'],
    ['dl n=3 format=nodelist1\ndata:\n1 2 3\n', '0>1 0>2'],
    ['dl n=3 format=lowerhalf diagonal=absent\ndata:\n1\n0 1\n', '0>1 1>0 1>2 2>1'],
    [
      'dl n=3 format=fullmatrix\nrow labels embedded\ndata:\nann 0 3 0\n7 0 0 1\n"Cy Orr" 2 0 0\n',
      '7>Cy Orr 1 Cy Orr>ann 2 ann>7 3',
    ],
    [
      'dl n=3 format=fullmatrix row labels embedded:\ndata:\nann 0 3\n0\nbo 0 0 1\ncy 0 0 0\n',
      'ann>bo 3 bo>cy 1',
    ],
    ['dl n=2 format=fullmatrix\ncol labels embedded\ndata:\nann bo\n0 3\n0 0\n', 'ann>bo 3'],
    ['dl n=2\nrow labels embedded\ncolumn labels embedded\ndata:\n ann bo\nann 0 3\nbo 0 0\n', 'ann>bo 3'],
    [
      'dl n=3 format=lowerhalf diagonal=absent\nrow labels embedded\ndata:\nann\nbo 1\ncy 0 1\n',
      'ann>bo bo>ann bo>cy cy>bo',
    ],
    ['dl n=2 format=fullmatrix\nlabels embedded\ndata:\nann bo\nann 0 3\nbo 0 0\n', 'ann>bo 3'],
  ])('is read: %j', (text, expected) => {
    expect(links('f.dl', text)).toBe(expected);
  });

  it.each([
    ['dl n=3\ndata:\n0 1 0\n', 'f.dl, line 3: 9 numbers belong in a fullmatrix of 3 nodes, and 3 are there'],
    [
      'dl n=2\nrow labels embedded\ndata:\nann 0 bo 1 0\n',
      'f.dl, line 4: 4 numbers belong in a fullmatrix of 2 nodes, and "bo" is not a number',
    ],
    [
      'dl n=2\nrow labels embedded\ndata:\nann 0 1\n',
      'f.dl, line 4: 4 numbers belong in a fullmatrix of 2 nodes, and 2 are there',
    ],
    ['dl n=2 format=blockmatrix\ndata:\n', 'f.dl, line 1: DL in the format "blockmatrix" is not read'],
    ['dl n=2 format=edgelist1\ndata:\n1 3\n', 'f.dl, line 3: "3" is not a node'],
  ])('that is broken is reported with its line: %j', (text, message) => {
    expect(() => linksOf('f.dl', text)).toThrow(message);
  });
});

describe('KONECT', () => {
  it.each([
    ['% asym unweighted\n% 2 3 3\n1 2\n2 3\n', '0>1 1>2', 'followed'],
    ['% asym posweighted\n1 2 4 1082040961\n2 3 5 1082040962\n', '0>1 4 1>2 5', 'followed'],
    ['% sym positive\n1\t2\t1\n1\t2\t1\n', '0>1 2 1>0 2', 'both'],
    ['% asym unweighted\n1 2 1 1082040961\n', '0>1', 'followed'],
    ['% bip unweighted\n1 1\n2 1\n', 'left 1>right 1 left 2>right 1 right 1>left 1 right 1>left 2', 'both'],
  ])('is read: %j', (text, expected, direction) => {
    expect(linksOf('out.x', text)).toMatchObject({ links: expected, direction, format: 'KONECT' });
  });

  it.each([
    ['% asym unweighted\n1 2 5\n2 3 1\n', 'left out: column 3 of an unweighted network;'],
    [
      '% sym unweighted\n1 2 1 1082040961\n',
      'left out: column 3 of an unweighted network, column 4, the time',
    ],
    ['% bip weighted\n1 2 1 1082040961\n', 'left out: column 4, the time;'],
    ['% bip unweighted\n1 2 1\n', 'left out: column 3 of an unweighted network;'],
  ])('names the columns that it leaves out: %j', (text, words) => {
    expect(linksOf('out.x', text).notice).toContain(words);
    expect(linksOf('out.x', '% asym positive\n1 2 1\n').notice).not.toContain('left out');
  });

  it('of two kinds may have no more columns than others', () => {
    expect(() => linksOf('out.x', '% bip weighted\n1 2 1 1082040961 9\n')).toThrow(
      'out.x, line 2: KONECT has two nodes, a weight and a time a line, not 5 columns',
    );
  });

  it('with signs is refused with the line', () => {
    expect(() => linksOf('out.x', '% asym signed\n1 2 -1\n')).toThrow(
      'out.x, line 2: weight "-1" is not a number of at least 0',
    );
  });
});

describe('SNAP', () => {
  it('states whether it is directed', () => {
    const rest = 'Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n';
    expect(linksOf('f.txt', `# Undirected graph: x.txt\n# ${rest}`)).toMatchObject({
      direction: 'both',
      by: 'file',
    });
    expect(
      linksOf('f.txt', `# Directed graph (each unordered pair of nodes is saved once): x.txt\n# ${rest}`),
    ).toMatchObject({
      direction: 'followed',
      by: 'usual',
      format: 'SNAP',
    });
  });
});

describe('METIS', () => {
  it.each([
    ['3 2\n2\n1 3\n2\n', '0>1 1>0 1>2 2>1'],
    ['% c\n3 2 001\n2 7\n1 7 3 9\n2 9\n', '0>1 7 1>0 7 1>2 9 2>1 9'],
    ['3 1 011 2\n5 5 2 7\n5 5 1 7\n5 5\n', '0>1 7 1>0 7'],
    ['3 1\n2\n1\n\n', '0>1 1>0'],
  ])('is read: %j', (text, expected) => {
    expect(linksOf('f.graph', text)).toMatchObject({ links: expected, format: 'METIS' });
  });

  it('is recognised without its name, and no list of edges is mistaken for it', () => {
    expect(linksOf('f.txt', '3 2\n2\n1 3\n2\n').format).toBe('METIS');
    expect(linksOf('f.txt', '3 2\n1 2\n2 3\n').format).toBe('an edge list');
  });

  it('whose lines do not fit its first one is refused', () => {
    expect(() => linksOf('f.metis', '3 2\n2\n1 3\n')).toThrow(
      'f.metis, line 1: "3 2" announces 3 lines with 4 ends of edges, and 3 lines with 3 ends are there',
    );
  });
});

describe('LGL', () => {
  it.each([
    ['f.lgl', '# a\nb\nc\n# b\nd\n', 'a>b a>c b>a b>d c>a d>b'],
    ['f.txt', '# a\nb\nc\n# b\nd\n', 'a>b a>c b>a b>d c>a d>b'],
  ])('%s is read: %j', (name, text, expected) => {
    expect(linksOf(name, text)).toMatchObject({ links: expected, format: 'LGL' });
  });

  it('is not mistaken for a list of edges with comments', () => {
    expect(linksOf('f.txt', '# friends\n0 1\n1 2\n').format).toBe('an edge list');
    expect(linksOf('f.txt', '# friends\n0 1\n# more\n1 2\n').format).toBe('an edge list');
  });
});

describe('an adjacency list', () => {
  it.each([
    ['f.adjlist', 'a b c\nb c\nc\n', 'a>b a>c b>c'],
    ['f.txt', '0 1 2 3\n1 2\n2 3 0\n3\n', '0>1 0>2 0>3 1>2 2>0 2>3'],
    ['f.csv', 'ann,bo,cy,dee\nbo,cy\n', 'ann>bo ann>cy ann>dee bo>cy'],
    ['f.txt', 'a: b c\nb: c\n', 'a>b a>c b>c'],
  ])('%s is read: %j', (name, text, expected) => {
    expect(linksOf(name, text)).toMatchObject({ links: expected, format: 'an adjacency list' });
  });

  it('over several lines has weights where they are given', () => {
    expect(links('f.txt', "a 1\nb {'weight': 3}\nb 1\nc {'weight': 2}\nc 0\n")).toBe('a>b 3 b>c 2');
  });
});

describe('an adjacency matrix', () => {
  it.each([
    ['f.csv', ',a,b,c\na,0,2,0\nb,0,0,1\nc,0,0,0\n', 'a>b 2 b>c 1'],
    ['f.csv', 'a,b,c\n0,1,0\n1,0,1\n0,1,0\n', 'a>b b>a b>c c>b'],
    ['f.txt', '0 1 0\n1 0 1\n0 1 0\n', '0>1 1>0 1>2 2>1'],
    ['f.txt', '  a b\na 0 1\nb 0 0\n', 'a>b'],
    ['f.csv', ';1;2\n1;;0,5\n2;0,5;\n', '0>1 0.5 1>0 0.5'],
  ])('%s is read: %j', (name, text, expected) => {
    expect(linksOf(name, text)).toMatchObject({ links: expected, format: 'an adjacency matrix' });
  });
});

describe('as many edges as columns', () => {
  it('do not make a matrix', () => {
    const text = '1 2 5 1082040961\n2 3 1 1082040962\n3 4 1 1082040963\n4 1 2 1082040964\n';
    expect(linksOf('f.txt', text)).toMatchObject({
      links: '0>1 5 1>2 1 2>3 1 3>0 2',
      format: 'an edge list',
    });
  });
});

describe('OASIS profiles', () => {
  it('without numbers of their own are recognised by their lines', () => {
    expect(links('f.csv', 'username,following_agentid_list\nann,"[1]"\nbo,"[0, 2]"\ncy,[]\n')).toBe(
      'ann>bo bo>ann cy>bo',
    );
  });
  it('count the followed agents that have no profile', () => {
    const { nodes, notice } = linksOf('f.csv', 'user_id,following_agentid_list\n0,"[1, 7]"\n1,"[0]"\n');
    expect(nodes).toBe(3);
    expect(notice).toContain('1 node ("7") in edges alone');
  });
  it('with an invalid list are refused', () => {
    expect(() => linksOf('f.csv', 'user_id,following_agentid_list\n0,all\n')).toThrow(
      'f.csv, line 2: "all" is not a list such as "[1, 2]"',
    );
  });
});

describe('DIMACS', () => {
  it('has undirected edges, comments before and between them', () => {
    const text = 'c a graph\nc\np edge 4 3\nc its edges\ne 1 2\ne 2 3\ne 1 3\n';
    const { links: read, nodes, direction, format, notice } = linksOf('f.col', text);
    expect(read).toBe('0>1 0>2 1>0 1>2 2>0 2>1');
    expect([nodes, direction, format]).toEqual([4, 'both', 'DIMACS']);
    expect(notice).toContain('3 comments');
    expect(links('f.txt', text.replace('edge', 'col'))).toBe(read);
  });

  it('has arcs with capacities, or with lengths, which are not strengths', () => {
    const flow = linksOf('f.max', 'p max 3 2\nn 1 s\nn 3 t\na 1 2 4\na 2 3 5\n');
    expect([flow.links, flow.direction]).toEqual(['0>1 4 1>2 5', 'followed']);
    expect(flow.notice).toContain('weights from 4 to 5 (capacities); left out: lines of n');
    const roads = linksOf('f.gr', 'c roads\np sp 3 2\na 1 2 803\na 2 1 803\n');
    expect(roads.links).toBe('0>1 1>0');
    expect(roads.notice).toContain('left out: lengths of arcs');
  });

  it('reports where fewer or more edges are there than announced', () => {
    expect(linksOf('f.col', 'p edge 3 3\ne 1 2\n').notice).toContain(
      '3 edges are announced, and 1 are there',
    );
    expect(linksOf('f.col', 'p edge 3 1\ne 1 2\n').notice).not.toContain('announced');
  });

  it.each([
    ['p edge 3 1\ne 1 4\n', 'f.col, line 2: "e 1 4" does not join two of the nodes 1 to 3'],
    ['p edge 3 1\ne 1\n', 'f.col, line 2: "e 1" does not join two'],
    ['p edge 3 1\n1 2\n', 'f.col, line 2: "1 2" is not a line of DIMACS edge'],
    ['c sat\np cnf 3 2\n1 -3 0\n', 'f.col, line 2: "p cnf 3 2" is a formula (DIMACS CNF), and no network'],
    ['p min 3 2\n', 'f.col, line 1: "p min 3 2": of DIMACS graphs of edge, col, sp and max are read'],
    ['p edge 2000000 1\ne 1 2\n', 'f.col has more than 1,000,000 nodes'],
  ])('that is broken or something else is reported with its line: %j', (text, message) => {
    expect(() => linksOf('f.col', text)).toThrow(message);
  });
});
