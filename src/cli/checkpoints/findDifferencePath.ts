/** A value of JSON. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Path of the first difference between two values: `run.counts.3`; null if they are equal. @param place of both */
export function findDifferencePath(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  place: string,
): string | null {
  if (one === other) return null;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return place;
  const [here, there] = [Object.entries(one), Object.keys(other)];
  if (Array.isArray(one) !== Array.isArray(other) || here.length !== there.length) return place;
  const fields = other as Readonly<Record<string, JsonValue>>;
  for (const [key, value] of here) {
    if (!Object.hasOwn(fields, key)) return `${place}.${key}`;
    const found = findDifferencePath(value, fields[key], `${place}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
