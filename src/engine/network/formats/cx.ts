import {
  filterJsonObjects,
  getFirstTextField,
  isJsonFields,
  type JsonFields,
  listScalarAttributes,
  summarizeEdgeFields,
  toJsonText,
} from './jsonValues.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

/** CX and CX2, in which Cytoscape and NDEx exchange networks: a list of aspects, each an object with one key. */
export const CX: NetworkFormat = {
  name: 'CX',
  fits: ({ json }) =>
    Array.isArray(json) && (isCxHeaderElement(json[0]) || getCxAspects(json, 'CXVersion').length > 0),
  read: readCx,
};

/** CX begins with a number that shows how the writer rounds, CX2 with its version. */
const isCxHeaderElement = (value: unknown): boolean =>
  isJsonFields(value) && (value.numberVerification !== undefined || value.CXVersion !== undefined);

/** All that the file has under a name, which may stand there several times. */
const getCxAspects = (json: unknown, name: string): readonly unknown[] =>
  filterJsonObjects(json).flatMap(one => (one[name] === undefined ? [] : [one[name]]));

/** The elements of an aspect, whatever pieces it is written in. */
const getCxElements = (json: unknown, name: string): readonly JsonFields[] =>
  getCxAspects(json, name).flatMap(filterJsonObjects);

function readCx(file: NetworkFile): NetworkRecord {
  const { json } = file;
  for (const status of getCxElements(json, 'status'))
    if (status.success === false)
      file.fail(
        null,
        `its writer says that it did not come to its end${status.error ? `: ${status.error}` : ''}`,
      );
  const isNew = getCxAspects(json, 'CXVersion').length > 0;
  const valuesOf = isNew ? createCx2ValueReader(json) : createCxValueReader(json);
  const draft = new RecordDraft(file);
  for (const [at, node] of getCxElements(json, 'nodes').entries()) {
    const id = toJsonText(isNew ? node.id : node['@id']);
    if (id === null) file.fail(null, `node ${at + 1} has no ${isNew ? 'id' : '@id'}`);
    const values = valuesOf('nodes', node);
    draft.declareNode(id, getFirstTextField(values, ['name']), listScalarAttributes(values, ['name']));
  }
  const edges = getCxElements(json, 'edges').map(edge => ({ edge, values: valuesOf('edges', edge) }));
  const { weight, leftOut } = summarizeEdgeFields(
    edges.map(({ values }) => values),
    [],
  );
  for (const [at, { edge, values }] of edges.entries()) {
    const [source, target] = [toJsonText(edge.s), toJsonText(edge.t)];
    if (source === null || target === null) file.fail(null, `edge ${at + 1} has no s or no t`);
    draft.edge({
      source,
      target,
      weight: weight === null ? null : toJsonText(values[weight]),
      place: at + 1,
    });
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

/** In CX2 they have short names or are absent if they have their usual values: a declaration says which. */
function createCx2ValueReader(json: unknown): ValuesOf {
  const declared = { nodes: new Map<string, JsonFields>(), edges: new Map<string, JsonFields>() };
  for (const declaration of getCxElements(json, 'attributeDeclarations'))
    for (const aspect of ['nodes', 'edges'] as const) {
      const of = declaration[aspect];
      if (!isJsonFields(of)) continue;
      for (const [name, about] of Object.entries(of))
        declared[aspect].set(name, isJsonFields(about) ? about : {});
    }
  return (aspect, { v }) => {
    const own = isJsonFields(v) ? v : {};
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
function createCxValueReader(json: unknown): ValuesOf {
  const collect = (aspect: string): ReadonlyMap<string, Record<string, unknown>> => {
    const all = new Map<string, Record<string, unknown>>();
    for (const { po, n: name, v: value } of getCxElements(json, aspect))
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
