import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';
import type { NetworkFile } from './networkFile.ts';

/** A way in which people write networks down. */
export interface NetworkFormat {
  /** Name of the format: "GEXF". */
  readonly name: string;
  /** True if a file has this format. Of several matching formats the first counts. */
  fits(file: NetworkFile): boolean;
  /** @throws InputError that names the file, the place and the value */
  read(file: NetworkFile): NetworkRecord;
}

/** Facts about one node in the file. */
interface RecordNode {
  readonly id: string;
  /** Its label; null if it has only an id. */
  readonly label: string | null;
  /** Other attributes in the file: a community, a group. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Facts about one edge in the file. */
interface RecordEdge {
  readonly source: string;
  readonly target: string;
  /** As it is written; null if there is none. */
  readonly weight: string | null;
  /** True if the file says of this very edge that it leads both ways. */
  readonly isUndirected: boolean;
  /** Its 1-based line, or which edge of the file it is. */
  readonly place: number;
}

/** Whom the names of columns say to follow whom. */
export interface StatedDirection {
  readonly direction: 'follows' | 'followed';
  /** False if the names are used in both senses, such as `source, target`: then it is taken as the way of the posts. */
  readonly isSure: boolean;
}

/** Common form of all formats, before it becomes a network. */
export interface NetworkRecord {
  /** Nodes that the file declares; an edge may name others. */
  readonly nodes: readonly RecordNode[];
  readonly edges: readonly RecordEdge[];
  /** Declaration of the file for all its edges; null if it has none. */
  readonly declared: 'undirected' | 'directed' | null;
  /** Names of the columns of accounts; null if the file has none. */
  readonly columns: readonly [source: string, target: string] | null;
  readonly stated: StatedDirection | null;
  /** Unit of an edge's place. */
  readonly places: 'line' | 'edge';
  /** Column or attribute of the weights; null if it has no name. */
  readonly weightName: string | null;
  /** Columns that are not read. */
  readonly leftOut: readonly string[];
  /** Number of comment lines. */
  readonly comments: number;
  /** Other decisions, a clause each. */
  readonly remarks: readonly string[];
  /** True if the file has nothing but edges, so that a name among numbers, or a missing weight, is a slip. */
  readonly isPlain: boolean;
}

const MAX_EDGES = 1_000_000;
const MAX_NODES = 1_000_000;

type EdgeFacts = Pick<RecordEdge, 'source' | 'target' | 'place'> & Partial<RecordEdge>;

/** Attributes that name a node: one that repeats its id or its label says nothing more. */
const NAMING_ATTRIBUTE = /^(?:id|label|name|title|shared_name)$/i;

/** A record while its file is read. */
export class RecordDraft {
  readonly #nodes = new Map<string, { label: string | null; attributes: Map<string, string> }>();
  readonly #edges: RecordEdge[] = [];
  readonly #remarks = new Set<string>();
  readonly #declared = new Set<string>();
  readonly #again = new Set<string>();

  constructor(private readonly file: Pick<NetworkFile, 'name'>) {}

  get size(): number {
    return this.#edges.length;
  }

  /** Adds a node, or to what is known of it. */
  node(id: string, label: string | null = null, attributes: Iterable<readonly [string, string]> = []): void {
    let known = this.#nodes.get(id);
    if (known === undefined) {
      known = { label: null, attributes: new Map() };
      this.#nodes.set(id, known);
      if (this.#nodes.size > MAX_NODES)
        throw new InputError(`${this.file.name} has more than 1,000,000 nodes`);
    }
    if (label !== null && label.trim() !== '') known.label = label.trim();
    for (const [name, value] of attributes)
      if (!NAMING_ATTRIBUTE.test(name) || (value !== id && value !== known.label))
        known.attributes.set(name, value);
  }

  /** Adds a node of a file that lists its nodes, of which each stands there once and every end of an edge is one. */
  declareNode(...facts: Parameters<RecordDraft['node']>): void {
    const [id] = facts;
    if (this.#declared.has(id)) this.#again.add(id);
    this.#declared.add(id);
    this.node(...facts);
  }

  /** Slips in a list of nodes, a clause each: nothing is left out because of them. */
  #describeSlips(): readonly string[] {
    if (this.#declared.size === 0) return [];
    const lacking = new Set<string>();
    for (const { source, target } of this.#edges)
      for (const id of [source, target]) if (!this.#declared.has(id)) lacking.add(id);
    return [
      ...describeFirstId(lacking, 'in edges alone, though the file declares its nodes'),
      ...describeFirstId(this.#again, 'declared more than once, and read as one each'),
    ];
  }

  /** Nodes `1` to `count`, of a file that only says how many there are. @throws InputError for more than are read */
  numbered(count: number, nameOf: (number: number) => string = String): void {
    if (count > MAX_NODES) throw new InputError(`${this.file.name} has more than 1,000,000 nodes`);
    for (let number = 1; number <= count; number++) this.node(nameOf(number));
  }

  edge({ source, target, weight = null, isUndirected = false, place }: EdgeFacts): void {
    if (this.#edges.length === MAX_EDGES)
      throw new InputError(`${this.file.name} has more than 1,000,000 edges`);
    this.#edges.push({ source, target, weight: weight === '' ? null : weight, isUndirected, place });
  }

  remark(clause: string): void {
    this.#remarks.add(clause);
  }

  end(facts: Partial<NetworkRecord> = {}): NetworkRecord {
    return {
      declared: null,
      columns: null,
      stated: null,
      places: 'line',
      weightName: null,
      leftOut: [],
      comments: 0,
      isPlain: false,
      ...facts,
      nodes: [...this.#nodes].map(([id, { label, attributes }]) => ({ id, label, attributes })),
      edges: this.#edges,
      remarks: [...this.#remarks, ...(facts.remarks ?? []), ...this.#describeSlips()],
    };
  }
}

/** Number of such nodes, with the first: `2 nodes (the first "x") …`; empty for none. */
function describeFirstId([...ids]: ReadonlySet<string>, how: string): readonly string[] {
  if (ids.length === 0) return [];
  const first = quoteUserValue(ids[0]);
  return [ids.length === 1 ? `1 node (${first}) ${how}` : `${ids.length} nodes (the first ${first}) ${how}`];
}
