import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { ComparisonOperator, Order } from '../program.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isListOrTuple,
  isNumericValue,
  type PyDict,
  type PyValue,
  toDictKey,
} from '../value.ts';
import { toPlainNumber } from './number.ts';
import { containsText } from './pythonText.ts';

/** Python's ==. Within containers it is `isSame`. @throws Raised a LimitError */
function areValuesEqual(left: PyValue, right: PyValue, meter: Meter, depth = 0): boolean {
  if (depth > meter.limits.depth) raiseTooDeep(meter);
  if (isNumericValue(left) && isNumericValue(right))
    // biome-ignore lint/suspicious/noDoubleEquals: an int equals a float of the same amount, exactly
    return toPlainNumber(left) == toPlainNumber(right);
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(Math.min(left.length, right.length));
    return left === right;
  }
  if (isListOrTuple(left) && isListOrTuple(right)) {
    if (left.kind !== right.kind || left.items.length !== right.items.length) return false;
    return left.items.every((item, at) => areItemsSame(item, right.items[at], meter, depth + 1));
  }
  if (isContainerOfKind(left, 'dict') && isContainerOfKind(right, 'dict'))
    return areDictsEqual(left, right, meter, depth + 1);
  return left === right;
}

function areDictsEqual(left: PyDict, right: PyDict, meter: Meter, depth: number): boolean {
  if (left.entries.size !== right.entries.size) return false;
  for (const [id, [, value]] of left.entries) {
    meter.work(id.length);
    const other = right.entries.get(id);
    if (other === undefined || !areItemsSame(value, other[1], meter, depth)) return false;
  }
  return true;
}

/** Equal, or the same object: Python's test for items of containers. */
export function areItemsSame(left: PyValue, right: PyValue, meter: Meter, depth = 0): boolean {
  meter.work(1);
  if (Number.isNaN(left) && Number.isNaN(right))
    raiseError('LimitError', 'whether two nan in lists are the same object is not known here');
  return areValuesEqual(left, right, meter, depth);
}

/** Two lists that hold themselves are never done with. */
const raiseTooDeep = ({ limits }: Meter): never =>
  raiseError('LimitError', `more than ${limits.depth} lists, tuples or dicts in each other`);

/** Python's <, <=, > and >=. @throws Raised a TypeError, a LimitError */
export function isOrderSatisfied(
  operator: Order,
  left: PyValue,
  right: PyValue,
  meter: Meter,
  depth = 0,
): boolean {
  if (depth > meter.limits.depth) raiseTooDeep(meter);
  if (isNumericValue(left) && isNumericValue(right))
    return compareByOperator(operator, toPlainNumber(left), toPlainNumber(right));
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(Math.min(left.length, right.length));
    return compareByOperator(operator, compareStrings(left, right), 0);
  }
  if (!isListOrTuple(left) || !isListOrTuple(right) || left.kind !== right.kind)
    return raiseError(
      'TypeError',
      `${operator} does not go with ${getPyTypeName(left)} and ${getPyTypeName(right)}`,
    );
  const shorter = Math.min(left.items.length, right.items.length);
  for (let at = 0; at < shorter; at += 1)
    if (!areItemsSame(left.items[at], right.items[at], meter, depth + 1))
      return isOrderSatisfied(operator, left.items[at], right.items[at], meter, depth + 1);
  return compareByOperator(operator, left.items.length, right.items.length);
}

function compareByOperator(operator: Order, left: bigint | number, right: bigint | number): boolean {
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
    if (one !== other) return rankCodeUnit(one) - rankCodeUnit(other);
  }
  return left.length - right.length;
}

const rankCodeUnit = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** `item in container`. @throws Raised a TypeError, a LimitError */
function isInContainer(item: PyValue, container: PyValue, meter: Meter): boolean {
  if (typeof container === 'string') {
    if (typeof item !== 'string')
      return raiseError('TypeError', `a ${getPyTypeName(item)} cannot be in a str`);
    meter.work(container.length + item.length);
    return containsText(container, item);
  }
  if (isListOrTuple(container)) return container.items.some(other => areItemsSame(other, item, meter));
  if (isContainerOfKind(container, 'dict')) {
    return container.entries.has(toDictKey(item, meter));
  }
  return raiseError('TypeError', `nothing can be in a ${getPyTypeName(container)}`);
}

/** `left operator right`. @throws Raised a TypeError, a LimitError */
export function isComparisonTrue(
  operator: ComparisonOperator,
  left: PyValue,
  right: PyValue,
  meter: Meter,
): boolean {
  switch (operator) {
    case '==':
      return areValuesEqual(left, right, meter);
    case '!=':
      return !areValuesEqual(left, right, meter);
    case 'in':
      return isInContainer(left, right, meter);
    case 'not in':
      return !isInContainer(left, right, meter);
    case 'is':
      return left === right;
    case 'is not':
      return left !== right;
    default:
      return isOrderSatisfied(operator, left, right, meter);
  }
}
