import { Raised, raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isListOrTuple,
  isNumericValue,
  isTruthy,
  makeList,
  makeTuple,
  type PyList,
  type PyValue,
} from '../value.ts';
import { replaceListItems } from '../values/collectionChanges.ts';
import { isOrderSatisfied } from '../values/compareValues.ts';
import { computeArithmetic } from '../values/computeArithmetic.ts';
import { convertToPyFloat, convertToPyInt, convertToPyStr, roundPyValue } from '../values/conversion.ts';
import { collectIteratedItems } from '../values/items.ts';
import { toPlainNumber } from '../values/number.ts';
import { countCodePoints } from '../values/pythonText.ts';

type PyFunction = (values: readonly PyValue[], meter: Meter) => PyValue;

/** Functions by name; each gets as many values as `pythonWords.ts` allows. @throws Raised */
export const CALLS: Readonly<Record<string, PyFunction>> = {
  abs: ([value]) => computeAbsolute(value),
  all: ([value], meter) => collectIteratedItems(value, meter).every(isTruthy),
  any: ([value], meter) => collectIteratedItems(value, meter).some(isTruthy),
  bool: ([value]) => value !== undefined && isTruthy(value),
  float: ([value], meter) => (value === undefined ? 0 : convertToPyFloat(value, meter)),
  int: ([value], meter) => (value === undefined ? 0n : convertToPyInt(value, meter)),
  len: ([value], meter) => computeLength(value, meter),
  list: ([value], meter) =>
    makeList(value === undefined ? [] : [...collectIteratedItems(value, meter)], meter),
  max: (values, meter) => findExtreme(toArgumentItems(values, meter), '>', meter),
  min: (values, meter) => findExtreme(toArgumentItems(values, meter), '<', meter),
  round: ([value, digits], meter) => roundPyValue(value, digits, meter),
  str: ([value], meter) => (value === undefined ? '' : convertToPyStr(value, meter)),
  sum: ([value, start], meter) => computePySum(collectIteratedItems(value, meter), start, meter),
  tuple: ([value], meter) =>
    makeTuple(value === undefined ? [] : [...collectIteratedItems(value, meter)], meter),
};

function computeAbsolute(value: PyValue): PyValue {
  if (!isNumericValue(value))
    return raiseError('TypeError', `a ${getPyTypeName(value)} has no absolute value`);
  const number = toPlainNumber(value);
  if (typeof number === 'number') return Math.abs(number);
  return number < 0n ? -number : number;
}

function computeLength(value: PyValue, meter: Meter): bigint {
  if (isListOrTuple(value)) return BigInt(value.items.length);
  if (isContainerOfKind(value, 'dict')) return BigInt(value.entries.size);
  if (typeof value !== 'string') return raiseError('TypeError', `a ${getPyTypeName(value)} has no length`);
  meter.work(value.length);
  return BigInt(countCodePoints(value));
}

/** Functions that stop within a generator, or fail there. */
export const STREAMS: Readonly<Record<string, (items: Iterable<PyValue>, meter: Meter) => PyValue>> = {
  all: items => {
    for (const item of items) if (!isTruthy(item)) return false;
    return true;
  },
  any: items => {
    for (const item of items) if (isTruthy(item)) return true;
    return false;
  },
  max: (items, meter) => findExtreme(items, '>', meter),
  min: (items, meter) => findExtreme(items, '<', meter),
  sum: (items, meter) => computePySum(items, undefined, meter),
};

/** Several values, or the items of a single one. */
const toArgumentItems = (values: readonly PyValue[], meter: Meter): readonly PyValue[] =>
  values.length === 1 ? collectIteratedItems(values[0], meter) : values;

/** The first extreme of items. */
function findExtreme(items: Iterable<PyValue>, operator: '<' | '>', meter: Meter): PyValue {
  let best: PyValue | undefined;
  for (const item of items)
    if (best === undefined || isOrderSatisfied(operator, item, best, meter)) best = item;
  return best === undefined ? raiseError('ValueError', 'nothing to choose from') : best;
}

