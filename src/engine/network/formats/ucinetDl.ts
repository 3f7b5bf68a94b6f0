import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { addMatrixEdges } from './addMatrixEdges.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './networkNumbers.ts';

/** UCINET's DL: whole and half matrices, lists of edges and of nodes, with labels apart or embedded. */
export const UCINET_DL: NetworkFormat = {
  name: 'UCINET DL',
  fits: ({ text }) => /^\s*dl\b[\s,]*(n|nr|nc|nm|format|labels?|data|title|row|col\w*)\b/i.test(text),
  read: file => new DlReader(file).read(),
};

interface Token {
  readonly text: string;
  readonly line: number;
}

const FORMATS = ['fullmatrix', 'lowerhalf', 'upperhalf', 'edgelist1', 'edgelist', 'nodelist1', 'nodelist'];

class DlReader {
  private readonly draft: RecordDraft;
  private readonly head = new Map<string, string>();
  private readonly labels: string[] = [];
  /** Embedded names: over the data's columns, before its rows. */
  private readonly embedded = { columns: false, rows: false };
  /** Lines after "data:", as cells. */
  private readonly data: (readonly Token[])[] = [];

  constructor(private readonly file: NetworkFile) {
    this.draft = new RecordDraft(file);
  }

  read(): NetworkRecord {
    this.parts();
    const format = (this.head.get('format') ?? 'fullmatrix').toLowerCase();
    if (!FORMATS.includes(format))
      this.file.fail(
        1,
        `DL in the format ${quoteUserValue(format)} is not read; these are: ${FORMATS.join(', ')}`,
      );
    if (this.head.has('nr') && this.head.get('nr') !== this.head.get('nc'))
      this.file.fail(1, 'a matrix of rows and columns of two kinds is not read; save it as an edge list');
    const size = Number(this.head.get('n') ?? this.head.get('nr') ?? 0);
    if (!Number.isSafeInteger(size) || size < 1) this.file.fail(1, 'DL has n=, the number of nodes');
    if (Number(this.head.get('nm') ?? 1) > 1) this.draft.remark('only the first matrix of the file is read');
    if (!this.isEmbedded) {
      this.draft.numbered(size);
      for (const [at, label] of this.labels.slice(0, size).entries()) this.draft.node(String(at + 1), label);
    }
    if (/half|matrix/.test(format)) return this.draft.end({ declared: this.matrix(size, format) });
    return format.startsWith('edge') ? this.edges(size) : this.lists(size);
  }

  /** The part before the data: keywords with their colons. */
  private parts(): void {
    let part = 'head';
    for (const [at, raw] of this.file.lines.entries()) {
      let text = raw;
      for (;;) {
        const found = /\b((?:row|col(?:umn)?)?\s*labels?(\s+embedded)?|data)\s*:?/i.exec(
          part === 'data' ? '' : text,
        );
        const isKey = found !== null && (found[0].endsWith(':') || found[2] !== undefined);
        this.take(part, isKey ? text.slice(0, found.index) : text, at + 1);
        if (!isKey) break;
        if (found[2] !== undefined) {
          this.embedded.columns ||= !/^row/i.test(found[0]);
          this.embedded.rows ||= !/^col/i.test(found[0]);
        }
        part = found[1].toLowerCase().startsWith('data')
          ? 'data'
          : found[2] === undefined
            ? /^col/i.test(found[1])
              ? 'other labels'
              : 'labels'
            : 'head';
        text = text.slice(found.index + found[0].length);
      }
    }
  }

  private get isEmbedded(): boolean {
    return this.embedded.columns || this.embedded.rows;
  }

