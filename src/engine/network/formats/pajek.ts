import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { addMatrixEdges } from './matrix.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './numbers.ts';

/** Pajek's networks and projects (.net, .paj): the first network in the file. */
export const PAJEK: NetworkFormat = {
  name: 'Pajek',
  fits: ({ text }) =>
    /^(?:[ \t]*(?:%.*|\/\*.*)?\r?\n)*[ \t]*\*(network|vertices|arcs|edges|arcslist|edgeslist|matrix)\b/i.test(
      text,
    ),
  read: file => new PajekReader(file).read(),
};

/** A cell: text between quotes, or anything up to white space. */
/** What Pajek draws a node with: its shape, and keys that are followed by a value. */
const SHAPES = /^(?:ellipse|box|diamond|triangle|cross|empty|man|woman|house|circle|square)$/i;
const DRAWN = /^(?:ic|bc|bw|lc|la|lr|lphi|fos|font|hooks|size|phi|r|q|[xy]_fact|s_size|url)$/i;

/** What stands behind a vertex's label, as NetworkX writes it: up to three coordinates and a shape, then keys with their values. */
function attributesIn(cells: readonly string[]): readonly (readonly [string, string])[] {
  let at = 0;
  while (at < 3 && at < cells.length && isNumericText(cells[at])) at++;
  if (at < cells.length && SHAPES.test(cells[at])) at++;
  const own: (readonly [string, string])[] = [];
  for (; at + 1 < cells.length; at += 2) if (!DRAWN.test(cells[at])) own.push([cells[at], cells[at + 1]]);
  return own;
}

const CELL = /"([^"]*)"|(\S+)/g;

class PajekReader {
  private readonly draft: RecordDraft;
  private size = 0;
  private section = '';
  private networks = 0;
  private readonly ends: {
    source: string;
    target: string;
    weight: string | null;
    isEdge: boolean;
    line: number;
  }[] = [];
  private readonly matrix: { readonly cells: readonly string[]; readonly line: number }[] = [];
  private readonly ignored = new Set<string>();
  private readonly relations = new Set<string>();

  constructor(private readonly file: NetworkFile) {
    this.draft = new RecordDraft(file);
  }

  read(): NetworkRecord {
    for (const [at, text] of this.file.lines.entries()) {
      const bare = text.trim();
      if (bare === '' || bare.startsWith('%') || bare.startsWith('/*')) continue;
      if (bare.startsWith('*')) this.begin(bare, at + 1);
      else if (this.networks < 2) this.line(bare, at + 1);
    }
    const fromMatrix = this.matrix.length > 0 ? this.readMatrix() : null;
    const hasArcs = this.ends.some(({ isEdge }) => !isEdge);
    const hasEdges = this.ends.some(({ isEdge }) => isEdge);
    for (const { isEdge, line, ...end } of this.ends)
      this.draft.edge({ ...end, isUndirected: isEdge && hasArcs, place: line });
    if (this.networks > 1) this.draft.remark('only the first network of the file is read');
    if (this.relations.size > 1) this.draft.remark(`${this.relations.size} relations are one network`);
    for (const name of this.ignored) this.draft.remark(`*${name} is not read`);
    const declared = hasArcs && hasEdges ? null : hasEdges ? 'undirected' : hasArcs ? 'directed' : fromMatrix;
    return this.draft.end({
      declared,
      weightName: this.ends.some(({ weight }) => weight !== null) ? 'the third column' : null,
    });
  }

  private begin(text: string, line: number): void {
    const [, name = '', rest = ''] = /^\*(\w+)\s*(.*)$/.exec(text) ?? [];
    this.section = name.toLowerCase();
    if (this.section === 'vertices') {
      this.networks++;
      if (this.networks > 1) return;
      const [size, first] = rest.split(/\s+/);
      if (!/^\d+$/.test(size))
        this.file.fail(line, `*Vertices is followed by their number, not ${quoteUserValue(rest)}`);
      this.size = Number(size);
      this.draft.numbered(this.size);
      if (first !== undefined && /^\d+$/.test(first)) this.draft.remark('nodes of two kinds');
    } else if (/^(arcs|edges|arcslist|edgeslist|matrix)$/.test(this.section)) {
      const relation = /^:\s*(\d+)/.exec(rest)?.[1];
      if (relation !== undefined) this.relations.add(relation);
      if (this.networks === 0) this.file.fail(line, `*${name} stands before *Vertices`);
    } else if (this.section !== 'network' && this.networks < 2) this.ignored.add(name);
  }

  private line(text: string, line: number): void {
    const cells = [...text.matchAll(CELL)].map(([, string, word]) => string ?? word);
    switch (this.section) {
      case 'vertices':
        this.draft.node(this.node(cells[0], line), cells[1] ?? null, attributesIn(cells.slice(2)));
        break;
      case 'arcs':
      case 'edges': {
        if (cells.length < 2) this.file.fail(line, `only one node in ${quoteUserValue(text)}`);
        const weight = cells[2] !== undefined && isNumericText(cells[2]) ? cells[2] : null;
        this.end(cells[0], cells[1], weight, line);
        break;
      }
      case 'arcslist':
      case 'edgeslist':
        for (const target of cells.slice(1)) this.end(cells[0], target, null, line);
        break;
      case 'matrix':
        this.matrix.push({ cells, line });
    }
  }

  private end(source: string, target: string, weight: string | null, line: number): void {
    const isEdge = this.section.startsWith('edges');
    this.ends.push({
      source: this.node(source, line),
      target: this.node(target, line),
      weight,
      isEdge,
      line,
    });
  }

  /** The number of a vertex. @throws InputError for one that is not there */
  private node(text: string, line: number): string {
    const number = /^\d+$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > this.size)
      this.file.fail(line, `${quoteUserValue(text)} is no vertex: they are numbered from 1 to ${this.size}`);
    return String(number);
  }

  private readMatrix(): NetworkRecord['declared'] {
    const rows = this.matrix.slice(0, this.size);
    const wrong = rows.find(({ cells }) => cells.length !== this.size);
    if (wrong !== undefined || rows.length < this.size)
      this.file.fail(
        wrong?.line ?? this.matrix[0].line,
        `a matrix of ${this.size} vertices has as many lines and columns`,
      );
    return addMatrixEdges(this.draft, {
      size: this.size,
      at: (row, column) => rows[row].cells[column],
      id: node => String(node + 1),
      place: row => rows[row].line,
    }).declared;
  }
}
