import {
  attributesIn,
  edgeFields,
  fieldsIn,
  firstText,
  isFields,
  type JsonFields,
  textOf,
} from './jsonValues.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** Elements of Cytoscape.js, grouped or in one list, and the .cyjs that Cytoscape saves. */
export const CYTOSCAPE_JSON: NetworkFormat = {
  name: 'Cytoscape JSON',
  fits: ({ json }) => elementsOf(json) !== null,
  read: readCytoscape,
};

/** The data of all elements; null for another value. */
function elementsOf(json: unknown): readonly JsonFields[] | null {
  const elements = isFields(json) ? json.elements : json;
  const all = isFields(elements)
    ? [...fieldsIn(elements.nodes), ...fieldsIn(elements.edges)]
    : Array.isArray(elements)
      ? fieldsIn(elements)
      : [];
  const data = all.flatMap(element => (isFields(element.data) ? [element.data] : []));
  return data.length > 0 && data.length === all.length ? data : null;
}

const isEdge = (data: JsonFields): boolean => textOf(data.source) !== null && textOf(data.target) !== null;
const LABELS = ['label', 'name', 'shared_name', 'title'];

function readCytoscape(file: NetworkFile): NetworkRecord {
  const data = elementsOf(file.json) ?? [];
  const draft = new RecordDraft(file);
  for (const [at, node] of data.filter(one => !isEdge(one)).entries())
    draft.node(
      textOf(node.id) ?? String(at),
      firstText(node, LABELS),
      attributesIn(node, ['id', 'SUID', 'selected']),
    );
  const edges = data.filter(isEdge);
  const { weight, leftOut } = edgeFields(edges, ['source', 'target', 'id', 'key', 'SUID', 'selected']);
  for (const [at, edge] of edges.entries())
    draft.edge({
      source: textOf(edge.source) ?? '',
      target: textOf(edge.target) ?? '',
      weight: weight === null ? null : textOf(edge[weight]),
      place: at + 1,
    });
  const directed = isFields(file.json) ? file.json.directed : undefined;
  return draft.end({
    declared: directed === true ? 'directed' : directed === false ? 'undirected' : null,
    places: 'edge',
    weightName: weight,
    leftOut,
  });
}
