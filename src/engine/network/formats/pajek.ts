import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { addMatrixEdges } from './addMatrixEdges.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './networkNumbers.ts';

/** Pajek's networks and projects (.net, .paj): the first network in the file, with its partitions and vectors. */
export const PAJEK: NetworkFormat = {
  name: 'Pajek',
  fits: ({ text }) =>
    /^(?:[ \t]*(?:%.*|\/\*.*)?\r?\n)*[ \t]*\*(network|vertices|arcs|edges|arcslist|edgeslist|matrix)\b/i.test(
      text,
    ),
  read: file => new PajekReader(file).read(),
};

/** Pajek's shape of a node, and keys that are followed by a value. */
const SHAPES = /^(?:ellipse|box|diamond|triangle|cross|empty|man|woman|house|circle|square)$/i;
const DRAWN = /^(?:ic|bc|bw|lc|la|lr|lphi|fos|font|hooks|size|phi|r|q|[xy]_fact|s_size|url)$/i;

/**
 * Attributes after a vertex's label, as NetworkX writes them: up to three coordinates and a shape, then keys with their
 * values.
 */
function attributesIn(cells: readonly string[]): readonly (readonly [string, string])[] {
  let at = 0;
  while (at < 3 && at < cells.length && isNumericText(cells[at])) at++;
  if (at < cells.length && SHAPES.test(cells[at])) at++;
  const own: (readonly [string, string])[] = [];
  for (; at + 1 < cells.length; at += 2) if (!DRAWN.test(cells[at])) own.push([cells[at], cells[at + 1]]);
  return own;
}

/** A cell: text between quotes, or anything up to white space. */
const CELL = /"([^"]*)"|(\S+)/g;

/** Values of a partition for vertices without data. */
const MISSING = /^999999[89]$/;

/** A partition or a vector of a project: a number for each vertex. */
interface PajekColumn {
  readonly kind: 'partition' | 'vector';
  readonly name: string;
  readonly line: number;
  /** Number of vertices that its own *Vertices announces; null before that. */
  size: number | null;
  readonly values: string[];
}

class PajekReader {
  private readonly draft: RecordDraft;
  private size = 0;
  private section = '';
  private networks = 0;
  /** The object of a project that is being read: a column, another one, or a network (null). */
  private object: PajekColumn | 'other' | null = null;
  private readonly columns: PajekColumn[] = [];
  /** Vertices that have a line of their own, and those that have several. */
  private readonly given = new Set<string>();
  private readonly again = new Set<string>();
  /** Names of the vertices' attributes. */
  private readonly names = new Set<string>();
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
      else if (this.object !== null) this.value(bare, at + 1);
      else if (this.networks < 2) this.line(bare, at + 1);
    }
    this.addColumns();
    const fromMatrix = this.matrix.length > 0 ? this.readMatrix() : null;
    const hasArcs = this.ends.some(({ isEdge }) => !isEdge);
    const hasEdges = this.ends.some(({ isEdge }) => isEdge);
    for (const { isEdge, line, ...end } of this.ends)
      this.draft.edge({ ...end, isUndirected: isEdge && hasArcs, place: line });
    if (this.again.size > 0)
      this.draft.remark(
        `${this.again.size} of the vertices (the first: ${[...this.again][0]}) on several lines, of which the last counts`,
      );
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
    if (this.section === 'partition' || this.section === 'vector') {
      this.object = { kind: this.section, name: rest.trim(), line, size: null, values: [] };
      this.columns.push(this.object);
    } else if (/^(permutation|cluster|hierarchy)$/.test(this.section)) {
      this.object = 'other';
      this.ignored.add(name);
    } else if (this.section === 'network') this.object = null;
    else if (this.section === 'vertices') {
      if (this.object === 'other') return;
      if (this.object !== null) {
        this.object.size = /^\d+/.test(rest) ? Number.parseInt(rest, 10) : null;
        return;
      }
      this.networks++;
      if (this.networks > 1) return;
      const [size, first] = rest.split(/\s+/);
      if (!/^\d+$/.test(size))
        this.file.fail(line, `*Vertices is followed by their number, not ${quoteUserValue(rest)}`);
      this.size = Number(size);
      this.draft.numbered(this.size);
      if (first !== undefined && /^\d+$/.test(first)) this.draft.remark('nodes of two kinds');
    } else if (/^(arcs|edges|arcslist|edgeslist|matrix)$/.test(this.section)) {
      this.object = null;
      const relation = /^:\s*(\d+)/.exec(rest)?.[1];
      if (relation !== undefined) this.relations.add(relation);
      if (this.networks === 0) this.file.fail(line, `*${name} stands before *Vertices`);
    } else {
      if (this.object !== null) this.object = 'other';
      if (this.networks < 2 || this.object !== null) this.ignored.add(name);
    }
  }

  /** A line of a partition or a vector. @throws InputError for one that is not a number */
  private value(text: string, line: number): void {
    if (this.object === null || this.object === 'other') return;
    const { kind, values } = this.object;
    if (!(kind === 'partition' ? /^-?\d+$/ : /^\S+$/).test(text) || !isNumericText(text))
      this.file.fail(
        line,
        `${quoteUserValue(text)} is not a ${kind === 'partition' ? 'class of a partition' : 'number of a vector'}`,
      );
    values.push(text);
  }

  /** Partitions and vectors that belong to the vertices by their number are attributes of these; of others a remark says so. */
  private addColumns(): void {
    for (const { kind, name, size, line, values } of this.columns) {
      const called = `*${kind === 'partition' ? 'Partition' : 'Vector'} ${quoteUserValue(name)}`;
      if (size !== null && values.length !== size)
        this.file.fail(line, `${size} numbers belong in ${called}, not ${values.length}`);
      if (values.length !== this.size) {
        this.draft.remark(`${called} is not read: ${this.size} numbers belong in it, not ${values.length}`);
        continue;
      }
      const own = name === '' ? kind : name;
      let free = own;
      for (let number = 2; this.names.has(free); number++) free = `${own} ${number}`;
      this.names.add(free);
      for (const [at, value] of values.entries())
        if (kind === 'vector' || !MISSING.test(value)) this.draft.node(String(at + 1), null, [[free, value]]);
    }
  }

  private line(text: string, line: number): void {
    const cells = [...text.matchAll(CELL)].map(([, string, word]) => {
      if (word?.startsWith('"'))
        this.file.fail(line, `a quotation mark is not closed in ${quoteUserValue(text)}`);
      return string ?? word;
    });
    switch (this.section) {
      case 'vertices': {
        const own = attributesIn(cells.slice(2));
        for (const [name] of own) this.names.add(name);
        const id = this.node(cells[0], line);
        if (this.given.has(id)) this.again.add(id);
        this.given.add(id);
        this.draft.node(id, cells[1] ?? null, own);
        break;
      }
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
      this.file.fail(
        line,
        `${quoteUserValue(text)} is not a vertex: they are numbered from 1 to ${this.size}`,
      );
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
