import { raiseError } from './limits.ts';
import type { Meter } from './meter.ts';
import {
  getPyTypeName,
  getValueSize,
  isContainerValue,
  makeDict,
  makeList,
  makeTuple,
  type PyValue,
} from './value.ts';

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
 * Measures a value for a context, and detects changes in place within it.
 * @throws Raised a LimitError for one that is too large, that holds itself, a function or an error
 */
export function measureSettledValue(value: PyValue, meter: Meter, depth = 1): boolean {
  if (!isContainerValue(value)) {
    if (typeof value !== 'object' || value === null) return false;
    return raiseError('LimitError', `a ${getPyTypeName(value)} cannot be kept in the context`);
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
    isChanged = measureSettledValue(item, meter, depth + 1) || isChanged;
    value.size += getValueSize(item);
    if (isContainerValue(item)) value.depth = Math.max(value.depth, item.depth + 1);
  }
  if (value.size > limits.size)
    raiseError('LimitError', `a ${value.kind} with more than ${limits.size} items and characters in it`);
  return isChanged;
}
