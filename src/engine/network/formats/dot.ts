import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { skipDotComments } from '../../files/skipComments.ts';
import { findWeightColumn } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** Graphviz's DOT: chains, subgraphs, strict graphs; the first graph in the file. */
export const DOT: NetworkFormat = {
  name: 'DOT',
  fits: ({ text }) =>
    /^(strict\s+)?(di)?graph\b\s*(?:("(?:[^"\\]|\\.)*"|[\w.-]+|<[^{]*>)\s*)?\{/i.test(
      skipDotComments(text.slice(0, 20_000)),
    ),
  read: file => new DotReader(file).read(),
};

type DotAttributes = ReadonlyMap<string, string>;

/** Subgraphs may stand in each other. */
const MAX_SUBGRAPH_DEPTH = 100;

interface DotEdge {
  readonly source: string;
  readonly target: string;
  readonly attributes: DotAttributes;
  readonly line: number;
}

class DotReader {
  private readonly draft: RecordDraft;
  private readonly tokens: readonly DotToken[];
  private at = 0;
  private deep = 0;
  private isDirected = false;
  private readonly edges: DotEdge[] = [];
  private readonly seen = new Set<string>();

  constructor(private readonly file: NetworkFile) {
    this.draft = new RecordDraft(file);
    this.tokens = readDotTokens(file);
  }

  read(): NetworkRecord {
    const isStrict = this.takes('strict');
    this.isDirected = this.takes('digraph');
    if (!this.isDirected && !this.takes('graph')) this.fail('expected graph or digraph');
    if (this.peek()?.kind === 'id') this.at++;
    this.take('{');
    this.statements({ node: new Map(), edge: new Map() });
    this.take('}');
    if (this.at < this.tokens.length) this.draft.remark('only the first graph of the file is read');
    const edges = isStrict ? this.strictEdges() : this.edges;
    const names = [...new Set(edges.flatMap(({ attributes }) => [...attributes.keys()]))];
    const weighing = names.filter(name => name !== 'len');
    const found = findWeightColumn(weighing);
    const weight = found === null ? null : weighing[found];
    for (const { source, target, attributes, line } of edges)
      this.draft.edge({
        source,
        target,
        weight: weight === null ? null : (attributes.get(weight) ?? null),
        place: line,
      });
    return this.draft.end({
      declared: this.isDirected ? 'directed' : 'undirected',
      weightName: weight,
      leftOut: names.filter(name => name !== weight),
    });
  }

  /** In a strict graph an edge stands once, however often it is written; the last attributes hold. */
  private strictEdges(): readonly DotEdge[] {
    const kept = new Map<string, DotEdge>();
    for (const edge of this.edges) {
      const ends = [edge.source, edge.target];
      const key = JSON.stringify(this.isDirected ? ends : ends.sort());
      const before = kept.get(key);
      kept.set(
        key,
        before ? { ...before, attributes: new Map([...before.attributes, ...edge.attributes]) } : edge,
      );
    }
    if (kept.size < this.edges.length)
      this.draft.remark('the graph is strict: an edge that is repeated is one');
    return [...kept.values()];
  }

  /** @returns nodes that stand in them */
  private statements(given: {
    readonly node: DotAttributes;
    readonly edge: DotAttributes;
  }): readonly string[] {
    const usual = { ...given };
    const nodes = new Set<string>();
    if (++this.deep > MAX_SUBGRAPH_DEPTH)
      this.fail(`subgraphs stand more than ${MAX_SUBGRAPH_DEPTH} deep in each other`);
    while (this.peek() !== undefined && this.peek()?.text !== '}') {
      if (this.takesMark(';') || this.takesMark(',')) continue;
      const token = this.peek();
      const next = this.tokens[this.at + 1];
      if (token?.kind === 'id' && next?.kind === 'mark' && next.text === '=') {
        this.at += 2;
        this.id();
      } else if (
        token?.kind === 'id' &&
        !token.isQuoted &&
        /^(graph|node|edge)$/i.test(token.text) &&
        next?.text === '['
      ) {
        this.at++;
        const attributes = this.attributes();
        const kind = token.text.toLowerCase();
        if (kind === 'edge') usual.edge = new Map([...usual.edge, ...attributes]);
        if (kind === 'node') usual.node = new Map([...usual.node, ...attributes]);
      } else for (const node of this.chain(usual)) nodes.add(node);
    }
    this.deep--;
    return [...nodes];
  }

  /** A node, a subgraph, or several of them joined: `a -> {b c} -> d`. */
  private chain(usual: { readonly node: DotAttributes; readonly edge: DotAttributes }): readonly string[] {
    const line = this.peek()?.line ?? 1;
    const groups = [this.group(usual)];
    let isSingle = this.tokens[this.at - 1]?.text !== '}';
    while (this.peek()?.kind === 'edge') {
      const arrow = this.tokens[this.at++];
      if ((arrow.text === '->') !== this.isDirected)
        this.file.fail(arrow.line, `"${arrow.text}" stands in a ${this.isDirected ? 'digraph' : 'graph'}`);
      groups.push(this.group(usual));
      isSingle = false;
    }
    const attributes = this.peek()?.text === '[' ? this.attributes() : new Map<string, string>();
    if (groups.length === 1) {
      if (isSingle) this.node(groups[0][0], new Map([...usual.node, ...attributes]));
      return groups[0];
    }
    const own = new Map([...usual.edge, ...attributes]);
    for (let at = 1; at < groups.length; at++)
      for (const source of groups[at - 1])
        for (const target of groups[at]) {
          if (this.edges.length > 1_000_000) this.file.fail(line, 'more than 1,000,000 edges');
          this.edges.push({ source, target, attributes: own, line });
        }
    return groups.flat();
  }

