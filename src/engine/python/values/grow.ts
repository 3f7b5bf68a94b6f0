import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isKind, type PyDict, type PyList, type PyTuple, typeName, type Value } from '../value.ts';
import { setEntry, splice } from './changes.ts';
import { eachOf } from './each.ts';
import { iterated } from './items.ts';

/**
 * `list.extend(source)` or `dict.update(source)`. What comes as a stream is taken item by item, so that it sees
 * what it adds to. @throws Raised
 */
export function grow(
  container: PyList | PyTuple | PyDict,
  source: Value | Iterable<Value>,
  meter: Meter,
): void {
  if (isStream(source)) {
    if (isKind(container, 'dict')) update(container, source, meter);
    else if (isKind(container, 'list'))
      for (const item of source) splice(container, container.items.length, 0, [item], meter);
  } else if (isKind(container, 'list'))
    splice(container, container.items.length, 0, iterated(source, meter), meter);
  else if (isKind(container, 'dict') && isKind(source, 'dict'))
    for (const [key, item] of [...source.entries.values()]) setEntry(container, key, item, meter);
  else if (isKind(container, 'dict')) update(container, eachOf(source, meter), meter);
}

const isStream = (source: Value | Iterable<Value>): source is Iterable<Value> =>
  typeof source === 'object' && source !== null && Symbol.iterator in source;

/** `dict.update(pairs)`: those before one that is no pair stay. @throws Raised a TypeError, a ValueError */
function update(dict: PyDict, pairs: Iterable<Value>, meter: Meter): void {
  for (const pair of pairs) {
    if (!isKind(pair, 'list') && !isKind(pair, 'tuple') && typeof pair !== 'string' && !isKind(pair, 'dict'))
      raise('TypeError', `a ${typeName(pair)} is no key with its value`);
    const parts = iterated(pair, meter);
    if (parts.length !== 2)
      raise('ValueError', `a ${typeName(pair)} of ${parts.length} is no key with its value`);
    setEntry(dict, parts[0], parts[1], meter);
  }
}
