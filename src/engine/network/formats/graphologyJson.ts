import {
  filterJsonObjects,
  getFirstTextField,
  isJsonFields,
  listScalarAttributes,
  summarizeEdgeFields,
  toJsonText,
} from './jsonValues.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** Output of graphology's `export`, and files of Gephi Lite. */
export const GRAPHOLOGY_JSON: NetworkFormat = {
  name: 'graphology JSON',
  fits: ({ json }) => {
    const graph = unwrapGraphologyGraph(json);
    return (
      isJsonFields(graph) &&
      Array.isArray(graph.nodes) &&
      Array.isArray(graph.edges) &&
      filterJsonObjects(graph.nodes).every(node => toJsonText(node.key) !== null) &&
      (isJsonFields(graph.options) || filterJsonObjects(graph.nodes).length > 0) &&
      filterJsonObjects(graph.edges).every(
        edge => toJsonText(edge.source) !== null && toJsonText(edge.target) !== null,
      )
    );
  },
  read: readGraphology,
};

/** Gephi Lite keeps the graph in its work space. */
function unwrapGraphologyGraph(json: unknown): unknown {
  if (!isJsonFields(json)) return json;
  const data = isJsonFields(json.graphDataset) ? json.graphDataset.fullGraph : undefined;
  return data ?? (isJsonFields(json.graph) && json.nodes === undefined ? json.graph : json);
}

function readGraphology(file: NetworkFile): NetworkRecord {
  const graph = unwrapGraphologyGraph(file.json);
  const { nodes, edges: given, options } = isJsonFields(graph) ? graph : {};
  const draft = new RecordDraft(file);
  for (const node of filterJsonObjects(nodes)) {
    const own = isJsonFields(node.attributes) ? node.attributes : {};
    draft.declareNode(
      toJsonText(node.key) ?? '',
      getFirstTextField(own, ['label', 'name']),
      listScalarAttributes(own, []),
    );
  }
  const type = isJsonFields(options) ? options.type : undefined;
  const edges = filterJsonObjects(given);
  const { weight, leftOut } = summarizeEdgeFields(
    edges.map(({ attributes }) => (isJsonFields(attributes) ? attributes : {})),
    [],
  );
  const isUndirected = (edge: (typeof edges)[number]) => edge.undirected === true || type === 'undirected';
  const undirected = edges.filter(isUndirected).length;
  const isMixed = undirected > 0 && undirected < edges.length;
  for (const [at, edge] of edges.entries())
    draft.edge({
      source: toJsonText(edge.source) ?? '',
      target: toJsonText(edge.target) ?? '',
      weight: weight === null || !isJsonFields(edge.attributes) ? null : toJsonText(edge.attributes[weight]),
      isUndirected: isMixed && isUndirected(edge),
      place: at + 1,
    });
  return draft.end({
    declared: isMixed ? null : undirected > 0 ? 'undirected' : 'directed',
    places: 'edge',
    weightName: weight,
    leftOut,
  });
}
