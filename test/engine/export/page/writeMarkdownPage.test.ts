import { describe, expect, it } from 'vitest';
import { writeMarkdownPage } from '../../../../src/engine/export/page/writeMarkdownPage.ts';

describe('a Markdown page', () => {
  it('escapes markup, tags and addresses in its texts', () => {
    const text = writeMarkdownPage({
      title: '# *a* <b>',
      blocks: [
        { kind: 'text', text: '1. [x](https://example.org) @me www.example.org a|b `c` 26.3' },
        { kind: 'list', items: ['- one', '+ two'] },
      ],
    });
    expect(text).toBe(
      '# \\# \\*a\\* &lt;b&gt;\n\n1\\. \\[x\\](https&#58;//example.org) &#64;me www&#46;example.org a\\|b \\`c\\` 26.3\n\n- \\- one\n- \\+ two\n',
    );
  });

  it('has a table in place of a chart', () => {
    const bars = Array.from({ length: 30 }, (_, i) => ({ label: `${i}`, values: [1000 * i] }));
    const chart = { title: 'Costs', unit: 'tokens', axis: 'case', parts: ['all'], bars };
    const lines = writeMarkdownPage({ title: 'x', blocks: [{ kind: 'chart', chart }] }).split('\n');
    expect(lines.slice(2, 7)).toEqual([
      'Costs, tokens; the first 20 of 30:',
      '',
      '| case | all |',
      '| --- | ---: |',
      '| 0 | 0 |',
    ]);
    expect(lines.filter(line => line.startsWith('| '))).toHaveLength(22);
  });

  it('fences code by more backticks than are in it', () => {
    const code = { kind: 'code', title: 'Code', language: 'json', text: 'a\n````\nb\n' } as const;
    expect(writeMarkdownPage({ title: 'x', blocks: [code] })).toBe(
      '# x\n\n### Code\n\n`````json\na\n````\nb\n`````\n',
    );
  });
});
