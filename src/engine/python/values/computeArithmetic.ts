import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Arithmetic } from '../program.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isListOrTuple,
  isNumericValue,
  makeList,
  makeString,
  makeTuple,
  type PyList,
  type PyTuple,
  type PyValue,
} from '../value.ts';
import { replaceListItems, spliceList } from './collectionChanges.ts';
import { collectIteratedItems } from './items.ts';
import {
  checkIntBits,
  computeBigIntPower,
  convertIntToFloat,
  countBits,
  divideToNearestFloat,
  toPlainNumber,
} from './number.ts';

/** `left operator right`. @throws Raised Python's errors, or a LimitError */
export function computeArithmetic(
  operator: Arithmetic,
  left: PyValue,
  right: PyValue,
  meter: Meter,
): PyValue {
  if (isNumericValue(left) && isNumericValue(right))
    return computeNumeric(operator, toPlainNumber(left), toPlainNumber(right), meter);
  const joined = operator === '+' ? concatValues(left, right, meter) : null;
  const value = joined ?? (operator === '*' ? repeatSequence(left, right, meter) : null);
  if (value !== null) return value;
  if (operator === '%' && typeof left === 'string')
    raiseError('LimitError', 'a string is not formatted with % here');
  return raiseError(
    'TypeError',
    `${operator} does not go with ${getPyTypeName(left)} and ${getPyTypeName(right)}`,
  );
}

function concatValues(left: PyValue, right: PyValue, meter: Meter): PyValue | null {
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(left.length + right.length);
    return makeString(left + right, meter.limits);
  }
  if (!isListOrTuple(left) || !isListOrTuple(right) || left.kind !== right.kind) return null;
  return createSameKind(left, [...left.items, ...right.items], meter);
}

const createSameKind = (like: PyList | PyTuple, items: readonly PyValue[], meter: Meter): PyValue =>
  like.kind === 'list' ? makeList(items, meter) : makeTuple(items, meter);

function repeatSequence(left: PyValue, right: PyValue, meter: Meter): PyValue | null {
  const [sequence, times] = typeof left === 'string' || isListOrTuple(left) ? [left, right] : [right, left];
  if (typeof sequence !== 'string' && !isListOrTuple(sequence)) return null;
  if (typeof times !== 'bigint' && typeof times !== 'boolean') return null;
  if (BigInt.asIntN(64, BigInt(times)) !== BigInt(times))
    raiseError('OverflowError', `${formatSourceExcerpt(String(times))} times is too often`);
  const length = typeof sequence === 'string' ? sequence.length : sequence.items.length;
  const most = typeof sequence === 'string' ? meter.limits.characters : meter.limits.items;
  const count = BigInt(times) < 0n ? 0n : BigInt(times);
  if (BigInt(length) * count > BigInt(most))
    raiseError('LimitError', `a ${getPyTypeName(sequence)} of more than ${most} items`);
  const whole = length === 0 ? 0 : Number(count);
  if (typeof sequence === 'string') {
    meter.work(length * whole);
    return sequence.repeat(whole);
  }
  const items: PyValue[] = [];
  for (let time = 0; time < whole; time++) for (const item of sequence.items) items.push(item);
  return createSameKind(sequence, items, meter);
}

function computeNumeric(
  operator: Arithmetic,
  left: bigint | number,
  right: bigint | number,
  meter: Meter,
): PyValue {
  if (operator === '**') return computePyPower(left, right, meter);
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return computeIntOperation(operator, left, right, meter);
  return computeFloatOperation(operator, convertIntToFloat(left), convertIntToFloat(right));
}

function computeIntOperation(
  operator: Exclude<Arithmetic, '**'>,
  left: bigint,
  right: bigint,
  meter: Meter,
): PyValue {
  switch (operator) {
    case '+':
      return checkIntBits(left + right, meter);
    case '-':
      return checkIntBits(left - right, meter);
    case '*':
      return checkIntBits(left * right, meter);
    case '/':
      return divideToNearestFloat(left, right === 0n ? raiseDivisionByZero(() => 'division by zero') : right);
    case '//':
      return checkIntBits((left - computeIntModulo(left, right)) / right, meter);
    case '%':
      return computeIntModulo(left, right);
  }
}

/** Python's %, whose result has the sign of the divisor. */
function computeIntModulo(left: bigint, right: bigint): bigint {
  const rest = left % (right === 0n ? raiseDivisionByZero() : right);
  return rest !== 0n && rest < 0n !== right < 0n ? rest + right : rest;
}

/** @param formatMessage Python's words, if all its versions have the same */
const raiseDivisionByZero = (formatMessage?: () => string): never =>
  raiseError('ZeroDivisionError', 'a division by zero', formatMessage);

function computeFloatOperation(operator: Exclude<Arithmetic, '**'>, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
  }
  if (right === 0) raiseDivisionByZero();
  if (operator === '/') return left / right;
  return operator === '%' ? computeFloatModulo(left, right) : computeFloatFloorDivision(left, right);
}

const applyZeroSign = (zero: 0, like: number): number => (like < 0 || Object.is(like, -0) ? -zero : zero);

function computeFloatModulo(left: number, right: number): number {
  const rest = left % right;
  if (rest === 0) return applyZeroSign(0, right);
  return rest < 0 !== right < 0 && !Number.isNaN(rest) ? rest + right : rest;
}

/**
 * Python's // of floats, computed from the remainder as CPython does (`_float_div_mod`), so that both agree.
 */
function computeFloatFloorDivision(left: number, right: number): number {
  const rest = left % right;
  let quotient = (left - rest) / right;
  if (rest !== 0 && rest < 0 !== right < 0) quotient -= 1;
  if (quotient === 0) return applyZeroSign(0, left / right);
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

function computePyPower(left: bigint | number, right: bigint | number, meter: Meter): PyValue {
  if (Number(right) < 0 && Number(left) === 0) raiseError('ZeroDivisionError', '0 to a negative power');
  if (typeof left === 'number' || typeof right === 'number' || right < 0n)
    raiseError(
      'LimitError',
      'only ints to a power that is not negative, since the last digit is not certain: write x * x',
    );
  if (left >= -1n && left <= 1n) return computeBigIntPower(left, right === 0n ? 0n : 2n - (right & 1n));
  const bits = countBits(left < 0n ? -left : left) - 1;
  if (right * BigInt(bits) > BigInt(meter.limits.bits))
    raiseError('LimitError', `an int of more than ${meter.limits.bits} bits`);
  return checkIntBits(computeBigIntPower(left, right), meter);
}

/** `+value` or `-value`. */
export function applyUnarySign(operator: '+' | '-', value: PyValue): PyValue {
  if (!isNumericValue(value))
    return raiseError('TypeError', `${operator} does not go with ${getPyTypeName(value)}`);
  const number = toPlainNumber(value);
  return operator === '-' ? -number : number;
}

/** `left operator= right`, which changes a list in place, visibly to its other names. */
export function applyInPlaceOperator(
  operator: Arithmetic,
  left: PyValue,
  right: PyValue,
  meter: Meter,
): PyValue {
  if (!isContainerOfKind(left, 'list') || (operator !== '+' && operator !== '*'))
    return computeArithmetic(operator, left, right, meter);
  if (operator === '+') spliceList(left, left.items.length, 0, collectIteratedItems(right, meter), meter);
  else {
    const whole = computeArithmetic(operator, left, right, meter);
    replaceListItems(left, isContainerOfKind(whole, 'list') ? whole.items : [], meter);
  }
  return left;
}
