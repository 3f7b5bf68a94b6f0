import {
  filterJsonObjects,
  flattenJsonFields,
  getFirstTextField,
  isJsonFields,
  type JsonFields,
  listScalarAttributes,
  resolveEdgeDirections,
  summarizeEdgeFields,
  toJsonText,
} from './jsonValues.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** Nodes and links in JSON, as NetworkX, D3, vis.js, Sigma and the JSON Graph Format have them. */
export const NODE_LINK: NetworkFormat = {
  name: 'node-link JSON',
  fits: ({ json }) => findNodeLinkGraph(json) !== null,
  read: readNodeLink,
};

interface Graph {
  readonly fields: JsonFields;
  readonly nodes: readonly unknown[];
  readonly edges: readonly JsonFields[];
  /** Neighbours of each node, in its order, as NetworkX's `adjacency_data` has them. */
  readonly neighbours: readonly unknown[] | null;
}

function findNodeLinkGraph(json: unknown): Graph | null {
  if (Array.isArray(json)) {
    const edges = filterJsonObjects(json);
    const areEdges =
      edges.length > 0 &&
      edges.length === json.length &&
      edges.every(edge => hasEdgeEndpoint(edge, SOURCES) && hasEdgeEndpoint(edge, TARGETS));
    return areEdges ? { fields: {}, nodes: [], edges, neighbours: null } : null;
  }
  if (!isJsonFields(json)) return null;
  const inner = Array.isArray(json.graphs) ? json.graphs[0] : json.graph;
  const fields = json.nodes === undefined && isJsonFields(inner) ? inner : json;
  const nodes = Array.isArray(fields.nodes)
    ? fields.nodes
    : isJsonFields(fields.nodes)
      ? Object.entries(fields.nodes).map(([id, node]) => ({ ...(isJsonFields(node) ? node : {}), id }))
      : null;
  const given = [fields.links, fields.edges].find(Array.isArray);
  if (given === undefined) {
    const { adjacency } = fields;
    return nodes !== null && Array.isArray(adjacency)
      ? { fields, nodes, edges: [], neighbours: adjacency }
      : null;
  }
  const edges = filterJsonObjects(given);
  if (
    edges.length < given.length ||
    !edges.every(edge => hasEdgeEndpoint(edge, SOURCES)) ||
    (nodes === null && edges.length === 0)
  )
    return null;
  return { fields, nodes: nodes ?? [], edges, neighbours: null };
}

const hasEdgeEndpoint = (edge: JsonFields, names: readonly string[]): boolean =>
  names.some(name => edge[name] !== undefined && edge[name] !== null);

const IDS = ['id', 'key', 'name', 'label'];
const LABELS = ['label', 'name', 'title'];
const SOURCES = ['source', 'from'];
const TARGETS = ['target', 'to'];
const UNWEIGHED = [...SOURCES, ...TARGETS, 'id', 'key', 'directed', 'index'];

