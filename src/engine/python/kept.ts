import { raise } from './limits.ts';
import type { Meter } from './meter.ts';
import { isContainer, type PyDict, typeName, type Value } from './value.ts';

/**
 * Looks through a value that a context is to keep. @throws Raised a LimitError for one that holds a function or
 * an error
 */
export function checkKept(value: Value, meter: Meter, depth = 0): void {
  if (!isContainer(value)) {
    if (typeof value === 'object' && value !== null)
      raise('LimitError', `a ${typeName(value)} cannot be kept in the context`);
    return;
  }
  if (depth >= meter.limits.depth)
    raise('LimitError', `more than ${meter.limits.depth} lists, tuples or dicts in each other`);
  const items = value.kind === 'dict' ? partsOf(value) : value.items;
  meter.work(items.length);
  for (const item of items) checkKept(item, meter, depth + 1);
}

const partsOf = ({ entries }: PyDict): readonly Value[] => [...entries.values()].flat();
