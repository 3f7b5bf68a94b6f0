import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { writeValueMetered } from '../toPyRepr.ts';
import {
  getPyTypeName,
  getValueSize,
  isContainerOfKind,
  isContainerValue,
  type PyDict,
  type PyList,
  type PyValue,
  toDictKey,
} from '../value.ts';
import { formatBriefValue } from './items.ts';

/** Puts items into a list in the place of as many others. @throws Raised a LimitError */
export function spliceList(
  list: PyList,
  at: number,
  gone: number,
  added: readonly PyValue[],
  meter: Meter,
): void {
  meter.work(added.length + gone);
  const removed = list.items.splice(at, gone, ...added);
  list.isChanged = true;
  updateContainerSize(list, list.items.length, removed, added, meter);
}

/** Puts other items in the place of all of a list's. @throws Raised a LimitError */
export const replaceListItems = (list: PyList, items: readonly PyValue[], meter: Meter): void =>
  spliceList(list, 0, list.items.length, items, meter);

/** Counts what came and went; what is in it may have changed meanwhile, so the size is a guess. */
function updateContainerSize(
  container: PyList | PyDict,
  count: number,
  removed: readonly PyValue[],
  added: readonly PyValue[],
  meter: Meter,
): void {
  const { limits } = meter;
  if (count > limits.items)
    raiseError('LimitError', `a ${container.kind} of more than ${limits.items} items`);
  let size = container.size;
  for (const value of removed) size -= getValueSize(value);
  for (const value of added) {
    size += getValueSize(value);
    if (isContainerValue(value)) container.depth = Math.max(container.depth, value.depth + 1);
  }
  container.size = Math.max(count, size);
  if (size > limits.size)
    raiseError('LimitError', `a ${container.kind} with more than ${limits.size} items and characters in it`);
}

/** The position of an index from the start. @throws Raised a TypeError, an IndexError */
function resolveListPosition(list: PyList, index: PyValue, meter: Meter): number {
  const at = resolveIndexFromStart(list, index);
  meter.work(1);
  if (at < 0 || at >= list.items.length)
    raiseError(
      'IndexError',
      `no item ${formatBriefValue(index)} in a list of ${list.items.length}`,
      () => 'list assignment index out of range',
    );
  return at;
}

/** Beyond any index. */
const FAR = 1n << 31n;

/** An index counted from the start, which may be outside of the list. @throws Raised a TypeError */
export function resolveIndexFromStart({ items }: PyList, index: PyValue): number {
  if (typeof index !== 'bigint' && typeof index !== 'boolean')
    return raiseError('TypeError', `an index is an int, not a ${getPyTypeName(index)}`);
  const whole = BigInt(index);
  const near = Number(whole > FAR ? FAR : whole < -FAR ? -FAR : whole);
  return near < 0 ? near + items.length : near;
}

/** `object[index] = value`. @throws Raised a TypeError, an IndexError, a LimitError */
export function setItem(object: PyValue, index: PyValue, value: PyValue, meter: Meter): void {
  if (isContainerOfKind(object, 'dict')) setEntry(object, index, value, meter);
  else if (isContainerOfKind(object, 'list'))
    spliceList(object, resolveListPosition(object, index, meter), 1, [value], meter);
  else raiseError('TypeError', `the items of a ${getPyTypeName(object)} are not set`);
}

/** `dict[key] = value`; an equal key stays as it is. @throws Raised a TypeError for a key, a LimitError */
export function setEntry(dict: PyDict, key: PyValue, value: PyValue, meter: Meter): void {
  const { entries } = dict;
  const id = toDictKey(key, meter);
  const before = entries.get(id);
  entries.set(id, [before?.[0] ?? key, value]);
  dict.changes = (dict.changes ?? 0) + (before === undefined ? 1 : 0);
  meter.work(1);
  const [gone, added] = before === undefined ? [[], [key, value]] : [[before[1]], [value]];
  updateContainerSize(dict, entries.size, gone, added, meter);
}

/** `del object[index]`. @throws Raised a TypeError, an IndexError, a KeyError */
export function deleteItem(object: PyValue, index: PyValue, meter: Meter): void {
  if (isContainerOfKind(object, 'dict')) {
    if (takeEntry(object, index, meter) === undefined)
      raiseError('KeyError', `no key ${formatBriefValue(index)}`, () =>
        writeValueMetered(meter, index, true),
      );
  } else if (isContainerOfKind(object, 'list'))
    spliceList(object, resolveListPosition(object, index, meter), 1, [], meter);
  else raiseError('TypeError', `the items of a ${getPyTypeName(object)} are not deleted`);
}

/** Takes a key out of a dict and returns its value; undefined if there is none. @throws Raised a TypeError */
export function takeEntry(dict: PyDict, key: PyValue, meter: Meter): PyValue | undefined {
  const id = toDictKey(key, meter);
  const entry = dict.entries.get(id);
  if (entry === undefined) return undefined;
  dict.entries.delete(id);
  dict.changes = (dict.changes ?? 0) + 1;
  updateContainerSize(dict, dict.entries.size, entry, [], meter);
  return entry[1];
}

/** Takes all keys out of a dict. */
export function clearEntries(dict: PyDict): void {
  dict.changes = (dict.changes ?? 0) + 1;
  dict.entries.clear();
  dict.size = 0;
}
