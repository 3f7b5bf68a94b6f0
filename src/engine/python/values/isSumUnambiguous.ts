import { isNumericValue, type PyValue } from '../value.ts';
import { toPlainNumber } from './number.ts';

/**
 * A Python version's way of adding: the bits of its C long, and whether ints among floats count for the
 * correction.
 */
interface Addition {
  readonly bits: 32 | 64;
  readonly correctsInts: boolean;
}

const ADDITIONS: readonly Addition[] = [
  { bits: 64, correctsInts: false },
  { bits: 64, correctsInts: true },
  { bits: 32, correctsInts: false },
  { bits: 32, correctsInts: true },
];

/**
 * True if every Python version arrives at the total of adding from left to right: up to 3.11 they add that way, and
 * from 3.12 on they add floats with a correction.
 */
export function isSumUnambiguous(total: PyValue, items: readonly PyValue[], start: PyValue): boolean {
  if (typeof total !== 'number') return true;
  // A sum that begins with a bool is added from left to right by every version.
  if (!isNumericValue(start) || typeof start === 'boolean') return true;
  const numbers = items.filter(isNumericValue).map(toPlainNumber);
  return ADDITIONS.every(addition => Object.is(computeCompensatedSum(numbers, start, addition), total));
}

type Plain = bigint | number;

/** As CPython's `sum` does it (Python/bltinmodule.c): ints, then floats, then anything else. */
function computeCompensatedSum(items: readonly Plain[], start: Plain, addition: Addition): number {
  const isLong = (value: Plain): boolean =>
    typeof value === 'bigint' && BigInt.asIntN(addition.bits, value) === value;
  let at = 0;
  let sum = start;
  while (at < items.length && isLong(sum) && typeof items[at] === 'bigint') {
    sum = addPlainNumbers(sum, items[at]);
    at += 1;
    if (!isLong(sum) || !isLong(items[at - 1])) return sumFromLeft(items, at, sum);
  }
  if (typeof sum === 'bigint') {
    if (!isLong(sum)) return sumFromLeft(items, at, sum);
    sum = addPlainNumbers(sum, items[at]);
    at += 1;
  }
  let float = Number(sum);
  let correction = 0;
  for (; at < items.length; at += 1) {
    const item = items[at];
    if (typeof item === 'bigint' && !isLong(item))
      return sumFromLeft(items, at, addCorrection(float, correction));
    const next = float + Number(item);
    if (typeof item === 'number' || addition.correctsInts)
      correction += computeRoundingError(float, Number(item), next);
    float = next;
  }
  return addCorrection(float, correction);
}

const addPlainNumbers = (left: Plain, right: Plain): Plain =>
  typeof left === 'bigint' && typeof right === 'bigint' ? left + right : Number(left) + Number(right);

const sumFromLeft = (items: readonly Plain[], at: number, sum: Plain): number =>
  Number(items.slice(at).reduce(addPlainNumbers, sum));

/** Rounding error of a sum (Neumaier). */
const computeRoundingError = (left: number, right: number, sum: number): number =>
  Math.abs(left) >= Math.abs(right) ? left - sum + right : right - sum + left;

const addCorrection = (sum: number, correction: number): number =>
  correction !== 0 && Number.isFinite(correction) ? sum + correction : sum;
