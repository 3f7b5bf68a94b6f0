import { type Limits, PROGRAM_LIMITS, type Raised, raiseError } from './limits.ts';
import type { Meter } from './meter.ts';

/** Python's values: int is a bigint, float a number, None null. Lists and dicts change by `values/changes` alone. */
export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PyList
  | PyTuple
  | PyDict
  | PyFunction
  | Raised;

/** Both are out of date if something in it has been changed, until the run ends. */
interface Sized {
  /** Items and characters in it, nested ones included. */
  size: number;
  /** Depth of nesting; 1 for a container of plain values. */
  depth: number;
}

/** A list. */
export interface PyList extends Sized {
  readonly kind: 'list';
  items: PyValue[];
  /** True if the run has changed it. */
  isChanged?: boolean;
}

/** A tuple. */
export interface PyTuple extends Sized {
  readonly kind: 'tuple';
  readonly items: readonly PyValue[];
}

/** A dict in insertion order. */
export interface PyDict extends Sized {
  readonly kind: 'dict';
  /** Key and value by `keyOf` the key, in the order of insertion. */
  readonly entries: Map<string, readonly [PyValue, PyValue]>;
  /** Number of added and removed keys; absent if the run has not changed it. */
  changes?: number;
}

/** A function of the program's own; it lives no longer than the run. */
export interface PyFunction {
  readonly kind: 'function';
  readonly name: string;
  /** @throws Raised a TypeError for arguments that do not fit, and what it raises itself */
  readonly call: (values: readonly PyValue[], named: readonly (readonly [string, PyValue])[]) => PyValue;
}

type Container = PyList | PyTuple | PyDict;
/** Values that Python computes with; a bool counts as an int. */
export type Numeric = boolean | bigint | number;

/** True if a value is a bool, an int or a float. */
export const isNumericValue = (value: PyValue): value is Numeric =>
  typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number';

/** True if a value is a list, a tuple or a dict. */
export const isContainerValue = (value: PyValue): value is Container =>
  typeof value === 'object' && value !== null && value.kind !== 'function' && value.kind !== 'error';

/** True if a value is a container of one kind. */
export const isContainerOfKind = <Kind extends Container['kind']>(
  value: PyValue,
  kind: Kind,
): value is Extract<Container, { kind: Kind }> => isContainerValue(value) && value.kind === kind;

/** True if a value is a function of the program's own. */
export const isPyFunction = (value: PyValue): value is PyFunction =>
  typeof value === 'object' && value !== null && value.kind === 'function';

/** A list or a tuple. */
export const isListOrTuple = (value: PyValue): value is PyList | PyTuple =>
  isContainerValue(value) && value.kind !== 'dict';

/** Python's name of the type. */
export function getPyTypeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'str';
    default:
      return value.kind === 'error' ? value.error : value.kind;
  }
}

/** Size that a value adds to its container. */
export const getValueSize = (value: PyValue): number =>
  typeof value === 'string' ? 1 + value.length : isContainerValue(value) ? 1 + value.size : 1;

/** Measures all values and charges for it. Throws a LimitError for one that is too large. */
function measureContainer(
  kind: string,
  count: number,
  values: readonly PyValue[],
  meter: Meter | null,
): Sized {
  const limits = meter?.limits ?? PROGRAM_LIMITS;
  meter?.work(values.length);
  if (count > limits.items) raiseError('LimitError', `a ${kind} of more than ${limits.items} items`);
  let size = 0;
  let depth = 1;
  for (const value of values) {
    size += getValueSize(value);
    if (isContainerValue(value)) depth = Math.max(depth, value.depth + 1);
  }
  if (size > limits.size)
    raiseError('LimitError', `a ${kind} with more than ${limits.size} items and characters in it`);
  if (depth > limits.depth)
    raiseError('LimitError', `more than ${limits.depth} lists, tuples or dicts in each other`);
  return { size, depth };
}

/** @throws Raised a LimitError */
export const makeList = (items: readonly PyValue[], meter: Meter | null = null): PyList => ({
  kind: 'list',
  // Its own, since it may change.
  items: [...items],
  ...measureContainer('list', items.length, items, meter),
});

/** @throws Raised a LimitError */
export const makeTuple = (items: readonly PyValue[], meter: Meter | null = null): PyTuple => ({
  kind: 'tuple',
  items,
  ...measureContainer('tuple', items.length, items, meter),
});

