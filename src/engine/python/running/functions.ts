import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isKind, isNumeric, isSequence, makeList, makeTuple, truth, typeName, type Value } from '../value.ts';
import { arithmetic } from '../values/arithmetic.ts';
import { isOrdered } from '../values/comparison.ts';
import { rounded, toFloatValue, toInt, toStr } from '../values/conversion.ts';
import { iterated } from '../values/items.ts';
import { bounded, plainNumber } from '../values/number.ts';
import { isCertain } from '../values/sum.ts';
import { lengthOf } from '../values/text.ts';

type PyFunction = (values: readonly Value[], meter: Meter) => Value;

/** Functions by name; each gets as many values as `words.ts` allows. @throws Raised */
export const CALLS: Readonly<Record<string, PyFunction>> = {
  abs: ([value]) => absolute(value),
  all: ([value], meter) => iterated(value, meter).every(truth),
  any: ([value], meter) => iterated(value, meter).some(truth),
  bool: ([value]) => value !== undefined && truth(value),
  enumerate: ([value, start], meter) => enumerated(value, start ?? 0n, meter),
  float: ([value], meter) => (value === undefined ? 0 : toFloatValue(value, meter)),
  int: ([value], meter) => (value === undefined ? 0n : toInt(value, meter)),
  len: ([value], meter) => lengthIn(value, meter),
  list: ([value], meter) => makeList(value === undefined ? [] : [...iterated(value, meter)], meter),
  max: (values, meter) => extreme(itemsOf(values, meter), '>', meter),
  min: (values, meter) => extreme(itemsOf(values, meter), '<', meter),
  range: (bounds, meter) => ranged(bounds, meter),
  reversed: ([value], meter) => backwards(value, meter),
  round: ([value, digits], meter) => rounded(value, digits, meter),
  str: ([value], meter) => (value === undefined ? '' : toStr(value, meter)),
  sum: ([value, start], meter) => summed(iterated(value, meter), start, meter),
  tuple: ([value], meter) => makeTuple(value === undefined ? [] : [...iterated(value, meter)], meter),
  zip: (values, meter) => zipped(values, meter),
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

/** The first item, or one of several values, with the extreme key. @throws Raised */
export function extremeBy(
  name: 'max' | 'min',
  values: readonly Value[],
  keyOf: (value: Value) => Value,
  meter: Meter,
): Value {
  const operator = name === 'max' ? '>' : '<';
  let best: readonly [Value, Value] | null = null;
  for (const item of itemsOf(values, meter)) {
    const key = keyOf(item);
    if (best === null || isOrdered(operator, key, best[1], meter)) best = [item, key];
  }
  return best === null ? raise('ValueError', 'nothing to choose from') : best[0];
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

function enumerated(value: Value, start: Value, meter: Meter): Value {
  if (typeof start !== 'bigint' && typeof start !== 'boolean')
    return raise('TypeError', `a count starts with an int, not a ${typeName(start)}`);
  const first = BigInt(start);
  return makeList(
    iterated(value, meter).map((item, at) => makeTuple([bounded(first + BigInt(at), meter), item], meter)),
    meter,
  );
}

function zipped(values: readonly Value[], meter: Meter): Value {
  const all = values.map(value => iterated(value, meter));
  const length = all.length === 0 ? 0 : Math.min(...all.map(items => items.length));
  const rows = Array.from({ length }, (_, at) =>
    makeTuple(
      all.map(items => items[at]),
      meter,
    ),
  );
  return makeList(rows, meter);
}

function backwards(value: Value, meter: Meter): Value {
  return makeList([...iterated(value, meter)].reverse(), meter);
}

function ranged(bounds: readonly Value[], meter: Meter): Value {
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
export function sorted(
  value: Value,
  keyOf: ((value: Value) => Value) | null,
  reverse: Value,
  meter: Meter,
): Value {
  const given = iterated(value, meter);
  if (typeof reverse !== 'boolean') raise('LimitError', 'reverse is True or False');
  const items = given.map(item => ({ item, key: keyOf === null ? item : keyOf(item) }));
  if (items.some(({ key }) => holdsNan(key, meter))) raise('LimitError', 'nan has no place in an order');
  if (reverse) items.reverse();
  const inOrder = items.sort((left, right) => {
    meter.work(1);
    if (isOrdered('<', left.key, right.key, meter)) return -1;
    return isOrdered('<', right.key, left.key, meter) ? 1 : 0;
  });
  if (reverse) inOrder.reverse();
  return makeList(
    inOrder.map(({ item }) => item),
    meter,
  );
}

const holdsNan = (value: Value, meter: Meter): boolean =>
  isSequence(value) ? iterated(value, meter).some(item => holdsNan(item, meter)) : Number.isNaN(value);
