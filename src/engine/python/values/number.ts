import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Numeric } from '../value.ts';

/** The number behind a value; a bool is an int. */
export const toPlainNumber = (value: Numeric): bigint | number =>
  typeof value === 'boolean' ? BigInt(value) : value;

/** @throws Raised a LimitError for an int of too many bits */
export function checkIntBits(value: bigint, meter: Meter): bigint {
  const bound = 1n << BigInt(meter.limits.bits);
  if (value >= bound || value <= -bound)
    raiseError('LimitError', `an int of more than ${meter.limits.bits} bits`);
  return value;
}

/** @throws Raised an OverflowError */
export function convertIntToFloat(value: bigint | number): number {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float))
    raiseError('OverflowError', 'an int is too large to be a float');
  return float;
}

const getMagnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Bits of a number that is not negative. */
export const countBits = (value: bigint): number => {
  const digits = value.toString(16);
  return value === 0n ? 0 : digits.length * 4 - Math.clz32(Number.parseInt(digits[0], 16)) + 28;
};

/** A power by repeated squaring; the exponent is not negative. */
export function computeBigIntPower(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, left = exponent; left > 0n; square *= square, left >>= 1n)
    if ((left & 1n) === 1n) result *= square;
  return result;
}

/** The quotient to the nearest integer, half to even; neither number is negative. */
export function computeRoundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && (quotient & 1n) === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** Bits of a float's significand; exponent of its lowest bit for the smallest floats. */
const PRECISION = 53;
const LOWEST = -1074;

/** dividend / divisor as the nearest float. @throws Raised an OverflowError */
export function divideToNearestFloat(dividend: bigint, divisor: bigint): number {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [getMagnitude(dividend), getMagnitude(divisor)];
  if (top === 0n) return isNegative ? -0 : 0;
  // The result may have one bit too many; then the exponent is raised by one.
  let exponent = Math.max(countBits(top) - countBits(bottom) - PRECISION, LOWEST);
  if (computeScaledQuotient(top, bottom, exponent) >= 1n << BigInt(PRECISION)) exponent += 1;
  const float = Number(computeScaledQuotient(top, bottom, exponent)) * computePowerOfTwo(exponent);
  if (float === Number.POSITIVE_INFINITY)
    raiseError('OverflowError', 'the quotient is too large to be a float');
  return isNegative ? -float : float;
}

/** top / bottom in units of 2^exponent, rounded once. */
const computeScaledQuotient = (top: bigint, bottom: bigint, exponent: number): bigint =>
  exponent > 0
    ? computeRoundedQuotient(top, bottom << BigInt(exponent))
    : computeRoundedQuotient(top << BigInt(-exponent), bottom);

/** 2 to an exponent from -1074 up; Infinity above 1023. */
function computePowerOfTwo(exponent: number): number {
  let power = 1;
  for (let left = Math.abs(exponent); left > 0; left -= 1) power = exponent > 0 ? power * 2 : power / 2;
  return power;
}

/** A finite float as significand × 2^exponent. */
export function splitFloat(value: number): { readonly significand: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  if (biased === 0) return { significand: fraction, exponent: LOWEST };
  return { significand: fraction | (1n << 52n), exponent: biased - 1075 };
}
