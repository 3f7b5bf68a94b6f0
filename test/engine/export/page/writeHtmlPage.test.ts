import { describe, expect, it } from 'vitest';
import type { ReportPage } from '../../../../src/engine/export/page/pageBlock.ts';
import { writeHtmlPage } from '../../../../src/engine/export/page/writeHtmlPage.ts';
import { parseHtml } from '../../../parseHtml.ts';

const ODD = `</title><b id="x">'&amp;\u202e\u0000`;
const PAGE: ReportPage = {
  title: ODD,
  blocks: [
    { kind: 'heading', level: 2, text: ODD },
    { kind: 'text', text: ODD },
    { kind: 'list', items: [ODD] },
    { kind: 'table', table: { caption: ODD, columns: [{ head: ODD }], rows: [[ODD], [ODD]] } },
    {
      kind: 'chart',
      chart: {
        ...{ title: ODD, unit: ODD, axis: ODD, parts: [ODD] },
        bars: [
          { label: ODD, values: [2, 1, 0] },
          { label: 'none', values: [0, 0, 0], isMarked: true },
        ],
      },
    },
    { kind: 'code', title: ODD, language: 'json', text: JSON.stringify({ odd: ODD }, null, 2) },
  ],
};

describe('an HTML page', () => {
  const html = writeHtmlPage(PAGE);
  const document = parseHtml(html);

  it('shows odd texts as they are, and none of them is markup', () => {
    expect(document.querySelectorAll('#x, b')).toHaveLength(0);
    const shown = `</title><b id="x">'&amp;`;
    expect(document.title).toBe(shown);
    for (const one of ['h1', 'h2', 'p', 'li', 'caption', 'thead th', 'tbody th', 'figcaption', 'svg text'])
      expect(document.querySelector(one)?.textContent, one).toContain(shown);
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toContain(shown);
  });

  it('forbids all but its own style before anything else, and names nothing to load', () => {
    const [first] = document.querySelectorAll('meta[http-equiv]');
    expect(first.getAttribute('content')).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
    expect(document.querySelectorAll('script, link, img, iframe, a, [src], [href], [style]')).toHaveLength(0);
    expect(html).not.toMatch(/url\(|@import|https?:/);
  });

  it('keeps the meaning of JSON with invisible characters, which it escapes', () => {
    const code = document.querySelector('pre')?.textContent ?? '';
    expect(code).toContain('\\u202e');
    expect(JSON.parse(code)).toEqual({ odd: ODD });
  });

  it('draws a part of a bar for each value above 0, and no bar of an empty chart', () => {
    expect(document.querySelectorAll('svg rect.full, svg rect.half, svg rect.hollow')).toHaveLength(2 + 1);
    const empty = writeHtmlPage({
      title: '',
      blocks: [{ kind: 'chart', chart: { title: '', unit: '', axis: '', parts: [], bars: [] } }],
    });
    expect(parseHtml(empty).querySelectorAll('rect')).toHaveLength(0);
    expect(empty).not.toContain('NaN');
  });
});
