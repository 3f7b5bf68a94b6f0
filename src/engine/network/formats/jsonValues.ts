import { findWeightColumn } from './findEndpointColumns.ts';
import type { NetworkRecord } from './networkFormat.ts';

/** An object of JSON. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** True if a value is an object, and not a list. */
export const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; none for another value. */
export const filterJsonObjects = (value: unknown): readonly JsonFields[] =>
  Array.isArray(value) ? value.filter(isJsonFields) : [];

/**
 * A value as an id or a label; null for others. Ids that are lists, such as NetworkX's tuples, stay as they are
 * written.
 */
export function toJsonText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || value.length === 0 || value.length > 9) return null;
  // Numbers beyond 2⁵³ are texts here, and were none in the file.
  return JSON.stringify(value).replace(/(?<=[[,])"(-?[1-9]\d{15,})"(?=[\],])/g, (quoted, number) =>
    Number.isSafeInteger(Number(number)) ? quoted : number,
  );
}

/** The first of some fields that is a text or a number. */
export function getFirstTextField(fields: JsonFields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

/** Texts and numbers among the fields, without some. */
export function listScalarAttributes(
  fields: JsonFields,
  without: readonly string[],
): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain && !without.includes(name) ? [[name, String(value)] as const] : [];
  });
}

/** Names of the fields that edges have, without some; and which of them is the weight. */
export function summarizeEdgeFields(
  edges: readonly JsonFields[],
  without: readonly string[],
): { readonly weight: string | null; readonly leftOut: readonly string[] } {
  const names = new Set<string>();
  for (const edge of edges) for (const name of Object.keys(edge)) names.add(name);
  const others = [...names].filter(name => !without.includes(name));
  const numeric = others.filter(name =>
    edges.some(edge => edge[name] !== null && Number.isFinite(Number(edge[name]))),
  );
  const at = findWeightColumn(numeric);
  const weight = at === null ? null : numeric[at];
  return { weight, leftOut: others.filter(name => name !== weight) };
}

/** A node or an edge with the fields of its `metadata` or `attributes`, as the JSON Graph Format and Sigma have it. */
export function flattenJsonFields(fields: JsonFields): JsonFields {
  const { metadata, attributes, ...own } = fields;
  return {
    ...own,
    ...(isJsonFields(metadata) ? metadata : metadata !== undefined && { metadata }),
    ...(isJsonFields(attributes) ? attributes : attributes !== undefined && { attributes }),
  };
}

/** Direction of a graph and its edges by `directed`; an edge's own attribute overrides its graph's. */
export function resolveEdgeDirections(
  edges: readonly JsonFields[],
  usual: unknown,
): Pick<NetworkRecord, 'declared'> & { isUndirected(edge: JsonFields): boolean } {
  const directionOf = ({ directed }: JsonFields): boolean | null =>
    [directed, usual].find(value => typeof value === 'boolean') ?? null;
  const kinds = new Set(edges.map(directionOf));
  const [only] = kinds;
  if (kinds.size > 1) return { declared: null, isUndirected: edge => directionOf(edge) === false };
  return {
    declared: only === true ? 'directed' : only === false ? 'undirected' : null,
    isUndirected: () => false,
  };
}
