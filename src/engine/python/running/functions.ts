import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isKind, isNumeric, isSequence, makeList, truth, typeName, type Value } from '../value.ts';
import { arithmetic } from '../values/arithmetic.ts';
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
  bool: ([value]) => value !== undefined && truth(value),
  float: ([value], meter) => (value === undefined ? 0 : toFloatValue(value, meter)),
  int: ([value], meter) => (value === undefined ? 0n : toInt(value, meter)),
  len: ([value], meter) => lengthIn(value, meter),
  max: (values, meter) => extreme(values, '>', meter),
  min: (values, meter) => extreme(values, '<', meter),
  round: ([value, digits], meter) => rounded(value, digits, meter),
  str: ([value], meter) => (value === undefined ? '' : toStr(value, meter)),
  sum: ([value, start], meter) => summed(value, start, meter),
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

/** The first extreme of several values; of a single value, that of its items. */
function extreme(values: readonly Value[], operator: '<' | '>', meter: Meter): Value {
  const items = values.length === 1 ? iterated(values[0], meter) : values;
  if (items.length === 0) raise('ValueError', 'nothing to choose from');
  return items.reduce((best, item) => (isOrdered(operator, item, best, meter) ? item : best));
}

function summed(value: Value, start: Value | undefined, meter: Meter): Value {
  const items = iterated(value, meter);
  if (typeof start === 'string') raise('TypeError', 'strings are joined, not summed');
  const total = items.reduce<Value>(
    (sum, item) => {
      meter.work(1);
      return arithmetic('+', sum, item, meter);
    },
    start ?? (start === undefined ? 0n : null),
  );
  if (!isCertain(total, items, start ?? 0n))
    raise('LimitError', "the last digit of this sum depends on Python's version; add the numbers with +");
  return total;
}

/** Python's sorted(): equal items stay in their order, reversed or not. */
export function sorted(value: Value, reverse: Value, meter: Meter): Value {
  const items = [...iterated(value, meter)];
  if (typeof reverse !== 'boolean') raise('LimitError', 'reverse is True or False');
  if (items.some(item => holdsNan(item, meter))) raise('LimitError', 'nan has no place in an order');
  if (reverse) items.reverse();
  const inOrder = items.sort((left, right) => {
    meter.work(1);
    if (isOrdered('<', left, right, meter)) return -1;
    return isOrdered('<', right, left, meter) ? 1 : 0;
  });
  if (reverse) inOrder.reverse();
  return makeList(inOrder, meter);
}

const holdsNan = (value: Value, meter: Meter): boolean =>
  isSequence(value) ? iterated(value, meter).some(item => holdsNan(item, meter)) : Number.isNaN(value);
