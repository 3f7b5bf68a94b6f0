import { quoteUserValue } from '../../core/quoteUserValue.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, RecordDraft } from './networkFormat.ts';

/** METIS: numbers of nodes and edges, then for each node a line of its neighbours; `%` begins a comment. */
export const METIS: NetworkFormat = {
  name: 'METIS',
  fits: file => {
    if (!METIS_HEAD.test(file.text)) return false;
    if (/^(graph|metis|chaco)$/.test(file.extension)) return true;
    const graph = parseMetisFile(file);
    return graph?.isWhole === true && isSymmetricMetis(graph);
  },
  read(file) {
    const graph = parseMetisFile(file);
    const draft = new RecordDraft(file);
    if (graph === null) return file.fail(null, 'METIS has no line with the numbers of nodes and edges');
    const { head, rows, ends, announced } = graph;
    if (!graph.isWhole)
      file.fail(
        graph.line,
        `${quoteUserValue(head)} announces ${graph.size} lines with ${announced} ends of edges, and ${rows} lines with ${ends.length} ends are there`,
      );
    draft.numbered(graph.size);
    for (const { from, to, weight, line } of graph.ends)
      if (from < to) draft.edge({ source: String(from), target: String(to), weight, place: line });
    return draft.end({
      declared: 'undirected',
      weightName: graph.hasWeights ? 'the weights of edges' : null,
      leftOut: graph.hasNodeWeights ? ['weights of nodes'] : [],
    });
  },
};

const METIS_HEAD = /^\s*(%.*\r?\n\s*)*\d+[ \t]+\d+([ \t]+\d{1,3}([ \t]+\d+)?)?[ \t]*(\r|\n)/;

interface End {
  readonly from: number;
  readonly to: number;
  readonly weight: string | null;
  readonly line: number;
}

interface Metis {
  /** Its first line and place. */
  readonly head: string;
  readonly line: number;
  readonly size: number;
  /** Lines after the first. */
  readonly rows: number;
  /** Ends of edges announced by the first line. */
  readonly announced: number;
  readonly ends: readonly End[];
  readonly hasWeights: boolean;
  readonly hasNodeWeights: boolean;
  /** True if there are as many lines and ends as the first line says. */
  readonly isWhole: boolean;
}

/** Two lines could be an edge list whose first edge is taken for the size. */
const MIN_METIS_LINES = 2;

function parseMetisFile({ lines }: NetworkFile): Metis | null {
  const kept = lines
    .map((text, at) => ({ text: text.trim(), line: at + 1 }))
    .filter(({ text }) => !text.startsWith('%'));
  const first = kept.findIndex(({ text }) => text !== '');
  const head = /^(\d{1,7})\s+(\d{1,7})(?:\s+([01]{1,3}))?(?:\s+(\d{1,3}))?$/.exec(kept[first]?.text ?? '');
  if (head === null) return null;
  const [size, edges] = [Number(head[1]), Number(head[2])];
  const format = (head[3] ?? '').padStart(3, '0');
  const hasWeights = format[2] === '1';
  const before = (format[0] === '1' ? 1 : 0) + (format[1] === '1' ? Number(head[4] ?? 1) : 0);
  const rows = kept.slice(first + 1);
  while (rows.length > size && rows.at(-1)?.text === '') rows.pop();
  const ends: End[] = [];
  let isWhole = rows.length === size && size >= MIN_METIS_LINES;
  const facts = {
    ...{ head: kept[first].text, line: kept[first].line, size, rows: rows.length, announced: 2 * edges },
    ...{ ends, hasWeights, hasNodeWeights: before > 0 },
  };
  // Of a long list of edges not every line is looked at.
  if (rows.length > size) return { ...facts, isWhole };
  for (const [node, { text, line }] of rows.entries()) {
    const numbers = text === '' ? [] : text.split(/\s+/).slice(before);
    for (let at = 0; at < numbers.length; at += hasWeights ? 2 : 1) {
      const to = /^\d{1,7}$/.test(numbers[at]) ? Number(numbers[at]) : 0;
      const weight = hasWeights ? (numbers[at + 1] ?? '') : null;
      if (to < 1 || to > size || weight === '') isWhole = false;
      ends.push({ from: node + 1, to, weight, line });
    }
  }
  return { ...facts, isWhole: isWhole && ends.length === 2 * edges };
}

function isSymmetricMetis({ size, ends }: Metis): boolean {
  const there = new Set(ends.map(({ from, to }) => from * (size + 1) + to));
  return ends.every(({ from, to }) => there.has(to * (size + 1) + from));
}
