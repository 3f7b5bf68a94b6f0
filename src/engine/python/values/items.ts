import { echo } from '../echo.ts';
import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  isKind,
  isSequence,
  keyOf,
  makeList,
  makeTuple,
  type PyList,
  type PyTuple,
  typeName,
  type Value,
} from '../value.ts';
import { beginning, writeIn } from '../write.ts';

type Subscripted = string | PyList | PyTuple;

/** The parts of a string, list or tuple: characters are code points. */
function partsOf(object: Subscripted, meter: Meter): readonly Value[] {
  if (typeof object !== 'string') return object.items;
  meter.work(object.length);
  return [...object];
}

/** `object[index]`. @throws Raised IndexError, KeyError, TypeError */
export function itemOf(object: Value, index: Value, meter: Meter): Value {
  if (isKind(object, 'dict')) {
    const entry = object.entries.get(keyOf(index, meter));
    return entry === undefined
      ? raise('KeyError', `no key ${brief(index)}`, () => writeIn(meter, index, true))
      : entry[1];
  }
  if (typeof object !== 'string' && !isSequence(object))
    return raise('TypeError', `a ${typeName(object)} has no items`);
  if (typeof index !== 'bigint' && typeof index !== 'boolean')
    return raise('TypeError', `an index is an int, not a ${typeName(index)}`);
  const parts = partsOf(object, meter);
  const at = BigInt(index) < 0n ? BigInt(index) + BigInt(parts.length) : BigInt(index);
  if (at < 0n || at >= BigInt(parts.length))
    raise(
      'IndexError',
      `no item ${brief(index)} in a ${typeName(object)} of ${parts.length}`,
      () => `${typeof object === 'string' ? 'string' : object.kind} index out of range`,
    );
  return parts[Number(at)];
}

/** A value as a message names it. */
export function brief(value: Value): string {
  return echo(beginning(value));
}

/** `object[start:stop:step]`. @throws Raised TypeError, ValueError */
export function sliceOf(object: Value, bounds: readonly [Value, Value, Value], meter: Meter): Value {
  // A TypeError up to Python 3.11, a KeyError from 3.12 on.
  if (isKind(object, 'dict')) return raise('LimitError', 'a dict has no slices');
  if (typeof object !== 'string' && !isSequence(object))
    return raise('TypeError', `a ${typeName(object)} has no slices`);
  const step = boundOf(bounds[2]) ?? 1;
  if (step === 0) raise('ValueError', 'a slice has a step of 0');
  const parts = partsOf(object, meter);
  const taken = indicesOf(parts.length, boundOf(bounds[0]), boundOf(bounds[1]), step).map(at => parts[at]);
  if (typeof object !== 'string')
    return object.kind === 'list' ? makeList(taken, meter) : makeTuple(taken, meter);
  meter.work(taken.length);
  return taken.join('');
}

/** A bound beyond any index that is still exact. */
const FAR = 1n << 31n;

function boundOf(bound: Value): number | null {
  if (bound === null) return null;
  if (typeof bound !== 'bigint' && typeof bound !== 'boolean')
    return raise('TypeError', `a bound of a slice is an int or None, not a ${typeName(bound)}`);
  const whole = BigInt(bound);
  return Number(whole > FAR ? FAR : whole < -FAR ? -FAR : whole);
}

function indicesOf(
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
export function iterated(value: Value, meter: Meter): readonly Value[] {
  if (typeof value === 'string') return partsOf(value, meter);
  if (isSequence(value)) {
    meter.work(value.items.length);
    return value.items;
  }
  if (!isKind(value, 'dict')) return raise('TypeError', `a ${typeName(value)} holds no items to go through`);
  meter.work(value.entries.size);
  return [...value.entries.values()].map(([key]) => key);
}
