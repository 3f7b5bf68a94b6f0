import { drawBarChart } from './drawBarChart.ts';
import {
  cleanPageText,
  escapeUnseenCode,
  type PageBlock,
  type PageTable,
  type ReportPage,
} from './pageBlock.ts';

/** A page that loads nothing and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1d22;--soft:#5a606b;--line:#d5d9e0;--ground:#fff;--mark:#b4472f;--half:#d9a28f}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaef;--soft:#a5acb9;--line:#3a404b;--ground:#15171c;--mark:#e5765b;--half:#8a4a3b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:880px;margin:0 auto;padding:28px 16px 48px}
h1{font-size:25px;line-height:1.25;margin:0 0 10px;overflow-wrap:anywhere}
h2{font-size:19px;margin:34px 0 8px;padding-top:12px;border-top:1px solid var(--line);overflow-wrap:anywhere}
h3{font-size:15px;margin:20px 0 6px}
p,ul{margin:6px 0}
ul{padding-left:20px}
.wide{overflow-x:auto;margin:10px 0}
table{border-collapse:collapse;min-width:50%}
caption{text-align:left;color:var(--soft);padding:4px 0}
th,td{text-align:left;vertical-align:top;padding:4px 14px 4px 0;border-bottom:1px solid var(--line)}
th{font-weight:600}
thead th{color:var(--soft);font-weight:500;white-space:normal}
tbody th,.long{overflow-wrap:anywhere;min-width:9em}
.long{min-width:12em}
td.n{white-space:nowrap}
td[style]{background:color-mix(in srgb,var(--mark) var(--shade),transparent)}
.shaded :is(td,thead .n){padding:4px 8px}
.n{text-align:right;font-variant-numeric:tabular-nums}
figure{margin:14px 0;break-inside:avoid}
figcaption{color:var(--soft)}
svg{display:block;width:100%;max-width:640px;height:auto}
text{font:13px system-ui,sans-serif;fill:var(--soft)}
.marked{fill:var(--ink);font-weight:700;text-decoration:underline}
.full{fill:var(--mark);stroke:var(--mark)}
.half{fill:var(--half);stroke:var(--half)}
.hollow{fill:none;stroke:var(--soft)}
.axis{stroke:var(--soft)}
pre{overflow-x:auto;padding:10px 12px;border:1px solid var(--line);font:13px/1.45 ui-monospace,monospace}
@media print{
:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--ground:#fff;--mark:#b4472f;--half:#d9a28f}
body{font-size:11px}main{max-width:none;padding:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:9px}.wide{overflow:visible}
h2,h3{break-after:avoid}tr{break-inside:avoid}svg,td{print-color-adjust:exact}
}
`.trim();

/** Writes a page as one HTML file that needs no other, loads nothing and runs no script. */
export function writeHtmlPage({ title, blocks }: ReportPage): string {
  const name = escapeHtml(cleanPageText(title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${blocks.map(writeHtmlBlock).join('\n')}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign]);
const writeHtmlText = (text: string): string => escapeHtml(cleanPageText(text));

function writeHtmlBlock(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${writeHtmlText(block.text)}</h${block.level}>`;
    case 'text':
      return `<p>${writeHtmlText(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map(item => `<li>${writeHtmlText(item)}</li>`).join('')}</ul>`;
    case 'table':
      return writeHtmlTable(block.table);
    case 'chart':
      return `<figure><figcaption>${writeHtmlText(block.chart.title)}</figcaption>${drawBarChart(block.chart, writeHtmlText)}</figure>`;
    case 'code':
      return `<h3>${writeHtmlText(block.title)}</h3>\n<pre tabindex="0">${escapeHtml(escapeUnseenCode(block.text))}</pre>`;
  }
}

function writeHtmlTable({ caption, columns, rows, shades }: PageTable): string {
  const shadeOf = (row: number, i: number) => {
    const shade = shades?.[row]?.[i] ?? 0;
    return shade > 0 ? ` style="--shade:${Math.round(shade * 60)}%"` : '';
  };
  const classOf = (i: number) => {
    if (columns[i]?.isNumber) return ' class="n"';
    return columns[i]?.isLong ? ' class="long"' : '';
  };
  const heads = columns.map(({ head }, i) => `<th scope="col"${classOf(i)}>${writeHtmlText(head)}</th>`);
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, i) =>
      i === 0
        ? `<th scope="row">${writeHtmlText(cell)}</th>`
        : `<td${classOf(i)}${shadeOf(row, i)}>${writeHtmlText(cell)}</td>`,
    );
    return `<tr>${written.join('')}</tr>`;
  });
  const name = writeHtmlText(caption);
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table${shades === undefined ? '' : ' class="shaded"'}><caption>${name}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`;
}
