import { skipXmlProlog } from '../../files/skipComments.ts';
import { findWeightColumn } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { readXmlElements, type XmlElement } from './readXmlElements.ts';

/** Gephi's own format, in its versions 1.1 to 1.3; times are left out. */
export const GEXF: NetworkFormat = {
  name: 'GEXF',
  fits: ({ text }) => /^<(\w+:)?gexf\b/.test(skipXmlProlog(text)),
  read: readGexf,
};

/** Attributes for the times of an element in the versions of GEXF. */
const TIMES = /^(start|end|startopen|endopen|timestamp|timestamps|timeset|intervals)$/;

/** Attributes that a remark names. */
const MAX_NAMED_ATTRIBUTES = 3;

interface Attribute {
  readonly title: string;
  readonly of: string;
  fallback: string | null;
}

interface GexfEdge {
  readonly element: XmlElement;
  readonly values: Map<string, string>;
}

function readGexf(file: NetworkFile): NetworkRecord {
  const draft = new RecordDraft(file);
  const attributes = new Map<string, Attribute>();
  /** Nodes and edges that are open, the innermost last; nodes may stand in each other. */
  const open: { readonly id: string; readonly of: string; readonly values: Map<string, string> }[] = [];
  const edges: GexfEdge[] = [];
  let usual = 'undirected';
  let of = '';
  let declared: Attribute | null = null;
  let hasTimes = false;
  /** Attributes of which one node or one edge has several values. */
  const changing = new Set<string>();
  readXmlElements(file, {
    opened(element) {
      const { name, attributes: given, line } = element;
      hasTimes ||= /^(node|edge|attvalue)$/.test(name) && Object.keys(given).some(key => TIMES.test(key));
      if (name === 'graph') {
        usual = given.defaultedgetype ?? usual;
        hasTimes ||= given.mode === 'dynamic';
      } else if (name === 'attributes') of = given.class ?? '';
      else if (name === 'attribute') {
        declared = { title: given.title ?? given.id ?? '', of, fallback: null };
        attributes.set(`${of} ${given.id}`, declared);
      } else if (name === 'node') {
        if (given.id === undefined) file.fail(line, 'a node has no id');
        draft.declareNode(given.id, given.label ?? null);
        open.push({ id: given.id, of: 'node', values: new Map() });
      } else if (name === 'edge') {
        if (given.source === undefined || given.target === undefined)
          file.fail(line, 'an edge has no source or no target');
        const values = new Map<string, string>();
        edges.push({ element, values });
        open.push({ id: '', of: 'edge', values });
      } else if (name === 'attvalue') {
        const key = given.for ?? given.id;
        const values = open.at(-1)?.values;
        if (key === undefined || values === undefined) return;
        if (values.has(key)) changing.add(attributes.get(`${open.at(-1)?.of} ${key}`)?.title ?? key);
        values.set(key, given.value ?? '');
      } else if (name === 'spell' || name === 'spells') hasTimes = true;
    },
    closed({ name }, text) {
      if (name === 'default' && declared !== null) declared.fallback = text.trim();
      else if (name === 'attribute') declared = null;
      else if (name === 'node' || name === 'edge') {
        const inner = open.pop();
        if (name === 'node' && inner !== undefined)
          draft.node(inner.id, null, resolveGexfValues('node', inner.values, attributes));
      }
    },
  });
  const named = [...attributes].filter(([, attribute]) => attribute.of === 'edge');
  const at = findWeightColumn(named.map(([, { title }]) => title));
  const isOwn = edges.some(({ element }) => element.attributes.weight !== undefined);
  // NetworkX has an attribute for each type of its values, whole numbers and others, all with one title.
  const weighing = isOwn || at === null ? [] : named.filter(([, { title }]) => title === named[at][1].title);
  const keys = weighing.length > 0 ? weighing.map(([key]) => key.slice('edge '.length)) : ['weight'];
  const fallback = weighing.find(([, one]) => one.fallback !== null)?.[1].fallback ?? null;
  const kinds = new Set(edges.map(({ element }) => element.attributes.type ?? usual));
  for (const { element, values } of edges) {
    const { source, target, weight, type = usual } = element.attributes;
    draft.edge({
      ...{ source, target, place: element.line },
      weight: (isOwn ? weight : (keys.flatMap(key => values.get(key) ?? [])[0] ?? fallback)) ?? null,
      isUndirected: kinds.size > 1 && type !== 'directed',
    });
  }
  if (changing.size > 0)
    draft.remark(
      `of several values of one attribute (${[...changing].slice(0, MAX_NAMED_ATTRIBUTES).join(', ')}) the last counts`,
    );
  if (hasTimes) draft.remark('times of nodes and edges are not read: all of them are there at once');
  return draft.end({
    declared: kinds.size > 1 ? null : [...kinds][0] === 'directed' ? 'directed' : 'undirected',
    weightName: isOwn || at === null ? 'weight' : named[at][1].title,
    leftOut: named.filter(one => !weighing.includes(one)).map(([, { title }]) => title),
  });
}

function* resolveGexfValues(
  of: string,
  values: ReadonlyMap<string, string>,
  attributes: ReadonlyMap<string, Attribute>,
): Iterable<readonly [string, string]> {
  for (const [key, { title, fallback, of: owner }] of attributes) {
    const value = values.get(key.slice(of.length + 1)) ?? fallback;
    if (owner === of && value !== null && value !== undefined) yield [title, value];
  }
}
