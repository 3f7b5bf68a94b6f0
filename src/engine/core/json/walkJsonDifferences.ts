/** A place at which two JSON values differ. */
export interface JsonDifference {
  /** Keys of objects and places in lists, from the outermost. */
  readonly path: readonly (string | number)[];
  /** Undefined if it is not there. */
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * All places at which two JSON values differ, in the order of the first one's keys; then come keys that only the other has.
 * The order of keys does not count.
 * @param isWhole if true of two lists or two objects, they are one place rather than one for each part
 */
export function* walkJsonDifferences(
  one: unknown,
  other: unknown,
  isWhole: (one: object, other: object) => boolean = () => false,
  path: JsonDifference['path'] = [],
): Generator<JsonDifference, undefined> {
  if (one === other) return;
  if (Array.isArray(one) && Array.isArray(other) && !isWhole(one, other)) {
    const most = Math.max(one.length, other.length);
    for (let i = 0; i < most; i++)
      if (one[i] !== other[i]) yield* walkJsonDifferences(one[i], other[i], isWhole, [...path, i]);
  } else if (isJsonObject(one) && isJsonObject(other) && !isWhole(one, other)) {
    const onlyOther = Object.keys(other).filter(key => !Object.hasOwn(one, key));
    for (const key of [...Object.keys(one), ...onlyOther])
      yield* walkJsonDifferences(getOwn(one, key), getOwn(other, key), isWhole, [...path, key]);
  } else yield { path, one, other };
}

const getOwn = (fields: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
