import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import { writeValueMetered } from '../toPyRepr.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isContainerValue,
  isListOrTuple,
  makeDict,
  makeList,
  makeString,
  type PyDict,
  type PyList,
  type PyTuple,
  type PyValue,
  toDictKey,
} from '../value.ts';
import { clearEntries, resolveIndexFromStart, setEntry, spliceList, takeEntry } from './collectionChanges.ts';
import { areItemsSame } from './compareValues.ts';
import { collectIteratedItems, formatBriefValue } from './items.ts';
import {
  convertCase,
  countCodePoints,
  countOccurrences,
  findOccurrences,
  splitAtOccurrences,
  splitAtWhitespace,
  stripText,
} from './pythonText.ts';

type ListMethod = (list: PyList, values: readonly PyValue[], meter: Meter) => PyValue;

/** Methods that lists alone have; `extend` and `sort` are called in another way. */
const ON_LISTS: Readonly<Record<string, ListMethod>> = {
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

/** Changes of a list in place return None. */
function replaceListRange(
  list: PyList,
  at: number,
  gone: number,
  values: readonly PyValue[],
  meter: Meter,
): null {
  spliceList(list, at, gone, values, meter);
  return null;
}

function popListItem(list: PyList, values: readonly PyValue[], meter: Meter): PyValue {
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
function resolveInsertPosition(list: PyList, index: PyValue): number {
  if (typeof index === 'bigint' && BigInt.asIntN(64, index) !== index)
    raiseError('OverflowError', `${formatBriefValue(index)} is too large for an index`);
  return resolveIndexFromStart(list, index);
}

/** The first place of an equal item, or -1. @throws Raised a LimitError */
const findEqualItem = ({ items }: PyList | PyTuple, value: PyValue, meter: Meter): number =>
  items.findIndex(item => areItemsSame(item, value, meter));

type DictMethod = (dict: PyDict, values: readonly PyValue[], meter: Meter) => PyValue;

/** Methods of dicts; `items`, `keys`, `values`, and `update` with a value, are called in another way. */
const ON_DICTS: Readonly<Record<string, DictMethod>> = {
  clear: dict => {
    clearEntries(dict);
    return null;
  },
  copy: ({ entries }, _, meter) => makeDict([...entries.values()], meter),
  get: ({ entries }, [key, other], meter) => {
    const entry = entries.get(toDictKey(key, meter));
    return entry === undefined ? (other ?? null) : entry[1];
  },
  pop: (dict, values, meter) => {
    if (values.length === 0) raiseError('TypeError', "a dict's pop takes a key");
    const [key, other] = values;
    // In an empty dict Python seeks no key, not even one that could be none.
    const value = dict.entries.size === 0 ? undefined : takeEntry(dict, key, meter);
    if (value !== undefined) return value;
    return other === undefined
      ? raiseError('KeyError', `no key ${formatBriefValue(key)}`, () => writeValueMetered(meter, key, true))
      : other;
  },
  setdefault: (dict, [key, other], meter) => {
    const entry = dict.entries.get(toDictKey(key, meter));
    if (entry === undefined) setEntry(dict, key, other ?? null, meter);
    return entry === undefined ? (other ?? null) : entry[1];
  },
  // With nothing to take over.
  update: () => null,
};

type StringMethod = (text: string, values: readonly PyValue[], meter: Meter) => PyValue;

const ON_STRINGS: Readonly<Record<string, StringMethod>> = {
  count: (text, [part], meter) => BigInt(countOccurrences(text, requireString(part, meter))),
  endswith: (text, [end], meter) => matchesAnyString(end, meter, part => text.endsWith(part)),
  index: (text, [part], meter) => {
    const sought = requireString(part, meter);
    const at = sought === '' ? 0 : findOccurrences(text, sought, 1)[0];
    if (at === undefined) raiseError('ValueError', `'${formatSourceExcerpt(sought)}' is not found`);
    return BigInt(countCodePoints(text.slice(0, at)));
  },
  find: (text, [part], meter) => {
    const sought = requireString(part, meter);
    const at = sought === '' ? 0 : (findOccurrences(text, sought, 1)[0] ?? -1);
    return BigInt(at < 0 ? at : countCodePoints(text.slice(0, at)));
  },
  join: joinPyStrings,
  lower: (text, _, { limits }) => makeString(convertCase(text, false), limits),
  lstrip: (text, [signs], meter) => stripText(text, 'left', getStripCharacters(signs, meter)),
  replace: replaceInPyString,
  rstrip: (text, [signs], meter) => stripText(text, 'right', getStripCharacters(signs, meter)),
  split: splitPyString,
  startswith: (text, [start], meter) => matchesAnyString(start, meter, part => text.startsWith(part)),
  strip: (text, [signs], meter) => stripText(text, 'both', getStripCharacters(signs, meter)),
  upper: (text, _, { limits }) => makeString(convertCase(text, true), limits),
};

/** Methods that are called with more than values: their items one by one, or a key to sort by. */
const CALLED_APART: Readonly<Record<string, 'dict' | 'list'>> = {
  extend: 'list',
  items: 'dict',
  keys: 'dict',
  sort: 'list',
  update: 'dict',
  values: 'dict',
};
const ON_SEQUENCES = new Set(['count', 'index']);

/** Checks that a value has a method; Python does this before it evaluates the arguments. */
export function checkMethodExists(object: PyValue, name: string): void {
  const has =
    (typeof object === 'string' && Object.hasOwn(ON_STRINGS, name)) ||
    (isListOrTuple(object) && ON_SEQUENCES.has(name)) ||
    (isContainerOfKind(object, 'list') && Object.hasOwn(ON_LISTS, name)) ||
    (isContainerOfKind(object, 'dict') && Object.hasOwn(ON_DICTS, name)) ||
    (isContainerValue(object) && CALLED_APART[name] === object.kind);
  if (!has) raiseError('AttributeError', `a ${getPyTypeName(object)} has no method ${name}`);
}

/** Calls a method that `checkMethodExists` has found. @throws Raised */
export function callMethod(object: PyValue, name: string, values: readonly PyValue[], meter: Meter): PyValue {
  if (typeof object === 'string') {
    meter.work(object.length);
    return ON_STRINGS[name](object, values, meter);
  }
  if (isContainerOfKind(object, 'dict')) return ON_DICTS[name](object, values, meter);
  if (isContainerOfKind(object, 'list') && Object.hasOwn(ON_LISTS, name))
    return ON_LISTS[name](object, values, meter);
  if (!isListOrTuple(object))
    return raiseError('AttributeError', `a ${getPyTypeName(object)} has no method ${name}`);
  if (name === 'index') return findSequenceIndex(object, values[0], meter);
  return BigInt(object.items.filter(item => areItemsSame(item, values[0], meter)).length);
}

function findSequenceIndex(sequence: PyList | PyTuple, sought: PyValue, meter: Meter): bigint {
  const at = findEqualItem(sequence, sought, meter);
  return at < 0 ? raiseError('ValueError', `${formatBriefValue(sought)} is not among the items`) : BigInt(at);
}

function requireString(value: PyValue, meter: Meter): string {
  if (typeof value !== 'string')
    return raiseError('TypeError', `a str is needed, not a ${getPyTypeName(value)}`);
  meter.work(1 + value.length);
  return value;
}

const getStripCharacters = (value: PyValue | undefined, meter: Meter): string | null =>
  value === undefined || value === null ? null : requireString(value, meter);

/** One string or a tuple of them, the first match ends the search. */
function matchesAnyString(value: PyValue, meter: Meter, fits: (part: string) => boolean): boolean {
  if (!isContainerOfKind(value, 'tuple')) return fits(requireString(value, meter));
  return value.items.some(part => fits(requireString(part, meter)));
}

function joinPyStrings(separator: string, [value]: readonly PyValue[], meter: Meter): string {
  const parts = collectIteratedItems(value, meter);
  let length = 0;
  const texts = parts.map(part => {
    const text = requireString(part, meter);
    length += text.length + separator.length;
    return text;
  });
  if (length - separator.length > meter.limits.characters) raiseStringTooLong(meter);
  meter.work(separator.length * parts.length);
  return texts.join(separator);
}

const raiseStringTooLong = (meter: Meter): never =>
  raiseError('LimitError', `a string of more than ${meter.limits.characters} characters`);

function replaceInPyString(text: string, [part, other]: readonly PyValue[], meter: Meter): string {
  const [from, to] = [requireString(part, meter), requireString(other, meter)];
  const growth = countOccurrences(text, from) * (to.length - from.length);
  if (text.length + growth > meter.limits.characters) raiseStringTooLong(meter);
  meter.work(text.length + growth);
  // An empty string matches between characters, never inside a surrogate pair.
  if (from === '') return `${to}${[...text].map(sign => sign + to).join('')}`;
  return splitAtOccurrences(text, from).join(to);
}

function splitPyString(text: string, [separator]: readonly PyValue[], meter: Meter): PyValue {
  const at = getStripCharacters(separator, meter);
  if (at === '') raiseError('ValueError', 'a string is not split at nothing');
  const parts = at === null ? splitAtWhitespace(text) : splitAtOccurrences(text, at);
  return makeList(parts, meter);
}
