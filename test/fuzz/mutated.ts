import { group } from 'd3-array';
import fc from 'fast-check';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** Every place in a value, the whole included. */
function* placesOf(value: Json, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value))
    yield* placesOf(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

const at = (value: Json, path: Path): Json =>
  path.reduce<Json>((part, key) => (part as Readonly<Record<string, Json>>)[key], value);

/** The value with another one at a place; nothing there where `changed` is undefined. */
function replaced(value: Json, [key, ...rest]: Path, changed: Json | undefined): Json {
  if (key === undefined) return changed ?? null;
  const isLast = rest.length === 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (isLast && changed === undefined) return items.filter((_, i) => i !== key);
    return items.map((item, i) => (i === key ? replaced(item, rest, changed) : item));
  }
  const fields = value as Readonly<Record<string, Json>>;
  if (isLast && changed === undefined)
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
  return { ...fields, [key]: replaced(fields[key], rest, changed) };
}

/** What a value is replaced by, made from what it was: its neighbours, a list cut, doubled, turned or lengthened, fields more. */
const ALTERED: readonly ((value: Json) => Json)[] = [
  value => (typeof value === 'number' ? value + 1 : value),
  value => (typeof value === 'number' ? value - 1 : value),
  value => (typeof value === 'boolean' ? !value : value),
  value => (isList(value) ? value.slice(0, value.length >> 1) : value),
  value => (isList(value) ? value.slice(1) : value),
  value => (isList(value) ? [...value, ...value] : value),
  value => (isList(value) ? value.toReversed() : value),
  value => (isFields(value) ? { ...value, added: 1 } : value),
  value => (isFields(value) ? withPrototype(value) : value),
  value => (typeof value === 'string' ? value.slice(1) : value),
];
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isFields = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);
/** With a field of that name, which a literal would not have. */
const withPrototype = (value: object): Json =>
  JSON.parse(
    JSON.stringify(value).replace(/^\{"?/, found =>
      found === '{"' ? '{"__proto__":{},"' : '{"__proto__":{}',
    ),
  );

const ODD: readonly Json[] = [
  ...[null, true, 0, -1, 1, 0.5, 65_536, 2 ** 31, 1e15, 1e308, '', 'x', '__proto__', '\ud800', '=1+1'],
  ...['x'.repeat(5000), [], {}, [[]], [null], [{}], { kind: 'x' }],
];

/** A value with one to three places taken out, altered, or replaced by something odd. */
export function mutated(value: Json): fc.Arbitrary<Json> {
  const places = [...placesOf(value)].slice(1);
  // Most places are in arrays: a field is drawn first, then one of its places, so that no field is rare.
  const byName = [...group(places, nameOf).values()];
  const place = fc.nat(byName.length - 1).chain(i => fc.constantFrom(...byName[i]));
  const alter = fc.oneof(
    fc.constantFrom<Json | undefined>(undefined, ...ODD).map(odd => () => odd),
    fc.constantFrom(...ALTERED),
  );
  const change = fc.tuple(place, alter);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map(changes =>
    changes.reduce<Json>((whole, [path, altered]) => {
      try {
        return replaced(whole, path, altered(at(whole, path)));
      } catch {
        // An earlier change has taken the place away.
        return whole;
      }
    }, value),
  );
}

/** A place's field, whichever item of an array it is in. */
const nameOf = (path: Path): string => path.map(key => (typeof key === 'number' ? '*' : key)).join('.');