/**
 * Makes a dict; of equal keys the first stays, with the last value.
 * @throws Raised a LimitError, a TypeError for a key
 */
export function makeDict(
  pairs: readonly (readonly [PyValue, PyValue])[],
  meter: Meter | null = null,
): PyDict {
  const entries = new Map<string, readonly [PyValue, PyValue]>();
  for (const [key, value] of pairs) {
    const id = toDictKey(key, meter);
    entries.set(id, [entries.get(id)?.[0] ?? key, value]);
  }
  return {
    kind: 'dict',
    entries,
    ...measureContainer('dict', entries.size, [...entries.values()].flat(), meter),
  };
}

/** @throws Raised a LimitError */
export function makeString(text: string, limits: Limits = PROGRAM_LIMITS): string {
  if (text.length > limits.characters)
    raiseError('LimitError', `a string of more than ${limits.characters} characters`);
  return text;
}

/**
 * The same text for equal keys: 1, 1.0 and True are one key.
 * @param meter charged for the text and its source
 * @throws Raised a TypeError, a LimitError for nan
 */
export function toDictKey(value: PyValue, meter: Meter | null): string {
  const key = formatKeyText(value, meter);
  meter?.work(key.length);
  return key;
}

function formatKeyText(value: PyValue, meter: Meter | null): string {
  if (typeof value === 'string') return `s${value}`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'n1' : 'n0';
  if (typeof value === 'bigint') return `n${value.toString(16)}`;
  if (typeof value === 'number') return toFloatKey(value);
  if (!isContainerValue(value))
    return raiseError('LimitError', `a ${getPyTypeName(value)} cannot be a key here`);
  if (value.kind !== 'tuple') raiseError('TypeError', `a ${value.kind} cannot be a key`);
  const keys = value.items.map(item => toDictKey(item, meter));
  return `t${keys.map(key => `${key.length}:${key}`).join('')}`;
}

function toFloatKey(value: number): string {
  // Python finds nan only by identity.
  if (Number.isNaN(value)) raiseError('LimitError', 'nan cannot be a key');
  return Number.isInteger(value) ? `n${BigInt(value).toString(16)}` : `f${value}`;
}

/** Python's bool(). */
export function isTruthy(value: PyValue): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (!isContainerValue(value)) return true;
  return value.kind === 'dict' ? value.entries.size > 0 : value.items.length > 0;
}

/** The same value, of which nothing is shared with the one that a context holds. @throws Raised a LimitError */
export function copyValue(value: PyValue, meter: Meter): PyValue {
  if (!isContainerValue(value)) return value;
  if (value.kind === 'dict')
    return makeDict(
      [...value.entries.values()].map(([key, item]) => [key, copyValue(item, meter)] as const),
      meter,
    );
  const items = value.items.map(item => copyValue(item, meter));
  return value.kind === 'list' ? makeList(items, meter) : makeTuple(items, meter);
}

/**
 * Measures a value that leaves a program, and detects changes in place within it.
 * @param use that it is for, which a function and an error are not
 * @throws Raised a LimitError for one that is too large, that holds itself, a function or an error
 */
export function measureSettledValue(
  value: PyValue,
  meter: Meter,
  use = 'kept in the context',
  depth = 1,
): boolean {
  if (!isContainerValue(value)) {
    if (typeof value !== 'object' || value === null) return false;
    return raiseError('LimitError', `a ${getPyTypeName(value)} cannot be ${use}`);
  }
  const { limits } = meter;
  if (depth > limits.depth)
    raiseError('LimitError', `more than ${limits.depth} lists, tuples or dicts in each other`);
  const items = value.kind === 'dict' ? [...value.entries.values()].flat() : value.items;
  meter.work(items.length);
  let isChanged =
    value.kind === 'dict' ? value.changes !== undefined : value.kind === 'list' && value.isChanged === true;
  value.size = 0;
  value.depth = 1;
  for (const item of items) {
    isChanged = measureSettledValue(item, meter, use, depth + 1) || isChanged;
    value.size += getValueSize(item);
    if (isContainerValue(item)) value.depth = Math.max(value.depth, item.depth + 1);
  }
  if (value.size > limits.size)
    raiseError('LimitError', `a ${value.kind} with more than ${limits.size} items and characters in it`);
  return isChanged;
}
