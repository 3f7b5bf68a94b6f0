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

/** CX and CX2, in which Cytoscape and NDEx exchange networks: a list of aspects, each an object with one key. */
export const CX: NetworkFormat = {
  name: 'CX',
  fits: ({ json }) => Array.isArray(json) && (isFirst(json[0]) || aspectsIn(json, 'CXVersion').length > 0),
  read: readCx,
};

/** CX begins with a number that shows how the writer rounds, CX2 with its version. */
const isFirst = (value: unknown): boolean =>
  isFields(value) && (value.numberVerification !== undefined || value.CXVersion !== undefined);

/** All that the file has under a name, which may stand there several times. */
const aspectsIn = (json: unknown, name: string): readonly unknown[] =>
  fieldsIn(json).flatMap(one => (one[name] === undefined ? [] : [one[name]]));

/** The elements of an aspect, whatever pieces it is written in. */
const elementsIn = (json: unknown, name: string): readonly JsonFields[] =>
  aspectsIn(json, name).flatMap(fieldsIn);

function readCx(file: NetworkFile): NetworkRecord {
  const { json } = file;
  for (const status of elementsIn(json, 'status'))
    if (status.success === false)
      file.fail(
        null,
        `its writer says that it did not come to its end${status.error ? `: ${status.error}` : ''}`,
      );
  const isNew = aspectsIn(json, 'CXVersion').length > 0;
  const valuesOf = isNew ? declaredValues(json) : listedValues(json);
  const draft = new RecordDraft(file);
  for (const [at, node] of elementsIn(json, 'nodes').entries()) {
    const id = textOf(isNew ? node.id : node['@id']);
    if (id === null) file.fail(null, `node ${at + 1} has no ${isNew ? 'id' : '@id'}`);
    const values = valuesOf('nodes', node);
    draft.node(id, firstText(values, ['name']), attributesIn(values, ['name']));
  }
  const edges = elementsIn(json, 'edges').map(edge => ({ edge, values: valuesOf('edges', edge) }));
  const { weight, leftOut } = edgeFields(
    edges.map(({ values }) => values),
    [],
  );
  for (const [at, { edge, values }] of edges.entries()) {
    const [source, target] = [textOf(edge.s), textOf(edge.t)];
    if (source === null || target === null) file.fail(null, `edge ${at + 1} has no s or no t`);
    draft.edge({ source, target, weight: weight === null ? null : textOf(values[weight]), place: at + 1 });
  }
  return draft.end({
    places: 'edge',
    weightName: weight,
    leftOut,
    remarks: [isNew ? 'it is CX2' : 'it is CX 1'],
  });
}

/** Attributes of a node or an edge. */
type ValuesOf = (aspect: 'nodes' | 'edges', element: JsonFields) => JsonFields;

/** Of CX2 they stand with it, under short names or none where they have their usual values: a declaration says which. */
function declaredValues(json: unknown): ValuesOf {
  const declared = { nodes: new Map<string, JsonFields>(), edges: new Map<string, JsonFields>() };
  for (const declaration of elementsIn(json, 'attributeDeclarations'))
    for (const aspect of ['nodes', 'edges'] as const) {
      const of = declaration[aspect];
      if (!isFields(of)) continue;
      for (const [name, about] of Object.entries(of))
        declared[aspect].set(name, isFields(about) ? about : {});
    }
  return (aspect, { v }) => {
    const own = isFields(v) ? v : {};
    const values: Record<string, unknown> = { ...own };
    for (const [name, { a: short, v: usual }] of declared[aspect]) {
      const key = typeof short === 'string' ? short : name;
      const value = own[key] ?? own[name] ?? usual;
      if (key !== name) delete values[key];
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

/** Of CX they are elsewhere in the file, one by one, each with whose it is. */
function listedValues(json: unknown): ValuesOf {
  const collect = (aspect: string): ReadonlyMap<string, Record<string, unknown>> => {
    const all = new Map<string, Record<string, unknown>>();
    for (const { po, n: name, v: value } of elementsIn(json, aspect))
      for (const owner of Array.isArray(po) ? po : [po]) {
        const values = all.get(String(owner)) ?? {};
        if (typeof name === 'string') values[name] = value;
        all.set(String(owner), values);
      }
    return all;
  };
  const known = { nodes: collect('nodeAttributes'), edges: collect('edgeAttributes') };
  return (aspect, element) => {
    const { n: name, i: interaction, r: represents } = element;
    return {
      ...(aspect === 'nodes' && represents !== undefined && { represents }),
      ...(aspect === 'edges' && interaction !== undefined && { interaction }),
      ...known[aspect].get(String(element['@id'])),
      ...(aspect === 'nodes' && name !== undefined && { name }),
    };
  };
}
