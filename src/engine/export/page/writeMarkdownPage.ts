import { formatGroupedInteger } from '../../core/formatNounCount.ts';
import {
  type BarChart,
  cleanPageText,
  escapeUnseenCode,
  type PageBlock,
  type PageTable,
  type ReportPage,
} from './pageBlock.ts';

/** Most bars of a chart that its table has. */
const MAX_CHART_ROWS = 20;

/** Writes a page as Markdown, with a table in place of each chart. Markup within its texts is escaped. */
export const writeMarkdownPage = ({ title, blocks }: ReportPage): string =>
  `# ${writeMarkdownText(title)}\n\n${blocks.map(writeMarkdownBlock).join('\n\n')}\n`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in which nothing is markup: neither Markdown's nor HTML's, and no address becomes a link. */
const writeMarkdownText = (text: string): string =>
  cleanPageText(text)
    .replace(/[&<>]/g, sign => ENTITIES[sign])
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/:(?=\/\/)|@(?=\w)/g, sign => (sign === ':' ? '&#58;' : '&#64;'))
    .replace(/\bwww\./gi, found => `${found.slice(0, 3)}&#46;`)
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:#|[-+=](?=\s|$))/, '\\$&');

function writeMarkdownBlock(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${writeMarkdownText(block.text)}`;
    case 'text':
      return writeMarkdownText(block.text);
    case 'list':
      return block.items.map(item => `- ${writeMarkdownText(item)}`).join('\n');
    case 'table':
      return writeMarkdownTable(block.table);
    case 'chart':
      return writeMarkdownTable(toChartTable(block.chart));
    case 'code':
      return writeMarkdownCode(block);
  }
}

function writeMarkdownCode({ title, language, text }: PageBlock & { readonly kind: 'code' }): string {
  const code = escapeUnseenCode(text).replace(/\n$/, '');
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `### ${writeMarkdownText(title)}\n\n${fence}${language}\n${code}\n${fence}`;
}

function writeMarkdownTable({ caption, columns, rows }: PageTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(writeMarkdownText).join(' | ')} |`;
  return [
    `${writeMarkdownText(caption)}:`,
    '',
    line(columns.map(({ head }) => head)),
    `| ${columns.map(({ isNumber }) => (isNumber ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
}

function toChartTable({ title, unit, axis, parts, bars }: BarChart): PageTable {
  const rest = bars.length - MAX_CHART_ROWS;
  return {
    caption: `${title}, ${unit}${rest > 0 ? `; the first ${MAX_CHART_ROWS} of ${bars.length}` : ''}`,
    columns: [{ head: axis }, ...parts.map(head => ({ head, isNumber: true as const }))],
    rows: bars
      .slice(0, MAX_CHART_ROWS)
      .map(({ label, values }) => [label, ...values.map(formatGroupedInteger)]),
  };
}
