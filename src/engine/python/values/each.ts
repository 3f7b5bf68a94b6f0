import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { isContainerOfKind, type PyDict, type PyList, type PyValue } from '../value.ts';
import { collectIteratedItems } from './items.ts';

/**
 * The items of a value one by one, in the order of a loop: items appended to a list in the meantime come as well.
 * @throws Raised a TypeError at once; a RuntimeError if a dict has changed
 */
export function iterateValue(value: PyValue, meter: Meter): Iterable<PyValue> {
  if (isContainerOfKind(value, 'list')) return iterateListItems(value, meter);
  if (!isContainerOfKind(value, 'dict')) return collectIteratedItems(value, meter);
  meter.work(value.entries.size);
  return iterateDictKeys(value);
}

function* iterateListItems(list: PyList, meter: Meter): Iterable<PyValue> {
  const known = list.items.length;
  meter.work(known);
  for (let at = 0; at < list.items.length; at += 1) {
    if (at >= known) meter.work(1);
    yield list.items[at];
  }
}

function* iterateDictKeys(dict: PyDict): Iterable<PyValue> {
  for (const [key] of iterateDictEntries(dict)) yield key;
}

/** Keys with their values. @throws Raised a RuntimeError if keys have come or gone, as Python does */
export function* iterateDictEntries(dict: PyDict): Iterable<readonly [PyValue, PyValue]> {
  const { entries, changes } = dict;
  const { size } = entries;
  for (const entry of entries.values()) {
    yield entry;
    if (entries.size !== size)
      raiseError(
        'RuntimeError',
        'dictionary changed size during iteration',
        () => 'dictionary changed size during iteration',
      );
    if ((dict.changes ?? 0) !== (changes ?? 0))
      raiseError('LimitError', 'the keys of a dict are not exchanged while a loop goes through them');
  }
}

/** The items of a list or a dict from the last to the first; those of other values are taken as they are. */
export function iterateReversed(value: PyValue, meter: Meter): Iterable<PyValue> {
  if (isContainerOfKind(value, 'list')) return iterateListReversed(value, meter);
  if (isContainerOfKind(value, 'dict')) return iterateKeysReversed(value, meter);
  return [...collectIteratedItems(value, meter)].reverse();
}

function* iterateListReversed(list: PyList, meter: Meter): Iterable<PyValue> {
  meter.work(list.items.length);
  for (let at = list.items.length - 1; at >= 0 && at < list.items.length; at -= 1) yield list.items[at];
}

function* iterateKeysReversed(dict: PyDict, meter: Meter): Iterable<PyValue> {
  const { size } = dict.entries;
  for (const key of [...collectIteratedItems(dict, meter)].reverse()) {
    yield key;
    if (dict.entries.size !== size)
      raiseError(
        'RuntimeError',
        'dictionary changed size during iteration',
        () => 'dictionary changed size during iteration',
      );
  }
}