  private group(usual: { readonly node: DotAttributes; readonly edge: DotAttributes }): readonly string[] {
    const isSubgraph = this.takes('subgraph');
    if (isSubgraph && this.peek()?.kind === 'id') this.at++;
    if (isSubgraph || this.peek()?.text === '{') {
      this.take('{');
      const nodes = this.statements(usual);
      this.take('}');
      return nodes;
    }
    const id = this.id();
    for (let ports = 0; ports < 2 && this.takesMark(':'); ports++) this.id();
    this.node(id, usual.node);
    return [id];
  }

  /** A node is made at its first place, with the attributes that hold for nodes there. */
  private node(id: string, attributes: DotAttributes): void {
    const isNew = !this.seen.has(id);
    this.seen.add(id);
    const label = attributes
      .get('label')
      ?.replaceAll('\\N', id)
      .replace(/\\[nlr]/g, ' ')
      .replace(/<[^<>]*>/g, '');
    this.draft.node(
      id,
      isNew || label !== undefined ? (label ?? null) : null,
      [...attributes].filter(([name]) => name !== 'label'),
    );
  }

  private attributes(): DotAttributes {
    const attributes = new Map<string, string>();
    while (this.takesMark('[')) {
      while (this.peek() !== undefined && !this.takesMark(']')) {
        if (this.takesMark(',') || this.takesMark(';')) continue;
        const name = this.id();
        attributes.set(name.toLowerCase(), this.takesMark('=') ? this.id() : 'true');
      }
    }
    return attributes;
  }

  private id(): string {
    const token = this.tokens[this.at];
    if (token?.kind !== 'id') this.fail('expected a name');
    this.at++;
    return token.text;
  }

  private peek(): DotToken | undefined {
    return this.tokens[this.at];
  }

  private takes(keyword: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'id' || token.isQuoted || token.text.toLowerCase() !== keyword) return false;
    this.at++;
    return true;
  }

  private takesMark(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'mark' || token.text !== text) return false;
    this.at++;
    return true;
  }

  private take(text: string): void {
    if (!this.takesMark(text)) this.fail(`expected "${text}"`);
  }

  private fail(problem: string): never {
    const token = this.tokens[this.at];
    const found = token === undefined ? 'the file ends' : `${quoteUserValue(token.text)} stands there`;
    return this.file.fail(token?.line ?? this.file.lines.length, `DOT: ${problem}, but ${found}`);
  }
}

/** A word of DOT. */
interface DotToken {
  readonly kind: 'id' | 'edge' | 'mark';
  readonly text: string;
  /** A keyword between quotes is a name. */
  readonly isQuoted: boolean;
  readonly line: number;
}

const DOT_TOKEN =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|"((?:[^"\\]|\\[\s\S])*)"|(->|--)|([[\]{}=;,:+])|(-?(?:\.\d+|\d+(?:\.\d*)?)(?![A-Za-z_])|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|-?[\w.]+)/y;

/** Parts DOT into words. @throws InputError for what is none */
function readDotTokens(file: NetworkFile): readonly DotToken[] {
  // Lines that begin with "#" are what a preprocessor leaves.
  const text = file.text.replace(/^[ \t]*#.*$/gm, '');
  const tokens: DotToken[] = [];
  let line = 1;
  const pattern = new RegExp(DOT_TOKEN);
  for (let at = 0; at < text.length; ) {
    if (text[at] === '<') {
      const end = findDotHtmlEnd(text, at);
      if (end < 0) file.fail(line, 'a "<" is not closed');
      tokens.push({ kind: 'id', text: text.slice(at + 1, end - 1), isQuoted: true, line });
      line += countLineBreaks(text.slice(at, end));
      at = end;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null)
      file.fail(
        line,
        text[at] === '"' ? 'a quotation mark is not closed' : `${quoteUserValue(text[at])} is not DOT`,
      );
    const [whole, space, string, edge, mark, word] = match;
    at = pattern.lastIndex;
    if (space === undefined) {
      const isQuoted = string !== undefined;
      const kind = edge !== undefined ? 'edge' : mark !== undefined ? 'mark' : 'id';
      const own = isQuoted ? string.replace(/\\\r?\n/g, '').replace(/\\"/g, '"') : (edge ?? mark ?? word);
      appendDotToken(tokens, { kind, text: own, isQuoted, line });
    }
    line += countLineBreaks(whole);
  }
  return tokens;
}

/** Adds a token; texts with a plus between them are one. */
function appendDotToken(tokens: DotToken[], token: DotToken): void {
  const [before, plus] = tokens.slice(-2);
  if (token.isQuoted && plus?.text === '+' && plus.kind === 'mark' && before?.isQuoted)
    tokens.splice(-2, 2, { ...before, text: before.text + token.text });
  else tokens.push(token);
}

/** End of HTML that begins at a place; -1 if it does not end. */
function findDotHtmlEnd(text: string, from: number): number {
  let deep = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '<') deep++;
    if (text[at] === '>' && --deep === 0) return at + 1;
  }
  return -1;
}

const countLineBreaks = (text: string): number => text.split('\n').length - 1;
