import { skipXmlProlog } from '../../files/skipComments.ts';
import { findWeightColumn } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { readXmlElements, type XmlElement } from './readXmlElements.ts';

/** GraphML as NetworkX, igraph, Gephi and yEd write it. */
export const GRAPH_ML: NetworkFormat = {
  name: 'GraphML',
  fits: ({ text }) => /^<(\w+:)?graphml\b/.test(skipXmlProlog(text)),
  read: file => new GraphMlReader(file).read(),
};

interface Key {
  readonly id: string;
  readonly name: string;
  readonly of: string;
  /** True for yEd's graphics, which hold a node's label. */
  readonly isGraphics: boolean;
  fallback: string | null;
}

interface GraphMlPart {
  readonly element: XmlElement;
  readonly values: Map<string, string>;
  /** Label that yEd draws. */
  drawn: string | null;
}

/** Names of what a node is called, the best first. */
const LABELS = ['label', 'name', 'title', 'id'];

class GraphMlReader {
  private readonly draft: RecordDraft;
  private readonly keys = new Map<string, Key>();
  private readonly open: GraphMlPart[] = [];
  private readonly nodes: GraphMlPart[] = [];
  private readonly edges: (GraphMlPart & { readonly usual: string })[] = [];
  /** Default direction of the graphs that are open. */
  private readonly usual: string[] = [];
  private graphs = 0;
  private key: Key | null = null;
  private data: string | null = null;
  private hyperedges = 0;

  constructor(private readonly file: NetworkFile) {
    this.draft = new RecordDraft(file);
  }

  read(): NetworkRecord {
    readXmlElements(this.file, {
      opened: element => this.opened(element),
      closed: ({ name }, text) => this.closed(name, text),
    });
    const nodeKeys = this.keysOf('node');
    for (const { element, values, drawn } of this.nodes) {
      const known = nodeKeys.flatMap(({ id, name, fallback }) => {
        const value = values.get(id) ?? fallback;
        return value === null ? [] : [[name, value] as const];
      });
      const label = LABELS.flatMap(called => known.filter(([name]) => name.toLowerCase() === called))[0]?.[1];
      const own = element.attributes.id ?? '';
      this.draft.declareNode(own, drawn ?? label ?? null, known);
    }
    return this.withEdges();
  }

  private withEdges(): NetworkRecord {
    const keys = this.keysOf('edge');
    const at = findWeightColumn(keys.map(({ name }) => name));
    // NetworkX has a key for each type of its values, whole numbers and others, all with one name.
    const weighing = at === null ? [] : keys.filter(({ name }) => name === keys[at].name);
    const usual = weighing.find(({ fallback }) => fallback !== null)?.fallback ?? null;
    const weightOf = ({ values }: GraphMlPart) =>
      weighing.flatMap(({ id }) => values.get(id) ?? [])[0] ?? usual;
    const isWeighted = this.edges.some(edge => weightOf(edge) !== null);
    const kinds = new Set(this.edges.map(getGraphMlDirection));
    for (const edge of this.edges) {
      const { source, target } = edge.element.attributes;
      this.draft.edge({
        ...{ source, target, place: edge.element.line },
        weight: weightOf(edge),
        isUndirected: kinds.size > 1 && getGraphMlDirection(edge) === 'undirected',
      });
    }
    if (this.hyperedges > 0)
      this.draft.remark(`${this.hyperedges} hyperedge${this.hyperedges === 1 ? ' is' : 's are'} left out`);
    if (this.graphs > 1) this.draft.remark('only the first graph of the file is read');
    const [only = 'directed'] = kinds;
    return this.draft.end({
      declared: kinds.size > 1 ? null : only === 'undirected' ? 'undirected' : 'directed',
      weightName: isWeighted ? weighing[0].name : null,
      leftOut: keys.filter(key => !weighing.includes(key)).map(({ name }) => name),
    });
  }

  private keysOf(kind: string): readonly Key[] {
    return [...this.keys.values()].filter(
      ({ of, isGraphics }) => !isGraphics && (of === kind || of === 'all'),
    );
  }

  private opened(element: XmlElement): void {
    const { name, attributes, line } = element;
    if (name === 'key') {
      const id = attributes.id ?? '';
      const isGraphics = attributes['yfiles.type'] !== undefined && attributes['attr.name'] === undefined;
      this.key = {
        id,
        name: attributes['attr.name'] ?? id,
        of: attributes.for ?? 'all',
        isGraphics,
        fallback: null,
      };
      this.keys.set(id, this.key);
    } else if (name === 'graph') {
      if (this.usual.length === 0) this.graphs++;
      this.usual.push(attributes.edgedefault ?? 'directed');
    } else if (this.graphs > 1) return;
    else if (name === 'node') {
      if (attributes.id === undefined) this.file.fail(line, 'a node has no id');
      this.nodes.push(this.begin(element));
    } else if (name === 'edge') {
      if (attributes.source === undefined || attributes.target === undefined)
        this.file.fail(line, 'an edge has no source or no target');
      this.edges.push({ ...this.begin(element), usual: this.usual.at(-1) ?? 'directed' });
    } else if (name === 'hyperedge') this.hyperedges++;
    else if (name === 'data') this.data = attributes.key ?? '';
  }

  /** Opens a part, to which its content belongs. */
  private begin(element: XmlElement): GraphMlPart {
    const part: GraphMlPart = { element, values: new Map(), drawn: null };
    this.open.push(part);
    return part;
  }

  private closed(name: string, text: string): void {
    const inner = this.open.at(-1);
    if (name === 'default' && this.key !== null) this.key.fallback = text.trim();
    else if (name === 'key') this.key = null;
    else if (name === 'graph') this.usual.pop();
    else if (this.graphs > 1) return;
    else if (name === 'NodeLabel' && inner !== undefined)
      inner.drawn ??= text.replace(/\s+/g, ' ').trim() || null;
    else if (name === 'data' && this.data !== null) {
      const isGraphics = this.keys.get(this.data)?.isGraphics === true;
      if (!isGraphics) inner?.values.set(this.data, text.trim());
      this.data = null;
    } else if (name === 'node' || name === 'edge') this.open.pop();
  }
}

const getGraphMlDirection = ({ element, usual }: GraphMlPart & { readonly usual: string }): string => {
  const { directed } = element.attributes;
  if (directed === undefined) return usual;
  return /^(true|1)$/.test(directed.trim()) ? 'directed' : 'undirected';
};
