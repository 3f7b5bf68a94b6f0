import { describe, expect, it } from 'vitest';
import { describeRepeatRule } from '../../../../src/engine/network/reading/direction.ts';
import { REPEAT_RULES } from '../../../../src/engine/network/reading/readingChoices.ts';
import { linksOf } from '../linksOf.ts';

const links = (text: string, name = 'f.csv') => linksOf(name, text).links;

describe('a table of edges', () => {
  it.each([
    ['tabs', 'source\ttarget\tweight\nann\tbo\t2\n'],
    ['semicolons', 'source;target;weight\nann;bo;2\n'],
    ['bars', 'source|target|weight\nann|bo|2\n'],
    ['white space', 'source target weight\nann bo 2\n'],
    ['a separator that Excel names', 'sep=|\nsource|target|weight\nann|bo|2\n'],
    ['a tab that Excel names', 'sep=\t\r\nsource\ttarget\tweight\r\nann\tbo\t2\r\n'],
    ['quotes round all', '"source","target","weight"\r\n"ann","bo","2"\r\n'],
    ['a byte order mark', '\ufeffsource,target,weight\nann,bo,2\n'],
    ['old line ends', 'source,target,weight\rann,bo,2\r'],
    ['a column of numbers without a name', ',source,target,weight\n0,ann,bo,2\n'],
    ['numbers of lines as R writes them', '"source" "target" "weight"\n"1" "ann" "bo" 2\n'],
    ['a separator at the ends of lines', 'source,target,weight,\nann,bo,2,\n'],
    ['a head in a comment', '# source target weight\nann bo 2\n'],
    ['the weight first', 'weight,source,target\n2,ann,bo\n'],
    ['a label over two lines', 'source,target,label,weight\nann,bo,"a\nb",2\n'],
    ['decimal commas', 'Source;Target;Weight\nann;bo;2,0\n'],
  ])('is read with %s', (_, text) => {
    expect(links(text)).toBe('ann>bo 2');
  });

  it.each([
    'from,to',
    'From,To',
    'src,dst',
    'Source,Destination',
    ':START_ID,:END_ID',
    ':START_ID(User),:END_ID(User)',
    'node1,node2',
    'Node_1,Node_2',
    'id1,id2',
    'u,v',
    'user_a,user_b',
    'source_id,target_id',
    'sender,receiver',
    'tail,head',
    'ego,alter',
    'user_id,friend_id',
    'FromNodeId,ToNodeId',
    'source:string,target:string',
  ])('is recognised by its head, with columns in any order: %s', head => {
    const [first, second] = head.split(',');
    expect(links(`id,${first},when,${second}\n1,ann,2004,bo\n2,bo,2005,cy\n`)).toBe('ann>bo bo>cy');
  });

  it.each([
    'weight',
    'Weight',
    'weights',
    'value',
    'Count',
    'n_messages',
    'edge_weight',
    'frequency',
    'strength',
    'Gewicht',
    'weight:float',
    'Weight:DOUBLE',
    'weight:int',
    'count:long',
  ])('has weights in a column called %s', name => {
    expect(links(`source,target,${name}\nann,bo,7\n`)).toBe('ann>bo 7');
  });

  it.each([
    'timestamp',
    'time',
    'year',
    'Date',
    'label',
    'layer',
    'type',
    'Id',
    'edge_id',
    'since',
    'distance',
    'name:string',
    'since:int',
    'weight:foes',
    'tags:string[]',
  ])('has no weights in a column called %s, and notes it', name => {
    const { links, notice } = linksOf('f.csv', `source,target,${name}\nann,bo,7\n`);
    expect(links).toBe('ann>bo');
    expect(notice).toContain(`left out: ${name}`);
  });

  it.each([
    ['seconds since 1970', 'ann bo 1082040961\nbo cy 1082155839\n'],
    ['milliseconds since 1970', 'ann bo 1082040961000\nbo cy 1082155839000\n'],
    ['years', 'ann bo 2004\nbo cy 2009\n'],
    ['dates', 'ann,bo,2004-05-01\nbo,cy,2004-05-02\n'],
    [
      'whole numbers that only grow',
      Array.from({ length: 12 }, (_, at) => `ann bo ${3 * at}\nbo cy ${3 * at + 1}`).join('\n'),
    ],
    ['words', 'ann,bo,friend\nbo,cy,foe\n'],
  ])('without a head has no weights where they are %s', (_, text) => {
    expect(links(text)).toBe('ann>bo bo>cy');
  });

  it.each([
    ['times before its accounts', '1353303380 ann bo\n1353303400 bo cy\n'],
    [
      'steps of time before them',
      Array.from({ length: 12 }, (_, at) => `${20 * (at >> 1)} ${at % 2 ? 'bo cy' : 'ann bo'} x y`).join(
        '\n',
      ),
    ],
    ['numbers of lines before them', '0,ann,bo\n1,bo,cy\n'],
    ['arrows between them', 'ann -> bo\nbo -> cy\n'],
    ['a relation between them', 'ann likes bo\nbo likes cy\nann likes bo\n'],
  ])('without a head may have %s', (_, text) => {
    expect(links(text, 'f.txt')).toBe('ann>bo bo>cy');
  });

  it('with dashes between two names leads both ways, and with an arrow back the other way', () => {
    expect(links('ann -- bo\nbo -- cy\n', 'f.txt')).toBe('ann>bo bo>ann bo>cy cy>bo');
    expect(links('ann <- bo\n', 'f.txt')).toBe('bo>ann');
    expect(linksOf('f.sif', 'ann pp bo cy\ndee\n')).toMatchObject({ links: 'ann>bo ann>cy', nodes: 4 });
  });

  it.each([
    ['a tab', 'Team # 1\tben\nben\tcy #2\n', 'Team # 1>ben ben>cy #2'],
    ['a semicolon', 'source;target\nTeam # 1;ben\nben;cy # x\n', 'Team # 1>ben ben>cy # x'],
    ['a comma', 'Team # 1,ben\nben,cy # 2\n', 'Team # 1>ben ben>cy # 2'],
    ['white space', 'ann ben # a comment\nben cy #another\n', 'ann>ben ben>cy'],
  ])('has comments at the ends of lines only where white space parts cells: %s', (_, text, expected) => {
    expect(links(text)).toBe(expected);
  });

  it.each([
    ['a name that begins with a quoted word', '"Big" Joe\tben\nben\tcy\n', '"Big" Joe>ben ben>cy'],
    ['one that ends so', 'Joe "Big"\tben\nben\t5" disk\n', 'Joe "Big">ben ben>5" disk'],
    ['a quoted cell', '"Big ""Joe"""\tben\n"ben"\tcy\n', 'Big "Joe">ben ben>cy'],
    ['one with a tab', 'source\ttarget\n"Big\tJoe"\tben\nben\tcy\n', 'Big\tJoe>ben ben>cy'],
    ['two marks that are each of another cell', '"Big\tJoe"\nben\tcy\n', '"Big>Joe" ben>cy'],
    [
      'a mark that is not closed',
      '"Big\tben\nben\tcy\ncy\t"dee\ndee\tann\n',
      '"Big>ben ben>cy cy>"dee dee>ann',
    ],
    ['marks on two lines', 'ann\tben\nben\t"Big\nJoe"\tcy\n', 'Joe">cy ann>ben ben>"Big'],
    ['a label over two lines', 'source\ttarget\tlabel\nann\tbo\t"x\ny"\nbo\tcy\tz\n', 'ann>bo bo>cy'],
  ])('between tabs takes quotation marks as letters unless a cell is quoted: %s', (_, text, expected) => {
    expect(links(text, 'f.tsv')).toBe(expected);
  });

  it('between commas takes quotation marks within a cell as letters, and refuses one that is not closed', () => {
    expect(links('"Big" Joe,ben\nben,5" disk\n7" disk,"cy, jr"\n')).toBe(
      '"Big" Joe>ben 7" disk>cy, jr ben>5" disk',
    );
    expect(links('12 " disk,ben\nben, "cy, jr"\n')).toBe('12 " disk>ben ben>cy, jr');
    expect(links('source;target;label\nann;ben;"a"";b\nc"\nben;cy;\n')).toBe('ann>ben ben>cy');
    for (const text of ['"Big,ben\nben,cy\n"Joe,cy\n', '"Big,ben\nben,cy\n" Joe,cy\n', '"Big,ben\nben,cy\n'])
      expect(() => links(text)).toThrow('f.csv, line 1: a quotation mark is not closed in "\\"Big,ben"');
  });

  it.each([
    ["ann ben {'weight': 2}\nben cy {'weight': 3, 'x': {}}\n", 'ann>ben 2 ben>cy 3'],
    ['ann ben {}\nben cy {}\n', 'ann>ben ben>cy'],
    ['ann ben { "weight": 2 }\n', 'ann>ben 2'],
    ['ann\tben {x}\nben {x}\tcy {1: 2}\n', 'ann>ben {x} ben {x}>cy {1: 2}'],
    ['ann,{ben}\n{ben},cy\n', 'ann>{ben} {ben}>cy'],
    ["ann\t{ben}\t{'weight': 2}\n", 'ann>{ben} 2'],
  ])('has data in braces at its end only as NetworkX writes them: %j', (text, expected) => {
    expect(links(text, 'f.txt')).toBe(expected);
  });

  it('has numbers with leading zeros as the same accounts as without, and names those that became one', () => {
    const { links, notice } = linksOf('f.csv', '007,9\n7,08\n8,07\n');
    expect(links).toBe('7>8 7>9 8>7');
    expect(notice).toContain('"007", "07" and "7" are one account, as is 1 more number');
    expect(linksOf('f.csv', '007,9\n9,008\n').notice).not.toContain('one account');
    expect(linksOf('f.csv', 'a07,b\nb,a7\n').nodes).toBe(3);
  });

  it('with mixed arrows leads both ways where an arrow does, and one way elsewhere', () => {
    const { links, notice } = linksOf('f.txt', 'a -> b\nb <-> c\nc -- d\ne <- d\nf <= e\n');
    expect(links).toBe('a>b b>c c>b c>d d>c d>e e>f');
    expect(notice).toContain('2 undirected edges both ways');
    expect(linksOf('f.sif', 'a pp b\nb <-> c d\n').links).toBe('a>b b>c b>d c>b d>b');
    expect(linksOf('f.txt', 'a <-> b\nb -- c\n').reading.declared).toBe('undirected');
    expect(linksOf('f.txt', 'a -> b\nb => c\n').reading.declared).toBe('directed');
  });

  it('without a head has weights next to times', () => {
    expect(links('ann bo 2 1082040961\nbo cy 3 1082155839\n')).toBe('ann>bo 2 bo>cy 3');
  });

  it('leads both ways line by line where it states so, by words or by false', () => {
    expect(links('source,target,type\nann,bo,Undirected\nbo,cy,Directed\n')).toBe('ann>bo bo>ann bo>cy');
    expect(links('source,target,directed\nann,bo,false\nbo,cy,true\n')).toBe('ann>bo bo>ann bo>cy');
    expect(links('ann,bo,Undirected\nbo,cy,Undirected\n')).toBe('ann>bo bo>ann bo>cy cy>bo');
  });

  it.each([
    ['1,5', '2,25', 'ann>bo 1.5 bo>cy 2.25'],
    ['1.234,5', '2', 'ann>bo 1234.5 bo>cy 2'],
    ['1,234.5', '2', 'ann>bo 1234.5 bo>cy 2'],
    ['1,234', '2.5', 'ann>bo 1234 bo>cy 2.5'],
    ['1,234,567', '2', 'ann>bo 1234600 bo>cy 2'],
  ])('has its numbers as countries write them: %s and %s', (first, second, expected) => {
    expect(links(`source;target;weight\nann;bo;${first}\nbo;cy;${second}\n`)).toBe(expected);
  });

  it('is read by follower and followed where names have a type as well', () => {
    expect(links('follower:long,followee:long\n1,2\n2,3\n')).toBe(links('follower,followee\n1,2\n2,3\n'));
    expect(links('follower:long,followee:long\n1,2\n2,3\n')).toBe('1>0 2>1');
  });

  it('counts an empty weight as 1 where others have one, and has no weights where all are empty', () => {
    const { links: some, notice } = linksOf('f.csv', 'source,target,weight\nann,bo,\nbo,cy,3\n');
    expect(some).toBe('ann>bo 1 bo>cy 3');
    expect(notice).toContain('1 edge without a weight counts 1');
    expect(links('source,target,weight\nann,bo,\nbo,cy,\n')).toBe('ann>bo bo>cy');
  });

  it('has comments where no edge begins with that sign', () => {
    expect(links('# a list\n#0 1\n0 1\n// more\n% and more\n1 2\n')).toBe('0>1 1>2');
    expect(links('#sun,#rain\n#rain,wind\n')).toBe('#rain>wind #sun>#rain');
    expect(links('# tags\n#sun #rain\nwind rain\n', 'f.txt')).toBe('#sun>#rain wind>rain');
    expect(linksOf('f.txt', '# one\n# two\nann bo\n').notice).toContain('2 comments');
  });

  it('merges the weights of repeats by the rule that is given', () => {
    const text = 'source,target,weight\nann,bo,1\nann,bo,4\nann,bo,2\nbo,cy,1\n';
    expect(links(text)).toBe('ann>bo 7 bo>cy 1');
    expect(linksOf('f.csv', text, { repeats: 'max' }).links).toBe('ann>bo 4 bo>cy 1');
    expect(linksOf('f.csv', text, { repeats: 'first' }).links).toBe('ann>bo 1 bo>cy 1');
  });

  it('reports the weights that each rule for repeats would give, where there are some', () => {
    const { reading } = linksOf('f.csv', 'ann,bo,1\nann,bo,4\nann,bo,2\nbo,cy,3\n');
    expect(reading.repeatWays).toEqual({
      sum: { least: 3, greatest: 7 },
      max: { least: 3, greatest: 4 },
      first: { least: 1, greatest: 3 },
    });
    expect(REPEAT_RULES.map(rule => describeRepeatRule(reading, rule))).toEqual([
      '2 links, weights from 3 to 7',
      '2 links, weights from 3 to 4',
      '2 links, weights from 1 to 3',
    ]);
    for (const text of ['ann,bo\nann,bo\nbo,cy\n', 'ann,bo,1\nbo,cy,2\n'])
      expect(linksOf('f.csv', text).reading.repeatWays).toBeUndefined();
  });

  it('has the same sum in any order of its lines', () => {
    const rows = ['a b 0.1', 'a b 0.7', 'a b 123456.7', 'a b 1e-7'];
    const hash = (lines: readonly string[]) => linksOf('f.txt', lines.join('\n')).network.sha256;
    expect(hash([...rows].reverse())).toBe(hash(rows));
  });

  it('leads both ways where that is chosen', () => {
    const { links, by } = linksOf('f.txt', 'ann bo 2\nbo ann 3\nbo cy 1\n', { direction: 'both' });
    expect([links, by]).toEqual(['ann>bo 5 bo>ann 5 bo>cy 1 cy>bo 1', 'choice']);
  });

  it('shows the meaning of each direction', () => {
    const { ways } = linksOf('f.txt', 'hub ann\nhub bo\nann hub\n').reading;
    expect(ways).toEqual({
      follows: { links: 3, mutual: 2 / 3, most: { name: 'ann', followers: 1 } },
      followed: { links: 3, mutual: 2 / 3, most: { name: 'hub', followers: 2 } },
      both: { links: 4, mutual: 1, most: { name: 'hub', followers: 2 } },
    });
  });
});
