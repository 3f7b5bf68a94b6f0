import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import { formatReprStart, writeValueMetered } from '../toPyRepr.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isListOrTuple,
  makeList,
  makeTuple,
  type PyList,
  type PyTuple,
  type PyValue,
  toDictKey,
} from '../value.ts';

type Subscripted = string | PyList | PyTuple;

/** The parts of a string, list or tuple: characters are code points. */
function listSubscriptParts(object: Subscripted, meter: Meter): readonly PyValue[] {
  if (typeof object !== 'string') return object.items;
  meter.work(object.length);
  return [...object];
}

/** `object[index]`. @throws Raised IndexError, KeyError, TypeError */
export function getItemAtIndex(object: PyValue, index: PyValue, meter: Meter): PyValue {
  if (isContainerOfKind(object, 'dict')) {
    const entry = object.entries.get(toDictKey(index, meter));
    return entry === undefined
      ? raiseError('KeyError', `no key ${formatBriefValue(index)}`, () =>
          writeValueMetered(meter, index, true),
        )
      : entry[1];
  }
  if (typeof object !== 'string' && !isListOrTuple(object))
    return raiseError('TypeError', `a ${getPyTypeName(object)} has no items`);
  if (typeof index !== 'bigint' && typeof index !== 'boolean')
    return raiseError('TypeError', `an index is an int, not a ${getPyTypeName(index)}`);
  const parts = listSubscriptParts(object, meter);
  const at = BigInt(index) < 0n ? BigInt(index) + BigInt(parts.length) : BigInt(index);
  if (at < 0n || at >= BigInt(parts.length))
    raiseError(
      'IndexError',
      `no item ${formatBriefValue(index)} in a ${getPyTypeName(object)} of ${parts.length}`,
      () => `${typeof object === 'string' ? 'string' : object.kind} index out of range`,
    );
  return parts[Number(at)];
}

/** A value as a message names it. */
export function formatBriefValue(value: PyValue): string {
  return formatSourceExcerpt(formatReprStart(value));
}

/** `object[start:stop:step]`. @throws Raised TypeError, ValueError */
export function sliceSequence(
  object: PyValue,
  bounds: readonly [PyValue, PyValue, PyValue],
  meter: Meter,
): PyValue {
  // A TypeError up to Python 3.11, a KeyError from 3.12 on.
  if (isContainerOfKind(object, 'dict')) return raiseError('LimitError', 'a dict has no slices');
  if (typeof object !== 'string' && !isListOrTuple(object))
    return raiseError('TypeError', `a ${getPyTypeName(object)} has no slices`);
  const step = toSliceBound(bounds[2]) ?? 1;
  if (step === 0) raiseError('ValueError', 'a slice has a step of 0');
  const parts = listSubscriptParts(object, meter);
  const taken = computeSliceIndices(parts.length, toSliceBound(bounds[0]), toSliceBound(bounds[1]), step).map(
    at => parts[at],
  );
  if (typeof object !== 'string')
    return object.kind === 'list' ? makeList(taken, meter) : makeTuple(taken, meter);
  meter.work(taken.length);
  return taken.join('');
}

/** A bound beyond any index that is still exact. */
const FAR = 1n << 31n;

function toSliceBound(bound: PyValue): number | null {
  if (bound === null) return null;
  if (typeof bound !== 'bigint' && typeof bound !== 'boolean')
    return raiseError('TypeError', `a bound of a slice is an int or None, not a ${getPyTypeName(bound)}`);
  const whole = BigInt(bound);
  return Number(whole > FAR ? FAR : whole < -FAR ? -FAR : whole);
}

function computeSliceIndices(
  length: number,
  start: number | null,
  stop: number | null,
  step: number,
): readonly number[] {
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clamped = (bound: number): number =>
    Math.min(Math.max(bound < 0 ? bound + length : bound, low), high);
  const first = start === null ? (step > 0 ? low : high) : clamped(start);
  const last = stop === null ? (step > 0 ? high : low) : clamped(stop);
  const count = Math.max(0, Math.ceil((last - first) / step));
  return Array.from({ length: count }, (_, at) => first + at * step);
}

/** The items that a loop over a value would visit; the visit is charged here. @throws Raised a TypeError */
export function collectIteratedItems(value: PyValue, meter: Meter): readonly PyValue[] {
  if (typeof value === 'string') return listSubscriptParts(value, meter);
  if (isListOrTuple(value)) {
    meter.work(value.items.length);
    return value.items;
  }
  if (!isContainerOfKind(value, 'dict'))
    return raiseError('TypeError', `a ${getPyTypeName(value)} holds no items to go through`);
  meter.work(value.entries.size);
  return [...value.entries.values()].map(([key]) => key);
}
