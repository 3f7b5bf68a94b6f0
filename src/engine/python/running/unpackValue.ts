import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { getPyTypeName, type PyValue } from '../value.ts';
import { collectIteratedItems } from '../values/items.ts';

/** The items of a value for as many targets. @throws Raised a ValueError for more or fewer, a TypeError */
export function unpackValue(value: PyValue, count: number, meter: Meter): readonly PyValue[] {
  // The value itself may contain the result of the first target.
  const items = [...collectIteratedItems(value, meter)];
  if (items.length !== count)
    raiseError('ValueError', `a ${getPyTypeName(value)} of ${items.length} for ${count} names`);
  return items;
}
