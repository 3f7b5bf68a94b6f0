import {
  filterJsonObjects,
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

/** Elements of Cytoscape.js, grouped or in one list, and the .cyjs that Cytoscape saves. */
export const CYTOSCAPE_JSON: NetworkFormat = {
  name: 'Cytoscape JSON',
  fits: ({ json }) => getCytoscapeElements(json) !== null,
  read: readCytoscape,
};

/** The data of all elements; null for another value. */
function getCytoscapeElements(json: unknown): readonly JsonFields[] | null {
  const elements = isJsonFields(json) ? json.elements : json;
  const all = isJsonFields(elements)
    ? [...filterJsonObjects(elements.nodes), ...filterJsonObjects(elements.edges)]
    : Array.isArray(elements)
      ? filterJsonObjects(elements)
      : [];
  const data = all.flatMap(element => (isJsonFields(element.data) ? [element.data] : []));
  return data.length > 0 && data.length === all.length ? data : null;
}

const isCytoscapeEdge = (data: JsonFields): boolean =>
  toJsonText(data.source) !== null && toJsonText(data.target) !== null;
const LABELS = ['label', 'name', 'shared_name', 'title'];

function readCytoscape(file: NetworkFile): NetworkRecord {
  const data = getCytoscapeElements(file.json) ?? [];
  const draft = new RecordDraft(file);
  for (const [at, node] of data.filter(one => !isCytoscapeEdge(one)).entries())
    draft.declareNode(
      toJsonText(node.id) ?? String(at),
      getFirstTextField(node, LABELS),
      listScalarAttributes(node, ['id', 'SUID', 'selected']),
    );
  const edges = data.filter(isCytoscapeEdge);
  const { weight, leftOut } = summarizeEdgeFields(edges, [
    'source',
    'target',
    'id',
    'key',
    'SUID',
    'selected',
    'directed',
  ]);
  const { declared, isUndirected } = resolveEdgeDirections(
    edges,
    isJsonFields(file.json) ? file.json.directed : undefined,
  );
  for (const [at, edge] of edges.entries())
    draft.edge({
      source: toJsonText(edge.source) ?? '',
      target: toJsonText(edge.target) ?? '',
      weight: weight === null ? null : toJsonText(edge[weight]),
      isUndirected: isUndirected(edge),
      place: at + 1,
    });
  return draft.end({
    declared,
    places: 'edge',
    weightName: weight,
    leftOut,
  });
}
