import { echo } from '../echo.ts';
import { raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Arithmetic } from '../program.ts';
import {
  isKind,
  isNumeric,
  isSequence,
  makeList,
  makeString,
  makeTuple,
  type PyList,
  type PyTuple,
  typeName,
  type Value,
} from '../value.ts';
import { refill, splice } from './changes.ts';
import { iterated } from './items.ts';
import { bitLength, bounded, plainNumber, powerOf, ratio, toFloat } from './number.ts';

/** `left operator right`. @throws Raised Python's errors, or a LimitError */
export function arithmetic(operator: Arithmetic, left: Value, right: Value, meter: Meter): Value {
  if (isNumeric(left) && isNumeric(right))
    return numeric(operator, plainNumber(left), plainNumber(right), meter);
  const joined = operator === '+' ? concatenated(left, right, meter) : null;
  const value = joined ?? (operator === '*' ? repeated(left, right, meter) : null);
  if (value !== null) return value;
  if (operator === '%' && typeof left === 'string')
    raise('LimitError', 'a string is not formatted with % here');
  return raise('TypeError', `${operator} does not go with ${typeName(left)} and ${typeName(right)}`);
}

function concatenated(left: Value, right: Value, meter: Meter): Value | null {
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(left.length + right.length);
    return makeString(left + right, meter.limits);
  }
  if (!isSequence(left) || !isSequence(right) || left.kind !== right.kind) return null;
  return likewise(left, [...left.items, ...right.items], meter);
}

const likewise = (like: PyList | PyTuple, items: readonly Value[], meter: Meter): Value =>
  like.kind === 'list' ? makeList(items, meter) : makeTuple(items, meter);

function repeated(left: Value, right: Value, meter: Meter): Value | null {
  const [sequence, times] = typeof left === 'string' || isSequence(left) ? [left, right] : [right, left];
  if (typeof sequence !== 'string' && !isSequence(sequence)) return null;
  if (typeof times !== 'bigint' && typeof times !== 'boolean') return null;
  if (BigInt.asIntN(64, BigInt(times)) !== BigInt(times))
    raise('OverflowError', `${echo(String(times))} times is too often`);
  const length = typeof sequence === 'string' ? sequence.length : sequence.items.length;
  const most = typeof sequence === 'string' ? meter.limits.characters : meter.limits.items;
  const count = BigInt(times) < 0n ? 0n : BigInt(times);
  if (BigInt(length) * count > BigInt(most))
    raise('LimitError', `a ${typeName(sequence)} of more than ${most} items`);
  const whole = length === 0 ? 0 : Number(count);
  if (typeof sequence === 'string') {
    meter.work(length * whole);
    return sequence.repeat(whole);
  }
  const items: Value[] = [];
  for (let time = 0; time < whole; time++) for (const item of sequence.items) items.push(item);
  return likewise(sequence, items, meter);
}

function numeric(operator: Arithmetic, left: bigint | number, right: bigint | number, meter: Meter): Value {
  if (operator === '**') return power(left, right, meter);
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofInts(operator, left, right, meter);
  return ofFloats(operator, toFloat(left), toFloat(right));
}

function ofInts(operator: Exclude<Arithmetic, '**'>, left: bigint, right: bigint, meter: Meter): Value {
  switch (operator) {
    case '+':
      return bounded(left + right, meter);
    case '-':
      return bounded(left - right, meter);
    case '*':
      return bounded(left * right, meter);
    case '/':
      return ratio(left, right === 0n ? byZero(() => 'division by zero') : right);
    case '//':
      return bounded((left - modulo(left, right)) / right, meter);
    case '%':
      return modulo(left, right);
  }
}

/** Python's %, whose result has the sign of the divisor. */
function modulo(left: bigint, right: bigint): bigint {
  const rest = left % (right === 0n ? byZero() : right);
  return rest !== 0n && rest < 0n !== right < 0n ? rest + right : rest;
}

/** @param said Python's words, where all its versions have the same */
const byZero = (said?: () => string): never => raise('ZeroDivisionError', 'a division by zero', said);

function ofFloats(operator: Exclude<Arithmetic, '**'>, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
  }
  if (right === 0) byZero();
  if (operator === '/') return left / right;
  return operator === '%' ? floatModulo(left, right) : floatFloor(left, right);
}

const withSign = (zero: 0, like: number): number => (like < 0 || Object.is(like, -0) ? -zero : zero);

function floatModulo(left: number, right: number): number {
  const rest = left % right;
  if (rest === 0) return withSign(0, right);
  return rest < 0 !== right < 0 && !Number.isNaN(rest) ? rest + right : rest;
}

/**
 * Python's // of floats, computed from the remainder as CPython does (`_float_div_mod`), so that both agree.
 */
function floatFloor(left: number, right: number): number {
  const rest = left % right;
  let quotient = (left - rest) / right;
  if (rest !== 0 && rest < 0 !== right < 0) quotient -= 1;
  if (quotient === 0) return withSign(0, left / right);
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

function power(left: bigint | number, right: bigint | number, meter: Meter): Value {
  if (Number(right) < 0 && Number(left) === 0) raise('ZeroDivisionError', '0 to a negative power');
  if (typeof left === 'number' || typeof right === 'number' || right < 0n)
    raise(
      'LimitError',
      'only ints to a power that is not negative, since the last digit is not certain: write x * x',
    );
  if (left >= -1n && left <= 1n) return powerOf(left, right === 0n ? 0n : 2n - (right & 1n));
  const bits = bitLength(left < 0n ? -left : left) - 1;
  if (right * BigInt(bits) > BigInt(meter.limits.bits))
    raise('LimitError', `an int of more than ${meter.limits.bits} bits`);
  return bounded(powerOf(left, right), meter);
}

/** `+value` or `-value`. */
export function signed(operator: '+' | '-', value: Value): Value {
  if (!isNumeric(value)) return raise('TypeError', `${operator} does not go with ${typeName(value)}`);
  const number = plainNumber(value);
  return operator === '-' ? -number : number;
}

/** `left operator= right`, which changes a list in place, visibly to its other names. */
export function updated(operator: Arithmetic, left: Value, right: Value, meter: Meter): Value {
  if (!isKind(left, 'list') || (operator !== '+' && operator !== '*'))
    return arithmetic(operator, left, right, meter);
  if (operator === '+') splice(left, left.items.length, 0, iterated(right, meter), meter);
  else {
    const whole = arithmetic(operator, left, right, meter);
    refill(left, isKind(whole, 'list') ? whole.items : [], meter);
  }
  return left;
}
