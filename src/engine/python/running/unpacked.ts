import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { typeName, type Value } from '../value.ts';
import { iterated } from '../values/items.ts';

/** The items of a value for as many targets. @throws Raised a ValueError for more or fewer, a TypeError */
export function unpacked(value: Value, count: number, meter: Meter): readonly Value[] {
  // What the first target sets may be in the value itself.
  const items = [...iterated(value, meter)];
  if (items.length !== count)
    raise('ValueError', `a ${typeName(value)} of ${items.length} for ${count} names`);
  return items;
}