function readNodeLink(file: NetworkFile): NetworkRecord {
  const { fields, nodes, edges, neighbours } =
    findNodeLinkGraph(file.json) ?? file.fail(null, 'no nodes and links');
  const draft = new RecordDraft(file);
  const hasIds = nodes.some(node => isJsonFields(node) && IDS.some(name => toJsonText(node[name]) !== null));
  const idOf = (node: unknown): string | null =>
    isJsonFields(node)
      ? (IDS.map(name => toJsonText(node[name])).find(id => id !== null) ?? null)
      : toJsonText(node);
  const called = nodes.map(
    (node, at) =>
      (hasIds ? idOf(node) : null) ?? (isJsonFields(node) ? String(at) : (toJsonText(node) ?? String(at))),
  );
  const ids = areOnlyNames(called, nodes, edges) ? nodes.map((_, at) => String(at)) : called;
  for (const [at, node] of nodes.entries()) {
    const own = isJsonFields(node) ? flattenJsonFields(node) : {};
    draft.declareNode(ids[at], getFirstTextField(own, LABELS), listScalarAttributes(own, ['id', 'key']));
  }
  const all: readonly JsonFields[] =
    neighbours === null
      ? edges.map(edge => ({ ...flattenJsonFields(edge), ...pickEdgeEnds(edge) }))
      : [...listAdjacencyEdges(ids, neighbours, fields.directed === true)];
  const known = new Set(ids);
  const raw = all.flatMap(edge => [getEdgeEndpoint(edge, SOURCES), getEdgeEndpoint(edge, TARGETS)]);
  // D3, and NetworkX before 2.0, count nodes from 0 for want of names.
  const areIndices =
    raw.some(end => !known.has(end)) && raw.every(end => /^\d+$/.test(end) && Number(end) < ids.length);
  const { weight, leftOut } = summarizeEdgeFields(all, UNWEIGHED);
  const { declared, isUndirected } = resolveEdgeDirections(all, fields.directed);
  for (const [at, edge] of all.entries()) {
    const [source, target] = [getEdgeEndpoint(edge, SOURCES), getEdgeEndpoint(edge, TARGETS)];
    if (source === '' || target === '') file.fail(null, `edge ${at + 1} has no source or no target`);
    draft.edge({
      source: areIndices ? ids[Number(source)] : source,
      target: areIndices ? ids[Number(target)] : target,
      weight: weight === null ? null : toJsonText(edge[weight]),
      isUndirected: isUndirected(edge),
      place: at + 1,
    });
  }
  if (areIndices) draft.remark('links count nodes from 0');
  if (
    isJsonFields(file.json) &&
    fields !== file.json &&
    Array.isArray(file.json.graphs) &&
    file.json.graphs.length > 1
  )
    draft.remark('only the first graph of the file is read');
  return draft.end({
    declared,
    places: 'edge',
    weightName: weight,
    leftOut,
  });
}

/** True if the names of nodes cannot be their ids: several have one name, and edges count nodes from 0, as D3's do. */
const areOnlyNames = (
  called: readonly string[],
  nodes: readonly unknown[],
  edges: readonly JsonFields[],
): boolean =>
  new Set(called).size < called.length &&
  nodes.every(node => isJsonFields(node) && toJsonText(node.id) === null && toJsonText(node.key) === null) &&
  edges.every(edge =>
    [SOURCES, TARGETS].every(names => {
      const end = getEdgeEndpoint(edge, names);
      return /^\d+$/.test(end) && Number(end) < nodes.length;
    }),
  );

/** The ends of an edge, and its direction: other fields never count as ends. */
const pickEdgeEnds = (edge: JsonFields): JsonFields =>
  Object.fromEntries(
    Object.entries(edge).filter(([name]) => [...SOURCES, ...TARGETS, 'directed'].includes(name)),
  );

/** An end of an edge: an id, or the node itself, as D3 leaves it. */
function getEdgeEndpoint(edge: JsonFields, names: readonly string[]): string {
  const value = names.map(name => edge[name]).find(end => end !== undefined && end !== null);
  return (
    (isJsonFields(value)
      ? (IDS.map(name => toJsonText(value[name])).find(id => id !== null) ?? toJsonText(value.index))
      : toJsonText(value)) ?? ''
  );
}

function* listAdjacencyEdges(
  ids: readonly string[],
  neighbours: readonly unknown[],
  isDirected: boolean,
): Iterable<JsonFields> {
  const seen = new Set<string>();
  for (const [at, list] of neighbours.entries())
    for (const neighbour of filterJsonObjects(list)) {
      const target = toJsonText(neighbour.id) ?? '';
      // An undirected edge stands at both its ends.
      const key = JSON.stringify([target, ids[at], neighbour.key ?? null]);
      if (!isDirected && seen.has(key)) continue;
      seen.add(JSON.stringify([ids[at], target, neighbour.key ?? null]));
      yield { ...neighbour, source: ids[at] ?? '', target };
    }
}
