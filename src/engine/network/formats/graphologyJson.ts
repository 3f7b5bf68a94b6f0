import { attributesIn, edgeFields, fieldsIn, firstText, isFields, textOf } from './jsonValues.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** What graphology's `export` gives, and Gephi Lite saves. */
export const GRAPHOLOGY_JSON: NetworkFormat = {
  name: 'graphology JSON',
  fits: ({ json }) => {
    const graph = graphOf(json);
    return (
      isFields(graph) &&
      Array.isArray(graph.nodes) &&
      Array.isArray(graph.edges) &&
      fieldsIn(graph.nodes).every(node => textOf(node.key) !== null) &&
      (isFields(graph.options) || fieldsIn(graph.nodes).length > 0) &&
      fieldsIn(graph.edges).every(edge => textOf(edge.source) !== null && textOf(edge.target) !== null)
    );
  },
  read: readGraphology,
};

/** Gephi Lite keeps the graph in its work space. */
function graphOf(json: unknown): unknown {
  if (!isFields(json)) return json;
  const data = isFields(json.graphDataset) ? json.graphDataset.fullGraph : undefined;
  return data ?? (isFields(json.graph) && json.nodes === undefined ? json.graph : json);
}

function readGraphology(file: NetworkFile): NetworkRecord {
  const graph = graphOf(file.json);
  const { nodes, edges: given, options } = isFields(graph) ? graph : {};
  const draft = new RecordDraft(file);
  for (const node of fieldsIn(nodes)) {
    const own = isFields(node.attributes) ? node.attributes : {};
    draft.node(textOf(node.key) ?? '', firstText(own, ['label', 'name']), attributesIn(own, []));
  }
  const type = isFields(options) ? options.type : undefined;
  const edges = fieldsIn(given);
  const { weight, leftOut } = edgeFields(
    edges.map(({ attributes }) => (isFields(attributes) ? attributes : {})),
    [],
  );
  const isUndirected = (edge: (typeof edges)[number]) => edge.undirected === true || type === 'undirected';
  const undirected = edges.filter(isUndirected).length;
  const isMixed = undirected > 0 && undirected < edges.length;
  for (const [at, edge] of edges.entries())
    draft.edge({
      source: textOf(edge.source) ?? '',
      target: textOf(edge.target) ?? '',
      weight: weight === null || !isFields(edge.attributes) ? null : textOf(edge.attributes[weight]),
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