/** The first item with the extreme key, or what is given for none. @throws Raised */
export function findExtremeByKey(
  name: 'max' | 'min',
  items: Iterable<PyValue>,
  keyOf: (value: PyValue) => PyValue,
  fallback: PyValue | undefined,
  meter: Meter,
): PyValue {
  const operator = name === 'max' ? '>' : '<';
  let best: readonly [PyValue, PyValue] | null = null;
  for (const item of items) {
    const key = keyOf(item);
    if (best === null || isOrderSatisfied(operator, key, best[1], meter)) best = [item, key];
  }
  if (best !== null) return best[0];
  return fallback === undefined ? raiseError('ValueError', 'nothing to choose from') : fallback;
}

function computePySum(items: Iterable<PyValue>, start: PyValue | undefined, meter: Meter): PyValue {
  if (typeof start === 'string') raiseError('TypeError', 'strings are joined, not summed');
  const seen: PyValue[] = [];
  let total: PyValue = start === undefined ? 0n : start;
  for (const item of items) {
    meter.work(1);
    seen.push(item);
    total = computeArithmetic('+', total, item, meter);
  }
  if (!isSumUnambiguous(total, seen, start ?? 0n))
    raiseError(
      'LimitError',
      "the last digit of this sum depends on Python's version; add the numbers with +",
    );
  return total;
}

/** The numbers of range(). @throws Raised a TypeError, a ValueError, a LimitError */
export function createRange(bounds: readonly PyValue[], meter: Meter): PyValue {
  const [first, second, third] = bounds.map(bound => {
    if (typeof bound === 'bigint' || typeof bound === 'boolean') return BigInt(bound);
    return raiseError('TypeError', `a range is made of ints, not of a ${getPyTypeName(bound)}`);
  });
  const [start, stop, step] = second === undefined ? [0n, first, 1n] : [first, second, third ?? 1n];
  if (step === 0n) raiseError('ValueError', 'a range has a step of 0');
  const distance = step > 0n ? stop - start : start - stop;
  const stride = step > 0n ? step : -step;
  const count = distance <= 0n ? 0n : (distance + stride - 1n) / stride;
  if (count > BigInt(meter.limits.items))
    raiseError('LimitError', `a range of more than ${meter.limits.items} items`);
  return makeList(
    Array.from({ length: Number(count) }, (_, at) => start + BigInt(at) * step),
    meter,
  );
}

/** Python's sorted(): equal items stay in their order, reversed or not. */
export function createSortedList(
  value: PyValue,
  keyOf: KeyOf | null,
  reverse: PyValue,
  meter: Meter,
): PyValue {
  return makeList(sortValues([...collectIteratedItems(value, meter)], keyOf, reverse, meter), meter);
}

/** Gives the key of an item. */
type KeyOf = (value: PyValue) => PyValue;

function sortValues(
  given: readonly PyValue[],
  keyOf: KeyOf | null,
  reverse: PyValue,
  meter: Meter,
): readonly PyValue[] {
  if (typeof reverse !== 'boolean') raiseError('LimitError', 'reverse is True or False');
  const items = given.map(item => ({ item, key: keyOf === null ? item : keyOf(item) }));
  if (items.some(({ key }) => containsNan(key, meter)))
    raiseError('LimitError', 'nan has no place in an order');
  if (reverse) items.reverse();
  items.sort((left, right) => {
    meter.work(1);
    if (isOrderSatisfied('<', left.key, right.key, meter)) return -1;
    return isOrderSatisfied('<', right.key, left.key, meter) ? 1 : 0;
  });
  if (reverse) items.reverse();
  return items.map(({ item }) => item);
}

/** Python's list.sort(): meanwhile the list is empty. @throws Raised */
export function sortListInPlace(list: PyList, keyOf: KeyOf | null, reverse: PyValue, meter: Meter): void {
  const items = [...list.items];
  meter.work(items.length);
  const keys = keyOf === null ? null : runWithEmptiedList(list, () => items.map(item => keyOf(item)));
  const numbered = items.map((_, at) => BigInt(at));
  try {
    const order = sortValues(numbered, at => (keys ?? items)[Number(at)], reverse, meter);
    replaceListItems(
      list,
      order.map(at => items[Number(at)]),
      meter,
    );
  } catch (error) {
    if (!(error instanceof Raised) || error.error === 'LimitError') throw error;
    // Python's intermediate order at that point is undefined.
    raiseError('LimitError', `sort() fails, and the order it leaves is not certain: ${error.message}`);
  }
}

