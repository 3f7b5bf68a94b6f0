import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  type PyDict,
  type PyList,
  type PyTuple,
  type PyValue,
} from '../value.ts';
import { setEntry, spliceList } from './collectionChanges.ts';
import { iterateValue } from './each.ts';
import { collectIteratedItems } from './items.ts';

/**
 * `list.extend(source)` or `dict.update(source)`. What comes as a stream is taken item by item, so that it sees
 * what it adds to. @throws Raised
 */
export function growContainer(
  container: PyList | PyTuple | PyDict,
  source: PyValue | Iterable<PyValue>,
  meter: Meter,
): void {
  if (isValueStream(source)) {
    if (isContainerOfKind(container, 'dict')) updateDictFromPairs(container, source, meter);
    else if (isContainerOfKind(container, 'list'))
      for (const item of source) spliceList(container, container.items.length, 0, [item], meter);
  } else if (isContainerOfKind(container, 'list'))
    spliceList(container, container.items.length, 0, collectIteratedItems(source, meter), meter);
  else if (isContainerOfKind(container, 'dict') && isContainerOfKind(source, 'dict'))
    for (const [key, item] of [...source.entries.values()]) setEntry(container, key, item, meter);
  else if (isContainerOfKind(container, 'dict'))
    updateDictFromPairs(container, iterateValue(source, meter), meter);
}

const isValueStream = (source: PyValue | Iterable<PyValue>): source is Iterable<PyValue> =>
  typeof source === 'object' && source !== null && Symbol.iterator in source;

/** `dict.update(pairs)`: those before an invalid pair stay. @throws Raised a TypeError, a ValueError */
function updateDictFromPairs(dict: PyDict, pairs: Iterable<PyValue>, meter: Meter): void {
  for (const pair of pairs) {
    if (
      !isContainerOfKind(pair, 'list') &&
      !isContainerOfKind(pair, 'tuple') &&
      typeof pair !== 'string' &&
      !isContainerOfKind(pair, 'dict')
    )
      raiseError('TypeError', `a ${getPyTypeName(pair)} is no key with its value`);
    const parts = collectIteratedItems(pair, meter);
    if (parts.length !== 2)
      raiseError('ValueError', `a ${getPyTypeName(pair)} of ${parts.length} is no key with its value`);
    setEntry(dict, parts[0], parts[1], meter);
  }
}
