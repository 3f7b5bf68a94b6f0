import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/engine/core/errors.ts';
import {
  describeReadingLines,
  inferDirectionFromNames,
} from '../../../../src/engine/network/reading/direction.ts';
import { readNetwork } from '../../../../src/engine/network/reading/readNetwork.ts';
import { IS_LONG } from '../../../runs.ts';

const parse = (text: string) => {
  const { network, reading } = readNetwork('f.txt', text);
  const edges: (string | number)[][] = [];
  for (let node = 0; node < network.nodes; node++) {
    for (let edge = network.offsets[node]; edge < network.offsets[node + 1]; edge++) {
      const name = (end: number) => network.labels?.[end] ?? end;
      const weight = network.weights === null ? [] : [Number(network.weights[edge].toFixed(4))];
      edges.push([name(node), name(network.targets[edge]), ...weight]);
    }
  }
  return { edges, notice: reading.notice, nodes: network.nodes, labels: network.labels };
};

const LINE = 'a line has two accounts, such as anna,ben, and at most a weight, such as anna,ben,0.5';
const LINES = 'two accounts a line, such as anna,ben or, with a weight, anna,ben,0.5';

const fails = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('an edge list', () => {
  it.each([
    ['white space', '0 1 0.5\n1\t0  .25'],
    ['commas', '0,1,0.5\n1, 0 ,0.25'],
    ['semicolons', '0;1;0.5\n1;0;0.25'],
    ['quotes', '"0","1","0.5"\n"1","0","2.5e-1"'],
    ["networkx's attributes", "0 1 {'weight': 0.5}\n1 0 {'x': 1, 'weight': 0.25}"],
    ['comments and blank lines', '# made by hand\n\n0 1 0.5 # strong\n  \n1 0 0.25\n'],
    ['a header', 'source,target,weight\n0,1,0.5\n1,0,0.25'],
    ['Windows line ends', '\r\n0 1 0.5\r\n1 0 0.25\r\n'],
  ])('is read with %s', (_, text) => {
    expect(parse(text).edges).toEqual([
      [0, 1, 0.5],
      [1, 0, 0.25],
    ]);
  });

  it('is read out of a table as Gephi saves it, with columns in any order', () => {
    const table =
      'Id,Source,Target,Type,Label,timeset,Weight\n0,anna,ben,Directed,"a, b",,2\n1,ben,cleo,Directed,,,1\n';
    expect(parse(table).edges).toEqual(parse('source,target,weight\nanna,ben,2\nben,cleo,1').edges);
    const { reading } = readNetwork('g.csv', table);
    expect(reading).toMatchObject({
      by: 'usual',
      columns: ['Source', 'Target'],
      first: ['anna', 'ben'],
      place: 'line 2',
    });
  });

  it.each([
    ['id,follower,followee,weight\n1,anna,ben,2\n2,ben,cleo,1', ['follower', 'followee']],
    ['when;Followee_ID;Follower_ID;Weight\nmay;ben;anna;2\njune;cleo;ben;1', ['Followee_ID', 'Follower_ID']],
    ['weight,follower,followed\n2,anna,ben\n1,ben,cleo', ['follower', 'followed']],
  ])('is read by the names follower and followee, in any order: %s', (text, columns) => {
    expect(parse(text).edges).toEqual(parse('followee,follower,weight\nben,anna,2\ncleo,ben,1').edges);
    expect(readNetwork('f.csv', text).reading).toMatchObject({ by: 'columns', columns });
  });

  it('is read by the names source and target in a table of three columns', () => {
    expect(parse('id,source,target\n7,anna,ben').edges).toEqual([['anna', 'ben']]);
    expect(parse('source,target,strength\nanna,ben,7').edges).toEqual([['anna', 'ben', 7]]);
  });

  it('leads both ways where the table says that an edge is undirected', () => {
    const { edges, notice } = parse('Source;Target;Type;Id\na;b;Undirected;0\nb;c;Directed;1');
    expect(edges).toEqual(parse('a;b\nb;a\nb;c').edges);
    expect(notice).toContain('1 undirected edge both ways');
  });

  it.each([
    ['Source,Target,Type,Id\na,,Directed,0', 'f.txt, line 2: "a,,Directed,0" has no source or no target'],
    ['Source,Target,Type,Id\na,b,Directed,0,1', 'has 5 columns, but the first line 4'],
    ['user,followers,following,posts\nanna,120,80,3', '4 columns in "user,followers,following,posts"'],
    ['a,b\nSource,Target,Type,Id', 'f.txt, line 2: the names of columns must come first'],
  ])('is not a table where columns are missing: %s', (text, message) => {
    expect(fails(text)).toContain(message);
  });

  it('is read from bytes with a byte order mark', () => {
    const bytes = new TextEncoder().encode('\ufeff0 1\n1 2\n');
    expect(readNetwork('f', bytes).network).toMatchObject({
      nodes: 3,
      edges: 2,
      weights: null,
      labels: null,
    });
  });

  it('merges duplicates and drops self-loops, and notes it', () => {
    expect(parse('0 1\n0 1\n1 1\n0 1\n1 2\n0 1').notice).toBe(
      'Read as an edge list: 3 nodes, 2 links one way each; no weights; 3 repeated edges counted once; 1 edge from an account to itself left out.',
    );
    expect(parse('0 1\n1 2').notice).toBe('Read as an edge list: 3 nodes, 2 links one way each; no weights.');
  });

  it('keeps names as labels, sorted by code unit', () => {
    const { labels, edges } = parse('zoë Bob\nBob alice');
    expect(labels).toEqual(['Bob', 'alice', 'zoë']);
    expect(edges).toEqual([
      ['Bob', 'alice'],
      ['zoë', 'Bob'],
    ]);
  });

  it('keeps commas, spaces and quotes within quoted names', () => {
    const names = ['Ann "A" Lee', 'Bo, Jr.'];
    expect(parse('"Ann ""A"" Lee","Bo, Jr.",2').edges).toEqual([[...names, 2]]);
    expect(parse('"Ann ""A"" Lee"\t"Bo, Jr."').edges).toEqual([names]);
  });

  it('keeps characters of private use as they are, next to quoted names', () => {
    expect(parse('\ue000,"b"').edges).toEqual([['\ue000', 'b']]);
    expect(parse('"a\ue000" \ue000').edges).toEqual([['a\ue000', '\ue000']]);
  });

  it.each(['[true, false]', '[["a"], ["b"]]', '["a"]\n["b"]', '[null, 1]', '[{}, {"a": 1}]'])(
    'is refused where it is JSON: %s',
    text => {
      const bytes = new TextEncoder().encode(text);
      expect(() => readNetwork('x.txt', bytes)).toThrow('x.txt looks like JSON');
    },
  );

  it('takes # between quotes as part of the name, and a quote after # as part of the comment', () => {
    const edges = [['C #1', 'ann']];
    expect(parse('"C #1",ann').edges).toEqual(edges);
    expect(parse('"C #1" ann # see "C').edges).toEqual(edges);
    expect(parse('# 5" wide\n"#",ann').edges).toEqual([['#', 'ann']]);
    expect(parse('0 1 {"weight": 0.5} # "w"').edges).toEqual([[0, 1, 0.5]]);
  });

  it('is read as Excel saves Unicode text', () => {
    const text = '\ufeffanna\tJosé\r\n';
    const bytes = new Uint8Array(Uint16Array.from(text, letter => letter.charCodeAt(0)).buffer);
    expect(readNetwork('f.txt', bytes).network.labels).toEqual(['José', 'anna']);
  });

  it('strips a byte order mark, from bytes and from text', () => {
    for (const text of ['\ufeff0 1', '\ufeff"0","1"', '\ufeff# edges\n0 1']) {
      expect(parse(text).edges).toEqual([[0, 1]]);
      expect(readNetwork('f', new TextEncoder().encode(text)).network.nodes).toBe(2);
    }
  });

  it('keeps numbers as labels unless they are consecutive', () => {
    expect(parse('0 1\n1 2').labels).toBeNull();
    expect(parse('1 2\n2 3').labels).toBeNull();
    expect(parse('10 9\n9 007').labels).toEqual(['7', '9', '10']);
    expect(parse('12345678901234567891 12345678901234567890').labels).toEqual([
      '12345678901234567890',
      '12345678901234567891',
    ]);
  });

  it('takes a first line of words before numbers as column names', () => {
    const columns = (text: string) => readNetwork('f', text).reading.columns;
    expect(columns('node_1,node_2\n0,1')).toEqual(['node_1', 'node_2']);
    expect(columns('von nach\n0 1')).toEqual(['von', 'nach']);
    expect(columns('follower,followee\nann,bob')).toEqual(['follower', 'followee']);
    expect(parse('who whom strength\nann bob 2').edges).toEqual([['ann', 'bob', 2]]);
    expect(columns('ann bob\nbob cid')).toBeNull();
  });

  it('gives the same hash for any order of the lines', () => {
    const hash = (text: string) => readNetwork('f', text).network.sha256;
    expect(hash('b a 1\na c 2')).toBe(hash('a c 2\nb a 1'));
    expect(hash('b a 1\na c 2')).not.toBe(hash('b a 1\na c 3'));
  });
});