function runWithEmptiedList<Result>(list: PyList, run: () => Result): Result {
  const { items } = list;
  list.items = [];
  try {
    const result = run();
    if (list.items.length > 0) raiseError('LimitError', 'a list is changed while it is sorted');
    return result;
  } finally {
    list.items = items;
  }
}

function containsNan(value: PyValue, meter: Meter, depth = 0): boolean {
  if (!isListOrTuple(value)) return Number.isNaN(value);
  if (depth > meter.limits.depth)
    raiseError('LimitError', `more than ${meter.limits.depth} lists, tuples or dicts in each other`);
  return collectIteratedItems(value, meter).some(item => containsNan(item, meter, depth + 1));
}

/**
 * A Python version's way of adding: the bits of its C long, and whether ints among floats count for the
 * correction.
 */
interface Addition {
  readonly bits: 32 | 64;
  readonly correctsInts: boolean;
}

const ADDITIONS: readonly Addition[] = [
  { bits: 64, correctsInts: false },
  { bits: 64, correctsInts: true },
  { bits: 32, correctsInts: false },
  { bits: 32, correctsInts: true },
];

/**
 * True if every Python version arrives at the total of adding from left to right: up to 3.11 they add that way, and
 * from 3.12 on they add floats with a correction.
 */
function isSumUnambiguous(total: PyValue, items: readonly PyValue[], start: PyValue): boolean {
  if (typeof total !== 'number') return true;
  // A sum that begins with a bool is added from left to right by every version.
  if (!isNumericValue(start) || typeof start === 'boolean') return true;
  const numbers = items.filter(isNumericValue).map(toPlainNumber);
  return ADDITIONS.every(addition => Object.is(computeCompensatedSum(numbers, start, addition), total));
}

type Plain = bigint | number;

/** As CPython's `sum` does it (Python/bltinmodule.c): ints, then floats, then anything else. */
function computeCompensatedSum(items: readonly Plain[], start: Plain, addition: Addition): number {
  const isLong = (value: Plain): boolean =>
    typeof value === 'bigint' && BigInt.asIntN(addition.bits, value) === value;
  let at = 0;
  let sum = start;
  while (at < items.length && isLong(sum) && typeof items[at] === 'bigint') {
    sum = addPlainNumbers(sum, items[at]);
    at += 1;
    if (!isLong(sum) || !isLong(items[at - 1])) return sumFromLeft(items, at, sum);
  }
  if (typeof sum === 'bigint') {
    if (!isLong(sum)) return sumFromLeft(items, at, sum);
    sum = addPlainNumbers(sum, items[at]);
    at += 1;
  }
  let float = Number(sum);
  let correction = 0;
  for (; at < items.length; at += 1) {
    const item = items[at];
    if (typeof item === 'bigint' && !isLong(item))
      return sumFromLeft(items, at, addCorrection(float, correction));
    const next = float + Number(item);
    if (typeof item === 'number' || addition.correctsInts)
      correction += computeRoundingError(float, Number(item), next);
    float = next;
  }
  return addCorrection(float, correction);
}

const addPlainNumbers = (left: Plain, right: Plain): Plain =>
  typeof left === 'bigint' && typeof right === 'bigint' ? left + right : Number(left) + Number(right);

const sumFromLeft = (items: readonly Plain[], at: number, sum: Plain): number =>
  Number(items.slice(at).reduce(addPlainNumbers, sum));

/** Rounding error of a sum (Neumaier). */
const computeRoundingError = (left: number, right: number, sum: number): number =>
  Math.abs(left) >= Math.abs(right) ? left - sum + right : right - sum + left;

const addCorrection = (sum: number, correction: number): number =>
  correction !== 0 && Number.isFinite(correction) ? sum + correction : sum;
