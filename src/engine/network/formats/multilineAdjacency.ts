import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, RecordDraft } from './networkFormat.ts';
import type { TableRow } from './parseNetworkRows.ts';

/** NetworkX's other adjacency list: a node with the number of its neighbours, then each of them on a line of its own. */
export const MULTILINE_ADJACENCY: NetworkFormat = {
  name: 'a multi-line adjacency list',
  fits: file => parseAdjacencyBlocks(file) !== null,
  read(file) {
    const draft = new RecordDraft(file);
    const weights = new Set<string>();
    for (const { node, neighbours } of parseAdjacencyBlocks(file) ?? []) {
      draft.node(node);
      for (const { cells, attributes, line } of neighbours) {
        const weight = /['"]weight['"]\s*:\s*([^,\s}]+)/.exec(attributes ?? '')?.[1] ?? null;
        if (weight !== null) weights.add(weight);
        draft.edge({ source: node, target: cells[0], weight, place: line });
      }
    }
    return draft.end({ comments: file.rows.comments.length, weightName: weights.size > 0 ? 'weight' : null });
  },
};

interface Block {
  readonly node: string;
  readonly neighbours: readonly TableRow[];
}

/** Nodes with the lines that belong to them; null if the numbers do not match. */
function parseAdjacencyBlocks({ rows: { rows } }: NetworkFile): readonly Block[] | null {
  const blocks: Block[] = [];
  let count = 0;
  for (let at = 0; at < rows.length; ) {
    const { cells, attributes } = rows[at];
    if (cells.length !== 2 || attributes !== null || !/^\d{1,7}$/.test(cells[1])) return null;
    const neighbours = rows.slice(at + 1, at + 1 + Number(cells[1]));
    if (neighbours.length < Number(cells[1]) || neighbours.some(row => row.cells.length !== 1)) return null;
    blocks.push({ node: cells[0], neighbours });
    count += neighbours.length;
    at += 1 + neighbours.length;
  }
  const nodes = new Set(blocks.map(({ node }) => node));
  return count > 0 && blocks.every(({ neighbours }) => neighbours.every(({ cells }) => nodes.has(cells[0])))
    ? blocks
    : null;
}