describe('an edge list that cannot be read', () => {
  const numbered = Array.from({ length: 16 }, (_, row) => `${row} ${row + 1}`).join('\n');
  it.each([
    [
      'a later id that is not a number',
      `${numbered}\nfoo 3`,
      'f.txt, line 17: "foo" is not a number, as the accounts before it are',
    ],
    [
      'a weight that is not a number',
      '0 1 2\n1 2 heavy',
      'f.txt, line 2: weight "heavy" is not a number of at least 0',
    ],
    [
      'a negative weight',
      '# w\n0 1 -2',
      'f.txt, line 2: weight "-2" is not a number of at least 0; a link to a foe passes nothing on: leave out such lines, or the weights',
    ],
    ['NaN', '0 1 NaN', 'f.txt, line 1: weight "NaN" is not a number of at least 0'],
    ['infinity', '0 1 1e39', 'f.txt, line 1: weight "1e39" is not a number of at least 0'],
    ['a weight that is missing', '0 1 2\n1 2', 'f.txt, line 2 has no weight, unlike the edges before it'],
    ['a weight that is new', '0 1\n1 2 3', 'f.txt, line 2 has a weight, unlike the edges before it'],
    ['weights of 0 only', '0 1 0\n1 2 0', 'f.txt: every weight is 0'],
    ['one column', '0 1\n2', `f.txt, line 2: only one account in "2"; ${LINE}`],
    ['four columns', '0 1 2 3', `f.txt, line 1: 4 columns in "0 1 2 3"; ${LINE}`],
    ['an empty column', '0,,1', `f.txt, line 1: an empty column in "0,,1"; ${LINE}`],
    [
      'a quote that is not closed',
      'a b\n"Bo, Jr.,a',
      'f.txt, line 2: a quotation mark is not closed in "\\"Bo, Jr.,a"',
    ],
    ['a third quote', '"a"",b', 'f.txt, line 1: a quotation mark is not closed in "\\"a\\"\\",b"'],
    ['no edges', '# nothing\n\n', `f.txt has no edges. What is read here: ${LINES}`],
    ['a header only', 'source target\n', `f.txt has no edges. What is read here: ${LINES}`],
    ['a long line', 'x'.repeat(500), `f.txt, line 1: only one account in "${'x'.repeat(60)}…"; ${LINE}`],
  ])('names the place and the value: %s', (_, text, message) => {
    expect(fails(text)).toBe(message);
  });

  it.each([
    ['name;age\nanna;3\nben;4', '"name" and "age" (line 2: "anna" and "3")'],
    ['name;age\nanna;3\nben;x', '"name" and "age" (line 2: "anna" and "3")'],
    ['rank name\n1 anna\n2 ben', '"rank" and "name" (line 2: "1" and "anna")'],
    ['city,rent,share\nparis,12.5,0.1\nrome,9,0.2', '"city" and "rent" (line 2: "paris" and "12.5")'],
  ])('is described where it is a table of something else: %s', (text, told) => {
    expect(fails(text)).toBe(`f.txt looks like a table of ${told}. What is read here: ${LINES}`);
  });

  it.each(['Id,Label,timeset,Class\nn1,anna,,a\nn2,ben,,b', 'Id,Label\nn1,anna\nn2,ben'])(
    'says how groups are read where it is a table of nodes: %s',
    text => {
      expect(fails(text)).toBe(
        `f.txt looks like a table of "Id" and "Label" (line 2: "n1" and "anna"). What is read here: ${LINES}. Groups of nodes are read from two further columns of the edges, source_group and target_group, or from GraphML`,
      );
    },
  );

  it.each([
    ['numbers under names of ends', 'source,target\nanna,3\nben,4'],
    ['a name that comes back', 'anna ben\nben 7'],
    ['names and numbers on both sides', 'anna ben\ncleo 3\n4 dora'],
    ['numbers as long as ids', 'user item\nanna 5512345678'],
    ['words that measure, among words', 'name age\nage year\nyear number'],
  ])('is not mistaken for a table with %s', (_, text) => {
    expect(fails(text)).toBe('no error');
  });

  it('is refused where letters are not Unicode, with line and word', () => {
    const latin = Uint8Array.from('anna,ben\nanna,M\xfcller\n', letter => letter.charCodeAt(0));
    expect(() => readNetwork('f.csv', latin)).toThrow(
      'f.csv, line 2: the letters of "Müller" cannot be read; save the file as Unicode text',
    );
  });

  it.each([
    ['photo.csv', '\x89PNG\r\n\x1a\n', 'looks like a PNG image'],
    ['list.csv', '{"name": "x"}', 'looks like JSON that begins with "name"'],
    ['flow.yml', 'workflow:\n  steps: []', 'looks like YAML'],
  ])('%s, which is something else, is described', (name, text, words) => {
    const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
    expect(() => readNetwork(name, bytes)).toThrow(
      `${name} ${words}. What is read here: a network (GEXF, GraphML, GML, Pajek, DOT, JSON and others), or an edge list, ${LINES}`,
    );
  });

  it('is refused above 50 MB and above 1,000,000 edges', () => {
    expect(() => readNetwork('f', new Uint8Array(50_000_001))).toThrow(
      'f is 50.0 MB; at most 50 MB are read',
    );
    expect(() => readNetwork('f', '0 1\n'.repeat(1_000_001))).toThrow('f has more than 1,000,000 edges');
    const { reading } = readNetwork('f', '0 1\n'.repeat(IS_LONG ? 1_000_000 : 1_000));
    expect(reading.notice).toContain(`${IS_LONG ? '999,999' : 999} repeated edges counted once`);
  });
});

