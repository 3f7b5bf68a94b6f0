import { quoteUserValue } from '../../core/quoteUserValue.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/**
 * Graphs of the DIMACS challenges: `p edge NODES EDGES` (or `col`) with `e a b`, `p sp` and `p max` with `a from to number`. A
 * line that begins with `c` is a comment.
 */
export const DIMACS: NetworkFormat = {
  name: 'DIMACS',
  fits: file => parseDimacsProblem(file) !== null,
  read: readDimacs,
};

interface DimacsProblem {
  readonly kind: string;
  readonly nodes: number;
  readonly edges: number;
  /** Its 1-based line, and the text there. */
  readonly line: number;
  readonly text: string;
}

const PROBLEM = /^p\s+([a-z]+)\s+(\d{1,7})\s+(\d{1,9})$/;
const isDimacsComment = (text: string): boolean => text === 'c' || /^c\s/.test(text);

/** Content of the first line that is not a comment; null for another file. */
function parseDimacsProblem({ lines }: NetworkFile): DimacsProblem | null {
  const at = lines.findIndex(line => line.trim() !== '' && !isDimacsComment(line.trim()));
  const text = lines[at]?.trim() ?? '';
  const found = PROBLEM.exec(text);
  if (found === null) return null;
  return { kind: found[1], nodes: Number(found[2]), edges: Number(found[3]), line: at + 1, text };
}

/** Problems that are undirected graphs, and those of arcs with what their number is. */
const EDGES = /^(edge|edges|col)$/;
const DIMACS_NUMBER_MEANINGS: Readonly<Record<string, string>> = { sp: 'lengths of arcs', max: 'capacities' };

function readDimacs(file: NetworkFile): NetworkRecord {
  const problem = parseDimacsProblem(file);
  if (problem === null) return file.fail(null, 'DIMACS has no line that begins with p');
  const { kind, nodes, edges, line: first } = problem;
  if (kind === 'cnf')
    file.fail(first, `${quoteUserValue(problem.text)} is a formula (DIMACS CNF), and no network`);
  const hasArcs = DIMACS_NUMBER_MEANINGS[kind] !== undefined;
  if (!hasArcs && !EDGES.test(kind))
    file.fail(first, `${quoteUserValue(problem.text)}: of DIMACS graphs of edge, col, sp and max are read`);
  const draft = new RecordDraft(file);
  draft.numbered(nodes);
  const others = new Set<string>();
  let comments = 0;
  for (const [at, raw] of file.lines.entries()) {
    const text = raw.trim();
    if (isDimacsComment(text)) comments++;
    if (text === '' || isDimacsComment(text) || at + 1 <= first) continue;
    const [mark, source = '', target = '', ...rest] = text.split(/\s+/);
    if (mark !== (hasArcs ? 'a' : 'e')) {
      if (!/^[a-z]$/.test(mark) || mark === 'p')
        file.fail(at + 1, `${quoteUserValue(text)} is not a line of DIMACS ${kind}`);
      others.add(mark);
      continue;
    }
    const isNode = (id: string) => /^\d{1,7}$/.test(id) && Number(id) >= 1 && Number(id) <= nodes;
    if (!isNode(source) || !isNode(target) || rest.length > 1)
      file.fail(at + 1, `${quoteUserValue(text)} does not join two of the nodes 1 to ${nodes}`);
    const weight = kind === 'sp' ? null : (rest[0] ?? null);
    draft.edge({ source: String(Number(source)), target: String(Number(target)), weight, place: at + 1 });
  }
  if (draft.size !== edges) draft.remark(`${edges} edges are announced, and ${draft.size} are there`);
  return draft.end({
    declared: hasArcs ? 'directed' : 'undirected',
    weightName: kind === 'max' ? DIMACS_NUMBER_MEANINGS.max : null,
    leftOut: [
      ...(kind === 'sp' ? [DIMACS_NUMBER_MEANINGS.sp] : []),
      ...[...others].map(mark => `lines of ${mark}`),
    ],
    comments,
  });
}