  private take(part: string, text: string, line: number): void {
    if (part === 'head')
      for (const [, key, value] of text.matchAll(/(\w+)\s*=\s*("[^"]*"|[\w.-]+)/g))
        this.head.set(key.toLowerCase(), value);
    else if (part === 'labels')
      for (const { text: label } of tokenizeUcinetLine(text, line)) this.labels.push(label);
    else if (part === 'data') {
      const cells = tokenizeUcinetLine(text, line);
      if (cells.length > 0) this.data.push(cells);
    }
  }

  private matrix(size: number, format: string): NetworkRecord['declared'] {
    const isWhole = format === 'fullmatrix';
    const skip = /absent/i.test(this.head.get('diagonal') ?? '') ? 1 : 0;
    const places = Array.from({ length: size }, (_, row) => {
      const from = format === 'upperhalf' ? row + skip : 0;
      const to = format === 'lowerhalf' ? row - skip : size - 1;
      const columns = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
      return isWhole && skip === 1 ? columns.filter(column => column !== row) : columns;
    });
    const { names, values } = this.splitMatrix(places.map(columns => columns.length));
    const expected = isWhole ? size * (size - skip) : (size * (size + 1 - 2 * skip)) / 2;
    const wrong = values.find(({ text }) => !isNumericText(text));
    if (values.length < expected || wrong !== undefined || (this.isEmbedded && names.length !== size))
      this.file.fail(
        (wrong ?? values[0])?.line ?? null,
        `${expected} numbers belong in a ${format} of ${size} nodes, and ${wrong === undefined ? `${values.length} are there` : `${quoteUserValue(wrong.text)} is not a number`}`,
      );
    const entries = new Map<number, Token>();
    let at = 0;
    for (const [row, columns] of places.entries())
      for (const column of columns) {
        entries.set(row * size + column, values[at]);
        if (!isWhole) entries.set(column * size + row, values[at]);
        at++;
      }
    return addMatrixEdges(this.draft, {
      size,
      at: (row, column) => entries.get(row * size + column)?.text ?? '',
      id: node => (this.isEmbedded ? names[node] : String(node + 1)),
      place: row => entries.get(row * size)?.line ?? values[0]?.line ?? 1,
    }).declared;
  }

  /**
   * The names and the numbers of a matrix. Embedded column labels come first, embedded row labels each before the
   * numbers of its row; line breaks do not matter.
   * @param counts numbers of each row
   */
  private splitMatrix(counts: readonly number[]): {
    readonly names: readonly string[];
    readonly values: readonly Token[];
  } {
    const tokens = this.data.flat();
    const { columns, rows } = this.embedded;
    const over = tokens.slice(0, columns ? counts.length : 0).map(({ text }) => text);
    if (!rows) return { names: over, values: tokens.slice(over.length) };
    const before: string[] = [];
    const values: Token[] = [];
    let at = over.length;
    for (const count of counts) {
      if (at < tokens.length) before.push(tokens[at].text);
      values.push(...tokens.slice(at + 1, at + 1 + count));
      at += 1 + count;
    }
    return { names: columns ? over : before, values };
  }

  private edges(size: number): NetworkRecord {
    for (const cells of this.data) {
      const [source, target, weight] = cells;
      if (target === undefined)
        this.file.fail(source.line, `only one node in ${quoteUserValue(source.text)}`);
      this.draft.edge({
        source: this.id(source, size),
        target: this.id(target, size),
        weight: weight?.text ?? null,
        place: source.line,
      });
    }
    return this.draft.end({
      weightName: this.data.some(cells => cells.length > 2) ? 'the third column' : null,
    });
  }

  private lists(size: number): NetworkRecord {
    for (const [source, ...targets] of this.data)
      for (const target of targets)
        this.draft.edge({ source: this.id(source, size), target: this.id(target, size), place: source.line });
    return this.draft.end();
  }

  /** A node by its number, or by its name if labels are embedded. @throws InputError for a missing one */
  private id({ text, line }: Token, size: number): string {
    if (this.isEmbedded) return text;
    const label = this.labels.indexOf(text);
    const number = label >= 0 && !/^\d+$/.test(text) ? label + 1 : Number(text);
    if (!Number.isInteger(number) || number < 1 || number > size)
      this.file.fail(line, `${quoteUserValue(text)} is not a node: they are numbered from 1 to ${size}`);
    return String(number);
  }
}

/** Words of a line; a part between quotes is one. */
function tokenizeUcinetLine(text: string, line: number): readonly Token[] {
  const cells = text.match(/"[^"]*"|[^\s,"]+/g) ?? [];
  return cells.map(cell => ({ text: cell.replace(/^"(.*)"$/, '$1'), line }));
}
