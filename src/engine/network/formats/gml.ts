import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { findWeightColumn } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** GML, as NetworkX, igraph, Gephi and many collections of networks write it. */
export const GML: NetworkFormat = {
  name: 'GML',
  fits: ({ text }) =>
    /^\s*(?:[#%].*[\r\n]\s*|(?:creator|comment|version|directed|label|id|name)\s+(?:"[^"]*"|[^\s"[\]]+)\s*)*graph\s*\[/i.test(
      text.slice(0, 20_000),
    ),
  read: readGml,
};

/** Lists may stand in each other; deeper ones are none of a network. */
const MAX_GML_DEPTH = 50;

type GmlValue = string | GmlList;
interface GmlList {
  readonly line: number;
  readonly entries: (readonly [key: string, value: GmlValue])[];
}

function readGml(file: NetworkFile): NetworkRecord {
  const [graph, ...more] = getGmlLists(parseGml(file), 'graph');
  if (graph === undefined) file.fail(null, 'GML has no graph [ … ]');
  const draft = new RecordDraft(file);
  for (const node of getGmlLists(graph, 'node')) {
    const id = getGmlText(node, 'id') ?? file.fail(node.line, 'a node has no id');
    const own = node.entries.flatMap(([key, value]) =>
      typeof value === 'string' && key !== 'id' ? [[key, value] as const] : [],
    );
    draft.declareNode(id, getGmlText(node, 'label') ?? getGmlText(node, 'name'), own);
  }
  const edges = getGmlLists(graph, 'edge');
  const keys = [
    ...new Set(
      edges.flatMap(edge => edge.entries.flatMap(([key, value]) => (typeof value === 'string' ? [key] : []))),
    ),
  ];
  const others = keys.filter(key => !/^(source|target|id)$/i.test(key));
  const at = findWeightColumn(others);
  for (const edge of edges) {
    const source = getGmlText(edge, 'source') ?? file.fail(edge.line, 'an edge has no source');
    const target = getGmlText(edge, 'target') ?? file.fail(edge.line, 'an edge has no target');
    draft.edge({
      source,
      target,
      weight: at === null ? null : getGmlText(edge, others[at]),
      place: edge.line,
    });
  }
  if (more.length > 0) draft.remark('only the first graph of the file is read');
  const directed = getGmlText(graph, 'directed');
  if (directed === null) draft.remark('GML that does not say it is directed is undirected');
  return draft.end({
    declared: directed !== null && /^(1|true)$/i.test(directed) ? 'directed' : 'undirected',
    weightName: at === null ? null : others[at],
    leftOut: others.filter((_, other) => other !== at),
  });
}

const getGmlLists = ({ entries }: GmlList, name: string): readonly GmlList[] =>
  entries.flatMap(([key, value]) => (key.toLowerCase() === name && typeof value !== 'string' ? [value] : []));

function getGmlText({ entries }: GmlList, name: string): string | null {
  const found = entries.find(
    ([key, value]) => key.toLowerCase() === name.toLowerCase() && typeof value === 'string',
  );
  return found === undefined || typeof found[1] !== 'string' ? null : found[1];
}

const GML_TOKEN = /[\s,]+|#.*|"([^"]*)"|(\[)|(\])|([^\s"[\]]+)/y;

function parseGml(file: NetworkFile): GmlList {
  const root: GmlList = { line: 1, entries: [] };
  const open = [root];
  let key: string | null = null;
  let line = 1;
  const pattern = new RegExp(GML_TOKEN);
  for (let at = 0; at < file.text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(file.text);
    if (match === null) file.fail(line, 'a quotation mark is not closed');
    const [text, string, opening, closing, word] = match;
    const inner = open[open.length - 1];
    if (opening !== undefined) {
      if (key === null) file.fail(line, '"[" stands without a key');
      const list = { line, entries: [] };
      inner.entries.push([key, list]);
      open.push(list);
      if (open.length > MAX_GML_DEPTH)
        file.fail(line, `lists stand more than ${MAX_GML_DEPTH} deep in each other`);
      key = null;
    } else if (closing !== undefined) {
      if (open.length === 1 || key !== null) file.fail(line, '"]" stands where no list ends');
      open.pop();
    } else if (string !== undefined || word !== undefined) {
      if (key !== null) {
        inner.entries.push([key, string === undefined ? word : decodeGmlEntities(string)]);
        key = null;
      } else if (word !== undefined) key = word;
      else file.fail(line, `${quoteUserValue(string)} stands without a key`);
    }
    for (const letter of text) if (letter === '\n') line++;
  }
  if (open.length > 1) file.fail(open[open.length - 1].line, 'the list that begins here is not closed');
  return root;
}

const GML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

/** GML writes letters beyond ASCII as HTML does: `&#233;`. */
const decodeGmlEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return GML_ENTITIES[name] ?? whole;
  });
