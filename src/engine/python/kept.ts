import { raise } from './limits.ts';
import type { Meter } from './meter.ts';
import { isContainer, makeDict, makeList, makeTuple, sizeOf, typeName, type Value } from './value.ts';

/** The same value, of which nothing is shared with the one that a context holds. @throws Raised a LimitError */
export function copyOf(value: Value, meter: Meter): Value {
  if (!isContainer(value)) return value;
  if (value.kind === 'dict')
    return makeDict(
      [...value.entries.values()].map(([key, item]) => [key, copyOf(item, meter)] as const),
      meter,
    );
  const items = value.items.map(item => copyOf(item, meter));
  return value.kind === 'list' ? makeList(items, meter) : makeTuple(items, meter);
}

/**
 * Measures a value that a context is to keep, and tells whether anything in it has been changed in place.
 * @throws Raised a LimitError for one that is too large, that holds itself, a function or an error
 */
export function settled(value: Value, meter: Meter, depth = 1): boolean {
  if (!isContainer(value)) {
    if (typeof value !== 'object' || value === null) return false;
    return raise('LimitError', `a ${typeName(value)} cannot be kept in the context`);
  }
  const { limits } = meter;
  if (depth > limits.depth)
    raise('LimitError', `more than ${limits.depth} lists, tuples or dicts in each other`);
  const items = value.kind === 'dict' ? [...value.entries.values()].flat() : value.items;
  meter.work(items.length);
  let isChanged =
    value.kind === 'dict' ? value.changes !== undefined : value.kind === 'list' && value.isChanged === true;
  value.size = 0;
  value.depth = 1;
  for (const item of items) {
    isChanged = settled(item, meter, depth + 1) || isChanged;
    value.size += sizeOf(item);
    if (isContainer(item)) value.depth = Math.max(value.depth, item.depth + 1);
  }
  if (value.size > limits.size)
    raise('LimitError', `a ${value.kind} with more than ${limits.size} items and characters in it`);
  return isChanged;
}