describe('the direction of an edge list', () => {
  const CROWD = 'hub,ann\nhub,ben\nann,ben\n';
  const followers = (text: string, chosen: 'follows' | 'followed' | null = null) => {
    const { network, reading } = readNetwork('f.csv', text, { direction: chosen ?? undefined });
    const hub = network.labels!.indexOf('hub');
    return [reading.direction, reading.by, network.offsets[hub + 1] - network.offsets[hub]];
  };

  it('is from follower to followed in the second column, unless columns or a choice state otherwise', () => {
    expect(followers(CROWD)).toEqual(['followed', 'usual', 2]);
    expect(followers(`node_1,node_2\n${CROWD}`)).toEqual(['followed', 'usual', 2]);
    expect(followers(`follower,followee\n${CROWD}`)).toEqual(['follows', 'columns', 0]);
    expect(followers(`source,target\n${CROWD}`)).toEqual(['followed', 'usual', 2]);
    expect(followers(`target,source\n${CROWD}`)).toEqual(['follows', 'usual', 0]);
    expect(followers(CROWD, 'follows')).toEqual(['follows', 'choice', 0]);
    expect(followers(`follower,followee\n${CROWD}`, 'followed')).toEqual(['followed', 'choice', 2]);
  });

  it.each([
    ['follower followee', 'follows'],
    ['Follower_ID Followed-ID', 'follows'],
    ['user follows', 'follows'],
    ['user_id following', 'follows'],
    ['followee follower', 'followed'],
    ['user followed_by', 'followed'],
    ['node_1 node_2', undefined],
    ['source from', undefined],
    ['who whom', undefined],
  ])('is given by the column names %s: %s', (names, told) => {
    const [first, second] = names.split(' ');
    expect(inferDirectionFromNames(first, second)?.direction).toBe(told);
    expect(inferDirectionFromNames(first, second)?.isSure).not.toBe(false);
  });

  it.each([
    ['target source', 'follows'],
    ['to from', 'follows'],
    ['source target', 'followed'],
    ['src dst', 'followed'],
    ['from_user_id to_user_id', 'followed'],
    ['FromNodeId ToNodeId', 'followed'],
  ])('is uncertain for the column names %s, which people use both ways', (names, direction) => {
    const [first, second] = names.split(' ');
    expect(inferDirectionFromNames(first, second)).toEqual({ direction, isSure: false });
  });

  it('names numbered nodes also as the page does, which counts from 1', () => {
    const { reading } = readNetwork('f.txt', '0 1\n2 1\n3 1\n', {});
    expect(reading.first).toEqual(['account 0 (agent_001)', 'account 1 (agent_002)']);
    expect(reading.ways.follows.most).toMatchObject({ name: 'account 1 (agent_002)', followers: 3 });
  });

  it('is shown by an edge between two accounts', () => {
    const { reading } = readNetwork('f.csv', 'ann,ann\nann,ben\n');
    expect([reading.first, reading.place]).toEqual([['ann', 'ben'], 'line 2']);
  });

  it('swapped, is the network of the file with its columns exchanged', () => {
    const exchanged = 'ann,hub\nben,hub\nben,ann\n';
    const hash = (text: string, chosen: 'follows' | 'followed') =>
      readNetwork('f', text, { direction: chosen }).network.sha256;
    expect(hash(CROWD, 'follows')).toBe(hash(exchanged, 'followed'));
    expect(hash(CROWD, 'follows')).not.toBe(hash(CROWD, 'followed'));
  });

  it('is asked in the first edge’s names, with the most followed node either way', () => {
    const line = (text: string, chosen: 'follows' | null = null) =>
      describeReadingLines(
        'f.csv',
        readNetwork('f.csv', text, { direction: chosen ?? undefined }).reading,
      ).join(' ');
    expect(line(`# who and whom\n${CROWD}`)).toBe(
      'f.csv, line 2: does hub follow ann, ann follow hub, or each the other? Read as: ann follows hub, though nothing in the file says so: 3 links, most followed hub by 2, 0 % mutual. If hub follows ann: 3 links, most followed ben by 2, 0 % mutual. If hub and ann follow each other: 6 links, most followed ann by 2, 100 % mutual. Read as an edge list: 3 nodes, 3 links one way each; no weights; 1 comment.',
    );
    expect(line(CROWD, 'follows')).toBe(
      'f.csv, line 1: hub follows ann, as was chosen. Now 3 links, most followed ben by 2, 0 % mutual. Read as an edge list: 3 nodes, 3 links one way each; no weights.',
    );
    expect(line('follower,followee\n7,9\n8,9\n')).toBe(
      'f.csv, line 2: account 7 follows account 9, as the columns follower and followee say. Now 2 links, most followed account 9 by 2, 0 % mutual. Read as an edge list: 3 nodes, 2 links one way each; no weights.',
    );
  });

  it('is obeyed where a file states that it is undirected, and a choice against it is noted', () => {
    const text = '# Undirected graph\nann ben\n';
    const words = (chosen?: 'follows') =>
      describeReadingLines('f', readNetwork('f', text, { direction: chosen }).reading)[0];
    expect(words()).toBe(
      'f, line 2: ann and ben follow each other, as the file (SNAP) says that it is undirected.',
    );
    expect(words('follows')).toBe(
      'f, line 2: ann follows ben, as was chosen, though the file (SNAP) says that it is undirected.',
    );
    const { reading } = readNetwork('f.gv', 'digraph { ann -> ben }');
    expect(describeReadingLines('f.gv', reading)[1]).toContain(
      'though the file only says that links have a direction',
    );
  });
});
