import { echo } from '../echo.ts';
import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import {
  isContainer,
  isKind,
  isSequence,
  makeList,
  makeString,
  type PyList,
  type PyTuple,
  typeName,
  type Value,
} from '../value.ts';
import { isSame } from './comparison.ts';
import { ON_DICTS } from './dictMethods.ts';
import { brief, iterated } from './items.ts';
import { ON_LISTS, placeOf } from './listMethods.ts';
import { placesOf } from './search.ts';
import { countOf, inCase, lengthOf, partedAt, stripped, wordsOf } from './text.ts';

type StringMethod = (text: string, values: readonly Value[], meter: Meter) => Value;

const ON_STRINGS: Readonly<Record<string, StringMethod>> = {
  count: (text, [part], meter) => BigInt(countOf(text, textIn(part, meter))),
  endswith: (text, [end], meter) => anyOf(end, meter, part => text.endsWith(part)),
  index: (text, [part], meter) => {
    const sought = textIn(part, meter);
    const at = sought === '' ? 0 : placesOf(text, sought, 1)[0];
    if (at === undefined) raise('ValueError', `'${echo(sought)}' is not found`);
    return BigInt(lengthOf(text.slice(0, at)));
  },
  find: (text, [part], meter) => {
    const sought = textIn(part, meter);
    const at = sought === '' ? 0 : (placesOf(text, sought, 1)[0] ?? -1);
    return BigInt(at < 0 ? at : lengthOf(text.slice(0, at)));
  },
  join: joined,
  lower: (text, _, { limits }) => makeString(inCase(text, false), limits),
  lstrip: (text, [signs], meter) => stripped(text, 'left', signsIn(signs, meter)),
  replace: replaced,
  rstrip: (text, [signs], meter) => stripped(text, 'right', signsIn(signs, meter)),
  split: parted,
  startswith: (text, [start], meter) => anyOf(start, meter, part => text.startsWith(part)),
  strip: (text, [signs], meter) => stripped(text, 'both', signsIn(signs, meter)),
  upper: (text, _, { limits }) => makeString(inCase(text, true), limits),
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
export function checkMethod(object: Value, name: string): void {
  const has =
    (typeof object === 'string' && Object.hasOwn(ON_STRINGS, name)) ||
    (isSequence(object) && ON_SEQUENCES.has(name)) ||
    (isKind(object, 'list') && Object.hasOwn(ON_LISTS, name)) ||
    (isKind(object, 'dict') && Object.hasOwn(ON_DICTS, name)) ||
    (isContainer(object) && CALLED_APART[name] === object.kind);
  if (!has) raise('AttributeError', `a ${typeName(object)} has no method ${name}`);
}

/** Calls a method that `checkMethod` has found. @throws Raised */
export function callMethod(object: Value, name: string, values: readonly Value[], meter: Meter): Value {
  if (typeof object === 'string') {
    meter.work(object.length);
    return ON_STRINGS[name](object, values, meter);
  }
  if (isKind(object, 'dict')) return ON_DICTS[name](object, values, meter);
  if (isKind(object, 'list') && Object.hasOwn(ON_LISTS, name)) return ON_LISTS[name](object, values, meter);
  if (!isSequence(object)) return raise('AttributeError', `a ${typeName(object)} has no method ${name}`);
  if (name === 'index') return indexIn(object, values[0], meter);
  return BigInt(object.items.filter(item => isSame(item, values[0], meter)).length);
}

function indexIn(sequence: PyList | PyTuple, sought: Value, meter: Meter): bigint {
  const at = placeOf(sequence, sought, meter);
  return at < 0 ? raise('ValueError', `${brief(sought)} is not among the items`) : BigInt(at);
}

function textIn(value: Value, meter: Meter): string {
  if (typeof value !== 'string') return raise('TypeError', `a str is needed, not a ${typeName(value)}`);
  meter.work(1 + value.length);
  return value;
}

const signsIn = (value: Value | undefined, meter: Meter): string | null =>
  value === undefined || value === null ? null : textIn(value, meter);

/** One string or a tuple of them, the first match ends the search. */
function anyOf(value: Value, meter: Meter, fits: (part: string) => boolean): boolean {
  if (!isKind(value, 'tuple')) return fits(textIn(value, meter));
  return value.items.some(part => fits(textIn(part, meter)));
}

function joined(separator: string, [value]: readonly Value[], meter: Meter): string {
  const parts = iterated(value, meter);
  let length = 0;
  const texts = parts.map(part => {
    const text = textIn(part, meter);
    length += text.length + separator.length;
    return text;
  });
  if (length - separator.length > meter.limits.characters) tooLong(meter);
  meter.work(separator.length * parts.length);
  return texts.join(separator);
}

const tooLong = (meter: Meter): never =>
  raise('LimitError', `a string of more than ${meter.limits.characters} characters`);

function replaced(text: string, [part, other]: readonly Value[], meter: Meter): string {
  const [from, to] = [textIn(part, meter), textIn(other, meter)];
  const growth = countOf(text, from) * (to.length - from.length);
  if (text.length + growth > meter.limits.characters) tooLong(meter);
  meter.work(text.length + growth);
  // An empty string matches between characters, never inside a surrogate pair.
  if (from === '') return `${to}${[...text].map(sign => sign + to).join('')}`;
  return partedAt(text, from).join(to);
}

function parted(text: string, [separator]: readonly Value[], meter: Meter): Value {
  const at = signsIn(separator, meter);
  if (at === '') raise('ValueError', 'a string is not split at nothing');
  const parts = at === null ? wordsOf(text) : partedAt(text, at);
  return makeList(parts, meter);
}
