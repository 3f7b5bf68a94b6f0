import { formatSourceExcerpt } from '../formatSourceExcerpt.ts';
import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isContainerValue,
  isListOrTuple,
  makeList,
  makeString,
  type PyList,
  type PyTuple,
  type Value,
} from '../value.ts';
import { areItemsSame } from './comparison.ts';
import { ON_DICTS } from './dictMethods.ts';
import { collectIteratedItems, formatBriefValue } from './items.ts';
import { findEqualItem, ON_LISTS } from './listMethods.ts';
import { findOccurrences } from './search.ts';
import {
  convertCase,
  countCodePoints,
  countOccurrences,
  splitAtOccurrences,
  splitAtWhitespace,
  stripText,
} from './text.ts';

type StringMethod = (text: string, values: readonly Value[], meter: Meter) => Value;

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

/** Whether a value has a method; Python checks this before it evaluates the arguments. */
export function checkMethodExists(object: Value, name: string): void {
  const has =
    (typeof object === 'string' && Object.hasOwn(ON_STRINGS, name)) ||
    (isListOrTuple(object) && ON_SEQUENCES.has(name)) ||
    (isContainerOfKind(object, 'list') && Object.hasOwn(ON_LISTS, name)) ||
    (isContainerOfKind(object, 'dict') && Object.hasOwn(ON_DICTS, name)) ||
    (isContainerValue(object) && CALLED_APART[name] === object.kind);
  if (!has) raiseError('AttributeError', `a ${getPyTypeName(object)} has no method ${name}`);
}

/** Calls a method that `checkMethodExists` has found. @throws Raised */
export function callMethod(object: Value, name: string, values: readonly Value[], meter: Meter): Value {
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

function findSequenceIndex(sequence: PyList | PyTuple, sought: Value, meter: Meter): bigint {
  const at = findEqualItem(sequence, sought, meter);
  return at < 0 ? raiseError('ValueError', `${formatBriefValue(sought)} is not among the items`) : BigInt(at);
}

function requireString(value: Value, meter: Meter): string {
  if (typeof value !== 'string')
    return raiseError('TypeError', `a str is needed, not a ${getPyTypeName(value)}`);
  meter.work(1 + value.length);
  return value;
}

const getStripCharacters = (value: Value | undefined, meter: Meter): string | null =>
  value === undefined || value === null ? null : requireString(value, meter);

/** One string or a tuple of them, the first match ends the search. */
function matchesAnyString(value: Value, meter: Meter, fits: (part: string) => boolean): boolean {
  if (!isContainerOfKind(value, 'tuple')) return fits(requireString(value, meter));
  return value.items.some(part => fits(requireString(part, meter)));
}

function joinPyStrings(separator: string, [value]: readonly Value[], meter: Meter): string {
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

function replaceInPyString(text: string, [part, other]: readonly Value[], meter: Meter): string {
  const [from, to] = [requireString(part, meter), requireString(other, meter)];
  const growth = countOccurrences(text, from) * (to.length - from.length);
  if (text.length + growth > meter.limits.characters) raiseStringTooLong(meter);
  meter.work(text.length + growth);
  // An empty string matches between characters, never inside a surrogate pair.
  if (from === '') return `${to}${[...text].map(sign => sign + to).join('')}`;
  return splitAtOccurrences(text, from).join(to);
}

function splitPyString(text: string, [separator]: readonly Value[], meter: Meter): Value {
  const at = getStripCharacters(separator, meter);
  if (at === '') raiseError('ValueError', 'a string is not split at nothing');
  const parts = at === null ? splitAtWhitespace(text) : splitAtOccurrences(text, at);
  return makeList(parts, meter);
}
