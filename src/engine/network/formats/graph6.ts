import { quoteUserValue } from '../../core/quoteUserValue.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/**
 * graph6, digraph6 and sparse6, as nauty defines them: one graph a line, six bits a character, with a header such as
 * `>>graph6<<` or without. The first graph is read. Source: Brendan McKay, formats.txt of nauty.
 */
export const GRAPH6: NetworkFormat = {
  name: 'graph6',
  fits: ({ extension, lines }) => {
    const kept = lines.map(line => line.trim()).filter(line => line !== '');
    if (kept.length === 0) return false;
    if (GRAPH6_HEADER.test(kept[0])) return true;
    if (/^[gsd]6$/.test(extension)) return true;
    // "|" is a character of graph6 as well.
    return kept.every(isGraph6Line) && !kept.every(line => /^[^|]+\|[^|]+$/.test(line));
  },
  read: readGraph6,
};

const GRAPH6_HEADER = /^>>(graph6|sparse6|digraph6|incremental)<</;
type Graph6Kind = 'graph6' | 'digraph6' | 'sparse6';
const BITS = 6;
const GRAPH6_OFFSET = 63;

/** A line as bits. */
interface Graph6Line {
  readonly kind: Graph6Kind;
  readonly nodes: number;
  /** Characters after the number of nodes, each less 63. */
  readonly data: Uint8Array;
}

/**
 * True if a single line is surely one: there are as many characters as its nodes need, and no bit beyond them is set.
 */
function isGraph6Line(text: string): boolean {
  const line = parseGraph6Line(text);
  if (line === null || line.nodes < 2) return false;
  if (line.kind === 'sparse6') return true;
  const bits = countMatrixBits(line);
  const spare = line.data.length * BITS - bits;
  return spare >= 0 && spare < BITS && (spare === 0 || line.data[line.data.length - 1] % (1 << spare) === 0);
}

/** Bits of a matrix: of a graph its upper half. */
const countMatrixBits = ({ kind, nodes }: Graph6Line): number =>
  kind === 'digraph6' ? nodes * nodes : (nodes * (nodes - 1)) / 2;

/** Null if it has other characters, or no number of nodes. */
function parseGraph6Line(text: string): Graph6Line | null {
  const body = text.replace(GRAPH6_HEADER, '');
  const kind: Graph6Kind = body.startsWith(':') ? 'sparse6' : body.startsWith('&') ? 'digraph6' : 'graph6';
  const codes = kind === 'graph6' ? body : body.slice(1);
  if (!/^[?-~]+$/.test(codes)) return null;
  const values = Uint8Array.from(codes, char => char.charCodeAt(0) - GRAPH6_OFFSET);
  // One character up to 62, else three after "~", else six after "~~".
  const [begin, digits] = values[0] < GRAPH6_OFFSET ? [0, 1] : values[1] < GRAPH6_OFFSET ? [1, 3] : [2, 6];
  if (values.length < begin + digits) return null;
  const nodes = values.subarray(begin, begin + digits).reduce((sum, value) => sum * 64 + value, 0);
  return { kind, nodes, data: values.subarray(begin + digits) };
}

function readGraph6(file: NetworkFile): NetworkRecord {
  const at = file.lines.findIndex(
    line => line.trim() !== '' && line.trim().replace(GRAPH6_HEADER, '') !== '',
  );
  const text = file.lines[at]?.trim() ?? '';
  if (text.replace(GRAPH6_HEADER, '').startsWith(';'))
    file.fail(
      at + 1,
      'incremental sparse6 has only the differences from the previous graph; save it as sparse6',
    );
  const line = parseGraph6Line(text);
  if (line === null)
    return file.fail(
      Math.max(at, 0) + 1,
      `${quoteUserValue(text)} is not a graph in graph6, digraph6 or sparse6`,
    );
  const draft = new RecordDraft(file);
  draft.numbered(line.nodes, number => String(number - 1));
  if (file.lines.slice(at + 1).some(other => other.trim() !== ''))
    draft.remark('only the first graph of the file is read');
  const edge = (source: number, target: number) =>
    draft.edge({ source: String(source), target: String(target), place: draft.size + 1 });
  if (line.kind === 'sparse6') readSparse6Edges(line, edge);
  else {
    const wanted = Math.ceil(countMatrixBits(line) / BITS);
    if (line.data.length !== wanted)
      file.fail(
        at + 1,
        `${line.kind} of ${line.nodes} nodes has ${wanted} characters after their number, and ${line.data.length} are there`,
      );
    readGraph6Matrix(line, edge);
  }
  return draft.end({
    declared: line.kind === 'digraph6' ? 'directed' : 'undirected',
    places: 'edge',
    remarks: line.kind === 'graph6' ? [] : [`it is written as ${line.kind}`],
  });
}

type AddEdge = (source: number, target: number) => void;

/** Of a graph the columns above the diagonal, of a digraph all rows. */
function readGraph6Matrix({ kind, nodes, data }: Graph6Line, edge: AddEdge): void {
  let bit = 0;
  const isSet = () => {
    const value = (data[Math.floor(bit / BITS)] >> (BITS - 1 - (bit % BITS))) & 1;
    bit++;
    return value === 1;
  };
  if (kind === 'digraph6') {
    for (let row = 0; row < nodes; row++)
      for (let column = 0; column < nodes; column++) if (isSet()) edge(row, column);
    return;
  }
  for (let column = 1; column < nodes; column++)
    for (let row = 0; row < column; row++) if (isSet()) edge(row, column);
}

/** Pairs of a bit, which goes on to the next node, and a number, which is a neighbour of it or a greater node to go on from. */
function readSparse6Edges({ nodes, data }: Graph6Line, edge: AddEdge): void {
  let width = 0;
  while (1 << width < nodes) width++;
  const all = data.length * BITS;
  let at = 0;
  const take = (bits: number) => {
    let value = 0;
    for (const end = at + bits; at < end; at++)
      value = value * 2 + ((data[Math.floor(at / BITS)] >> (BITS - 1 - (at % BITS))) & 1);
    return value;
  };
  let node = 0;
  // The rest at the end is filled up with ones.
  while (at + 1 + width <= all) {
    node += take(1);
    const other = take(width);
    if (other >= nodes || node >= nodes) return;
    if (other > node) node = other;
    else edge(other, node);
  }
}
