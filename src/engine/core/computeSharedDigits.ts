/** Most digits that are added to the usual ones. */
const MAX_EXTRA_DIGITS = 4;

/**
 * Digits after the point with which two values and their difference agree when all three are rounded: different values
 * look different, a non-zero one does not look like 0, and the displayed difference is the one less the other. The
 * usual digits if a few more do not help.
 * @param usual digits of a non-integer value that stands alone
 */
export function computeSharedDigits(
  a: number | null,
  b: number | null,
  usual: (value: number) => number,
): number {
  const broken = [a, b].flatMap(value => (value === null || Number.isInteger(value) ? [] : [usual(value)]));
  const least = broken.length === 0 ? 0 : Math.min(...broken);
  if (a === null || b === null) return least;
  for (let digits = least; digits <= least + MAX_EXTRA_DIGITS; digits++)
    if (roundsConsistently(a, b, digits)) return digits;
  return least;
}

function roundsConsistently(a: number, b: number, digits: number): boolean {
  const [roundA, roundB, difference] = [a, b, b - a].map(value => Number(formatFixedDigits(value, digits)));
  if (a !== b && difference === 0) return false;
  if ((a !== 0 && roundA === 0) || (b !== 0 && roundB === 0)) return false;
  return (roundB - roundA).toFixed(digits) === difference.toFixed(digits);
}

/** Up to here the product of a value and the power of its digits has no exponent. */
const MAX_PLAIN_NUMBER = 1e12;

/**
 * A value in so many digits behind the point, rounded half away from zero as it is written in decimals, which 0.575 is not
 * as it is held: "2.50", "0.58". Nothing that is rounded to 0 has a sign.
 */
export function formatFixedDigits(value: number, digits: number): string {
  // The error of sums and differences after the fifteenth digit does not belong to the value.
  const size = String(Number(Math.abs(value).toPrecision(15)));
  const isPlain = !size.includes('e') && Math.abs(value) < MAX_PLAIN_NUMBER;
  const words = isPlain
    ? Number(`${Math.round(Number(`${size}e${digits}`))}e-${digits}`).toFixed(digits)
    : Math.abs(value).toFixed(digits);
  return value < 0 && /[1-9]/.test(words) ? `-${words}` : words;
}

/** A difference with a plus if there is more, also once it is rounded: "+0.3". */
export const formatSignedDifference = (difference: number | null, words: string): string =>
  difference !== null && difference > 0 && /[1-9]/.test(words) ? `+${words}` : words;
