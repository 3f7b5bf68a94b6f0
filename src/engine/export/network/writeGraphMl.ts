import type { DrawnNetwork } from './buildExportNetwork.ts';
import { escapeXmlText } from './writeGexf.ts';

const GRAPHML_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
`;

/** A network as GraphML, in pieces of about a line. */
export function* writeGraphMl(network: DrawnNetwork): Generator<string> {
  const { nodes, columns, isDirected, isWeighted, description } = network;
  yield GRAPHML_HEAD;
  yield '<key id="label" for="node" attr.name="label" attr.type="string"/>\n';
  for (const [number, { name, type }] of columns.entries())
    yield `<key id="n${number}" for="node" attr.name="${escapeXmlText(name)}" attr.type="${type}"/>\n`;
  if (isWeighted) yield '<key id="weight" for="edge" attr.name="weight" attr.type="double"/>\n';
  yield '<key id="description" for="graph" attr.name="description" attr.type="string"/>\n';
  yield `<graph edgedefault="${isDirected ? 'directed' : 'undirected'}">\n`;
  yield `<data key="description">${escapeXmlText(description)}</data>\n`;
  for (const [node, { id, label }] of nodes.entries()) {
    yield `<node id="${escapeXmlText(id)}"><data key="label">${escapeXmlText(label)}</data>`;
    for (const [number, { values }] of columns.entries()) {
      const value = values[node];
      if (value !== null) yield `<data key="n${number}">${escapeXmlText(String(value))}</data>`;
    }
    yield '</node>\n';
  }
  for (const { source, target, weight } of network.edges()) {
    const ends = `source="${escapeXmlText(nodes[source].id)}" target="${escapeXmlText(nodes[target].id)}"`;
    yield weight === null
      ? `<edge ${ends}/>\n`
      : `<edge ${ends}><data key="weight">${weight}</data></edge>\n`;
  }
  yield '</graph>\n</graphml>\n';
}
