import { describe, expect, it } from 'vitest';
import { detectFileKind } from '../../../src/engine/files/detectFileKind.ts';
import { skipDotComments, skipXmlProlog } from '../../../src/engine/files/skipComments.ts';
import { TEXT_NETWORKS } from '../../../src/engine/network/formats/index.ts';
import { NetworkFile } from '../../../src/engine/network/formats/networkFile.ts';
import { readChart } from '../../../src/engine/statechart/formats/readChart.ts';
import { cpuTime } from '../../cpuTime.ts';

describe('text before the root of a file', () => {
  it('ends with the declaration, comments and DOCTYPE of XML', () => {
    const root = '<graphml><!-- inside -->';
    for (const prolog of [
      ...['', '\ufeff \n', '<?xml version="1.0"?>', '<!-- a -->\n<!-- <graphml> -->', '<!DOCTYPE graphml>'],
      '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE gexf>\n<?xml-stylesheet href="a"?>\n<!---->\n',
    ])
      expect(skipXmlProlog(`${prolog}${root}`)).toBe(root);
  });

  it('ends with the comments of Graphviz', () => {
    expect(skipDotComments('// a\n# b \n/* c /* d */ /**/\n digraph {')).toBe('digraph {');
  });

  it('is all of a text whose comment is not closed', () => {
    expect([skipXmlProlog('<!-- a <graphml>'), skipDotComments('/* graph {')]).toEqual(['', '']);
  });

  it('takes time in proportion to its length, in each format that has comments', () => {
    // Thirty of them took minutes where a regular expression tried all ways to divide them.
    const many = (comment: string) => comment.repeat(2_000);
    const texts = [
      `${many('<!-- a -->\n')}<note/>`,
      `${many('/* a */\n')}nothing`,
      `${many('# a \n')}nothing`,
      `${many('%% a \n')}nothing`,
      `${many('\n')}nothing`,
      `key:\n${many('\n')}nothing`,
      `${' '.repeat(20_000)}nothing`,
      `graph${' '.repeat(20_000)}nothing`,
    ];
    const slow = texts.filter(text => cpuTime(() => readEveryWay(text)) > 400);
    expect(slow.map(text => text.slice(0, 20))).toEqual([]);
  });
});

/** Passes a text to everything that looks at its beginning. */
function readEveryWay(text: string): void {
  const bytes = new TextEncoder().encode(text);
  detectFileKind('file', bytes);
  expect(() => readChart('file.xml', text)).toThrow();
  const file = new NetworkFile('file', text);
  for (const { fits } of TEXT_NETWORKS) fits(file);
}
