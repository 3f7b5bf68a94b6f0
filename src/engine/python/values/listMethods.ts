import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { makeList, type PyList, type PyTuple, type Value } from '../value.ts';
import { resolveIndexFromStart, spliceList } from './changes.ts';
import { areItemsSame } from './comparison.ts';
import { formatBriefValue } from './items.ts';

type ListMethod = (list: PyList, values: readonly Value[], meter: Meter) => Value;

/** Methods that lists alone have; `extend` and `sort` are called in another way. */
export const ON_LISTS: Readonly<Record<string, ListMethod>> = {
  append: (list, values, meter) => replaceListRange(list, list.items.length, 0, values, meter),
  clear: (list, _, meter) => replaceListRange(list, 0, list.items.length, [], meter),
  copy: ({ items }, _, meter) => makeList(items, meter),
  insert: (list, [index, value], meter) => {
    const at = Math.min(Math.max(resolveInsertPosition(list, index), 0), list.items.length);
    return replaceListRange(list, at, 0, [value], meter);
  },
  pop: popListItem,
  remove: (list, [value], meter) => {
    const at = findEqualItem(list, value, meter);
    if (at < 0)
      raiseError(
        'ValueError',
        `${formatBriefValue(value)} is not among the items`,
        () => 'list.remove(x): x not in list',
      );
    return replaceListRange(list, at, 1, [], meter);
  },
  reverse: (list, _, meter) => replaceListRange(list, 0, list.items.length, [...list.items].reverse(), meter),
};

/** What changes a list in place gives None. */
function replaceListRange(
  list: PyList,
  at: number,
  gone: number,
  values: readonly Value[],
  meter: Meter,
): null {
  spliceList(list, at, gone, values, meter);
  return null;
}

function popListItem(list: PyList, values: readonly Value[], meter: Meter): Value {
  const { items } = list;
  if (values.length > 1) raiseError('TypeError', `a list's pop takes one index, not ${values.length}`);
  const at = resolveInsertPosition(list, values.length === 0 ? -1n : values[0]);
  if (items.length === 0) raiseError('IndexError', 'nothing is in this list', () => 'pop from empty list');
  if (at < 0 || at >= items.length)
    raiseError(
      'IndexError',
      `no item ${formatBriefValue(values[0])} in a list of ${items.length}`,
      () => 'pop index out of range',
    );
  const [last] = items.slice(at, at + 1);
  spliceList(list, at, 1, [], meter);
  return last;
}

/** An index counted from the start. @throws Raised a TypeError; an OverflowError beyond 64 bits, as Python does */
function resolveInsertPosition(list: PyList, index: Value): number {
  if (typeof index === 'bigint' && BigInt.asIntN(64, index) !== index)
    raiseError('OverflowError', `${formatBriefValue(index)} is too large for an index`);
  return resolveIndexFromStart(list, index);
}

/** The first place of an equal item, or -1. @throws Raised a LimitError */
export const findEqualItem = ({ items }: PyList | PyTuple, value: Value, meter: Meter): number =>
  items.findIndex(item => areItemsSame(item, value, meter));
