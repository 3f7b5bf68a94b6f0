/** Spread of a figure over samples, and its precision. */
interface Spread {
  /** Of the figure. */
  readonly variance: number;
  /** Degrees of freedom of the variance, 1 to units − 1: 2 n / (kurtosis − 1), Satterthwaite's for a variance that is estimated. */
  readonly freedom: number;
}

/**
 * The spread of a figure over independent units.
 * @param influences what each unit adds to the figure beyond the others; the sum is 0. Of one unit nothing is known
 */
export function computeSpread(influences: ArrayLike<number>): Spread {
  const n = influences.length;
  let [squares, fourths] = [0, 0];
  for (let i = 0; i < n; i++) {
    const square = influences[i] * influences[i];
    squares += square;
    fourths += square * square;
  }
  if (n < 2 || squares === 0) return { variance: 0, freedom: Math.max(1, n - 1) };
  const kurtosis = (n * fourths) / (squares * squares);
  const freedom = kurtosis > 1 ? (2 * n) / (kurtosis - 1) : n - 1;
  return { variance: (squares * n) / (n - 1), freedom: Math.max(1, Math.min(n - 1, freedom)) };
}

/**
 * Minimum number of values that differ from the most frequent one, or half of few: else a sample says nothing about the
 * spread.
 */
const MIN_DIFFERING_VALUES = 5;

/** True if enough of some values differ from the most frequent one for a sample to show the spread. */
export function hasEnoughVariation(values: ArrayLike<number>): boolean {
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length; i++) counts.set(values[i], (counts.get(values[i]) ?? 0) + 1);
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 0);
  return values.length - most >= Math.min(MIN_DIFFERING_VALUES, Math.ceil(values.length / 2));
}
