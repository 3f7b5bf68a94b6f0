import { Raised, raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  isKind,
  isNumeric,
  isSequence,
  makeList,
  makeTuple,
  type PyList,
  truth,
  typeName,
  type Value,
} from '../value.ts';
import { arithmetic } from '../values/arithmetic.ts';
import { refill } from '../values/changes.ts';
import { isOrdered } from '../values/comparison.ts';
import { rounded, toFloatValue, toInt, toStr } from '../values/conversion.ts';
import { iterated } from '../values/items.ts';
import { plainNumber } from '../values/number.ts';
import { isCertain } from '../values/sum.ts';
import { lengthOf } from '../values/text.ts';

type PyFunction = (values: readonly Value[], meter: Meter) => Value;

/** Functions by name; each gets as many values as `words.ts` allows. @throws Raised */
export const CALLS: Readonly<Record<string, PyFunction>> = {
  abs: ([value]) => absolute(value),
  all: ([value], meter) => iterated(value, meter).every(truth),
  any: ([value], meter) => iterated(value, meter).some(truth),
  bool: ([value]) => value !== undefined && truth(value),
  float: ([value], meter) => (value === undefined ? 0 : toFloatValue(value, meter)),
  int: ([value], meter) => (value === undefined ? 0n : toInt(value, meter)),
  len: ([value], meter) => lengthIn(value, meter),
  list: ([value], meter) => makeList(value === undefined ? [] : [...iterated(value, meter)], meter),
  max: (values, meter) => extreme(itemsOf(values, meter), '>', meter),
  min: (values, meter) => extreme(itemsOf(values, meter), '<', meter),
  round: ([value, digits], meter) => rounded(value, digits, meter),
  str: ([value], meter) => (value === undefined ? '' : toStr(value, meter)),
  sum: ([value, start], meter) => summed(iterated(value, meter), start, meter),
  tuple: ([value], meter) => makeTuple(value === undefined ? [] : [...iterated(value, meter)], meter),
};

function absolute(value: Value): Value {
  if (!isNumeric(value)) return raise('TypeError', `a ${typeName(value)} has no absolute value`);
  const number = plainNumber(value);
  if (typeof number === 'number') return Math.abs(number);
  return number < 0n ? -number : number;
}

function lengthIn(value: Value, meter: Meter): bigint {
  if (isSequence(value)) return BigInt(value.items.length);
  if (isKind(value, 'dict')) return BigInt(value.entries.size);
  if (typeof value !== 'string') return raise('TypeError', `a ${typeName(value)} has no length`);
  meter.work(value.length);
  return BigInt(lengthOf(value));
}

/** Functions that stop within a generator, or fail there. */
export const STREAMS: Readonly<Record<string, (items: Iterable<Value>, meter: Meter) => Value>> = {
  all: items => {
    for (const item of items) if (!truth(item)) return false;
    return true;
  },
  any: items => {
    for (const item of items) if (truth(item)) return true;
    return false;
  },
  max: (items, meter) => extreme(items, '>', meter),
  min: (items, meter) => extreme(items, '<', meter),
  sum: (items, meter) => summed(items, undefined, meter),
};

/** Several values, or the items of a single one. */
const itemsOf = (values: readonly Value[], meter: Meter): readonly Value[] =>
  values.length === 1 ? iterated(values[0], meter) : values;

/** The first extreme of items. */
function extreme(items: Iterable<Value>, operator: '<' | '>', meter: Meter): Value {
  let best: Value | undefined;
  for (const item of items) if (best === undefined || isOrdered(operator, item, best, meter)) best = item;
  return best === undefined ? raise('ValueError', 'nothing to choose from') : best;
}

/** The first item with the extreme key, or what is given for none. @throws Raised */
export function extremeBy(
  name: 'max' | 'min',
  items: Iterable<Value>,
  keyOf: (value: Value) => Value,
  fallback: Value | undefined,
  meter: Meter,
): Value {
  const operator = name === 'max' ? '>' : '<';
  let best: readonly [Value, Value] | null = null;
  for (const item of items) {
    const key = keyOf(item);
    if (best === null || isOrdered(operator, key, best[1], meter)) best = [item, key];
  }
  if (best !== null) return best[0];
  return fallback === undefined ? raise('ValueError', 'nothing to choose from') : fallback;
}

