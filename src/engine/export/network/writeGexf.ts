import { ENGINE_VERSION } from '../../core/version.ts';
import type { DrawnNetwork } from './buildExportNetwork.ts';

/** A network as GEXF 1.3, in pieces of about a line. */
export function* writeGexf(network: DrawnNetwork): Generator<string> {
  const { nodes, columns, isDirected, description } = network;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3">\n';
  yield `<meta>\n<creator>Statescope ${ENGINE_VERSION}</creator>\n<description>${escapeXmlText(description)}</description>\n</meta>\n`;
  yield `<graph mode="static" defaultedgetype="${isDirected ? 'directed' : 'undirected'}">\n`;
  yield '<attributes class="node">\n';
  for (const [number, { name, type }] of columns.entries())
    yield `<attribute id="${number}" title="${escapeXmlText(name)}" type="${type}"/>\n`;
  yield '</attributes>\n<nodes>\n';
  for (const [node, { id, label }] of nodes.entries()) {
    yield `<node id="${escapeXmlText(id)}" label="${escapeXmlText(label)}"><attvalues>`;
    for (const [number, { values }] of columns.entries()) {
      const value = values[node];
      if (value !== null) yield `<attvalue for="${number}" value="${escapeXmlText(String(value))}"/>`;
    }
    yield '</attvalues></node>\n';
  }
  yield '</nodes>\n<edges>\n';
  let number = 0;
  for (const { source, target, weight } of network.edges()) {
    const strength = weight === null ? '' : ` weight="${weight}"`;
    yield `<edge id="${number++}" source="${escapeXmlText(nodes[source].id)}" target="${escapeXmlText(nodes[target].id)}"${strength}/>\n`;
  }
  yield '</edges>\n</graph>\n</gexf>\n';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // As they are, a reader would make a space of each in an attribute.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text for an element or an attribute of XML 1.0; characters that it cannot hold become U+FFFD. */
export const escapeXmlText = (text: string): string =>
  text
    .replace(/[\p{Cs}\uFFFE\uFFFF]|[^\P{Cc}\t\n\r]/gu, '\uFFFD')
    .replace(/[&<>"\t\n\r]/g, character => ENTITIES[character]);
