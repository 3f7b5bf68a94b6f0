import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Comparison, Order } from '../program.ts';
import { isKind, isNumeric, isSequence, keyOf, type PyDict, typeName, type Value } from '../value.ts';
import { plainNumber } from './number.ts';
import { holds } from './search.ts';

/** Python's ==. Within containers it is `isSame`. @throws Raised a LimitError */
function isEqual(left: Value, right: Value, meter: Meter, depth = 0): boolean {
  if (depth > meter.limits.depth) tooDeep(meter);
  if (isNumeric(left) && isNumeric(right))
    // biome-ignore lint/suspicious/noDoubleEquals: an int equals a float of the same amount, exactly
    return plainNumber(left) == plainNumber(right);
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(Math.min(left.length, right.length));
    return left === right;
  }
  if (isSequence(left) && isSequence(right)) {
    if (left.kind !== right.kind || left.items.length !== right.items.length) return false;
    return left.items.every((item, at) => isSame(item, right.items[at], meter, depth + 1));
  }
  if (isKind(left, 'dict') && isKind(right, 'dict')) return isEqualDict(left, right, meter, depth + 1);
  return left === right;
}

function isEqualDict(left: PyDict, right: PyDict, meter: Meter, depth: number): boolean {
  if (left.entries.size !== right.entries.size) return false;
  for (const [id, [, value]] of left.entries) {
    meter.work(id.length);
    const other = right.entries.get(id);
    if (other === undefined || !isSame(value, other[1], meter, depth)) return false;
  }
  return true;
}

/** Equal, or the same object: Python's test for items of containers. */
export function isSame(left: Value, right: Value, meter: Meter, depth = 0): boolean {
  meter.work(1);
  if (Number.isNaN(left) && Number.isNaN(right))
    raise('LimitError', 'whether two nan in lists are the same object is not known here');
  return isEqual(left, right, meter, depth);
}

/** Two lists that hold themselves are never done with. */
const tooDeep = ({ limits }: Meter): never =>
  raise('LimitError', `more than ${limits.depth} lists, tuples or dicts in each other`);

/** Python's <, <=, > and >=. @throws Raised a TypeError, a LimitError */
export function isOrdered(operator: Order, left: Value, right: Value, meter: Meter, depth = 0): boolean {
  if (depth > meter.limits.depth) tooDeep(meter);
  if (isNumeric(left) && isNumeric(right)) return isSo(operator, plainNumber(left), plainNumber(right));
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(Math.min(left.length, right.length));
    return isSo(operator, compareStrings(left, right), 0);
  }
  if (!isSequence(left) || !isSequence(right) || left.kind !== right.kind)
    return raise('TypeError', `${operator} does not go with ${typeName(left)} and ${typeName(right)}`);
  const shorter = Math.min(left.items.length, right.items.length);
  for (let at = 0; at < shorter; at += 1)
    if (!isSame(left.items[at], right.items[at], meter, depth + 1))
      return isOrdered(operator, left.items[at], right.items[at], meter, depth + 1);
  return isSo(operator, left.items.length, right.items.length);
}

function isSo(operator: Order, left: bigint | number, right: bigint | number): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** By code point: surrogates rank above all other units. Negative, 0 or positive. */
function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** `item in container`. @throws Raised a TypeError, a LimitError */
function isIn(item: Value, container: Value, meter: Meter): boolean {
  if (typeof container === 'string') {
    if (typeof item !== 'string') return raise('TypeError', `a ${typeName(item)} cannot be in a str`);
    meter.work(container.length + item.length);
    return holds(container, item);
  }
  if (isSequence(container)) return container.items.some(other => isSame(other, item, meter));
  if (isKind(container, 'dict')) {
    return container.entries.has(keyOf(item, meter));
  }
  return raise('TypeError', `nothing can be in a ${typeName(container)}`);
}

/** `left operator right`. @throws Raised a TypeError, a LimitError */
export function isHolding(operator: Comparison, left: Value, right: Value, meter: Meter): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, meter);
    case '!=':
      return !isEqual(left, right, meter);
    case 'in':
      return isIn(left, right, meter);
    case 'not in':
      return !isIn(left, right, meter);
    case 'is':
      return left === right;
    case 'is not':
      return left !== right;
    default:
      return isOrdered(operator, left, right, meter);
  }
}