function summed(items: Iterable<Value>, start: Value | undefined, meter: Meter): Value {
  if (typeof start === 'string') raise('TypeError', 'strings are joined, not summed');
  const seen: Value[] = [];
  let total: Value = start === undefined ? 0n : start;
  for (const item of items) {
    meter.work(1);
    seen.push(item);
    total = arithmetic('+', total, item, meter);
  }
  if (!isCertain(total, seen, start ?? 0n))
    raise('LimitError', "the last digit of this sum depends on Python's version; add the numbers with +");
  return total;
}

/** The numbers of range(). @throws Raised a TypeError, a ValueError, a LimitError */
export function ranged(bounds: readonly Value[], meter: Meter): Value {
  const [first, second, third] = bounds.map(bound => {
    if (typeof bound === 'bigint' || typeof bound === 'boolean') return BigInt(bound);
    return raise('TypeError', `a range is made of ints, not of a ${typeName(bound)}`);
  });
  const [start, stop, step] = second === undefined ? [0n, first, 1n] : [first, second, third ?? 1n];
  if (step === 0n) raise('ValueError', 'a range has a step of 0');
  const distance = step > 0n ? stop - start : start - stop;
  const stride = step > 0n ? step : -step;
  const count = distance <= 0n ? 0n : (distance + stride - 1n) / stride;
  if (count > BigInt(meter.limits.items))
    raise('LimitError', `a range of more than ${meter.limits.items} items`);
  return makeList(
    Array.from({ length: Number(count) }, (_, at) => start + BigInt(at) * step),
    meter,
  );
}

/** Python's sorted(): equal items stay in their order, reversed or not. */
export function sorted(value: Value, keyOf: KeyOf | null, reverse: Value, meter: Meter): Value {
  return makeList(inOrder([...iterated(value, meter)], keyOf, reverse, meter), meter);
}

/** Gives the key of an item. */
type KeyOf = (value: Value) => Value;

function inOrder(
  given: readonly Value[],
  keyOf: KeyOf | null,
  reverse: Value,
  meter: Meter,
): readonly Value[] {
  if (typeof reverse !== 'boolean') raise('LimitError', 'reverse is True or False');
  const items = given.map(item => ({ item, key: keyOf === null ? item : keyOf(item) }));
  if (items.some(({ key }) => holdsNan(key, meter))) raise('LimitError', 'nan has no place in an order');
  if (reverse) items.reverse();
  items.sort((left, right) => {
    meter.work(1);
    if (isOrdered('<', left.key, right.key, meter)) return -1;
    return isOrdered('<', right.key, left.key, meter) ? 1 : 0;
  });
  if (reverse) items.reverse();
  return items.map(({ item }) => item);
}

/** Python's list.sort(): meanwhile the list is empty. @throws Raised */
export function sortInPlace(list: PyList, keyOf: KeyOf | null, reverse: Value, meter: Meter): void {
  const items = [...list.items];
  meter.work(items.length);
  const keys = keyOf === null ? null : emptied(list, () => items.map(item => keyOf(item)));
  const numbered = items.map((_, at) => BigInt(at));
  try {
    const order = inOrder(numbered, at => (keys ?? items)[Number(at)], reverse, meter);
    refill(
      list,
      order.map(at => items[Number(at)]),
      meter,
    );
  } catch (error) {
    if (!(error instanceof Raised) || error.error === 'LimitError') throw error;
    // How far Python has come by then is its own affair.
    raise('LimitError', `sort() fails, and the order it leaves is not certain: ${error.message}`);
  }
}

function emptied<Result>(list: PyList, run: () => Result): Result {
  const { items } = list;
  list.items = [];
  try {
    const result = run();
    if (list.items.length > 0) raise('LimitError', 'a list is changed while it is sorted');
    return result;
  } finally {
    list.items = items;
  }
}

function holdsNan(value: Value, meter: Meter, depth = 0): boolean {
  if (!isSequence(value)) return Number.isNaN(value);
  if (depth > meter.limits.depth)
    raise('LimitError', `more than ${meter.limits.depth} lists, tuples or dicts in each other`);
  return iterated(value, meter).some(item => holdsNan(item, meter, depth + 1));
}
