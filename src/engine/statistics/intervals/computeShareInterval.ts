import { computeStudentQuantile } from './computeStudentQuantile.ts';
import { type Interval, TAIL } from './interval.ts';

/**
 * Wilson's interval for a share of `count` in `n` independent cases, within 0 to 1; of none it is 0 to 1.
 * @param n also a fraction, for an effective number
 * @param tail what lies beyond either end
 */
export function computeWilsonInterval(count: number, n: number, tail = TAIL): Interval {
  if (n === 0) return [0, 1];
  const z = computeStudentQuantile(tail, Number.POSITIVE_INFINITY);
  const share = count / n;
  const spread = (z * z) / n;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / n + (spread / n) * 0.25)) / (1 + spread);
  // Rounding may leave 1e-17 if the share is 0 or 1.
  return [count === 0 ? 0 : Math.max(0, middle - half), count === n ? 1 : Math.min(1, middle + half)];
}

/** Below this part of what it could be at most a variance is what rounding left. */
const NEGLIGIBLE_VARIANCE = 1e-12;

/**
 * The interval for a share that is a sum over another one, each unit (a task with its cases, a world) an independent
 * draw: Wilson's, by as many cases as would vary as much (Korn and Graubard 1998), with the degrees of freedom that the
 * units' kurtosis leaves (Satterthwaite), so that few large ones count as few. If the units do not vary, or hardly any
 * does, it reaches as far as the share would if unseen units differed: Wilson's upper end for none of them. Of units
 * that are one case each it is Wilson's own.
 * @param parts of each unit, 0 to its whole
 * @param tail probability beyond either end
 * @returns null if the wholes are 0
 */
export function computeShareInterval(
  parts: ArrayLike<number>,
  wholes: ArrayLike<number>,
  tail = TAIL,
): Interval | null {
  let [part, whole, squares, units, isCount] = [0, 0, 0, 0, true];
  for (let i = 0; i < wholes.length; i++) {
    if (!(wholes[i] > 0)) continue;
    units++;
    part += parts[i];
    whole += wholes[i];
    squares += wholes[i] * wholes[i];
    isCount &&= wholes[i] === 1 && (parts[i] === 0 || parts[i] === 1);
  }
  if (units === 0) return null;
  if (isCount) return computeWilsonInterval(part, units, tail);
  const share = part / whole;
  const influences = new Float64Array(units);
  const shares = new Float64Array(units);
  for (let i = 0, at = 0; i < wholes.length; i++) {
    if (!(wholes[i] > 0)) continue;
    influences[at] = (parts[i] - share * wholes[i]) / whole;
    shares[at++] = parts[i] / wholes[i];
  }
  const unseen = computeUnseenInterval(share, (whole * whole) / squares, tail);
  const { variance, freedom } = computeSpread(influences);
  const most = share * (1 - share);
  if (!(variance > NEGLIGIBLE_VARIANCE * most)) return unseen;
  const wider =
    computeStudentQuantile(tail, Number.POSITIVE_INFINITY) / computeStudentQuantile(tail, freedom);
  const cases = (most / variance) * wider * wider;
  const [low, high] = computeWilsonInterval(share * cases, cases, tail);
  // A few that differ by a hair say nothing of what the others might have been.
  return hasEnoughVariation(shares) ? [low, high] : [Math.min(low, unseen[0]), Math.max(high, unseen[1])];
}

/** The share, and what it would be if as many units as can have gone unseen were 0 or 1. */
function computeUnseenInterval(share: number, units: number, tail: number): Interval {
  const unseen = computeWilsonInterval(0, units, tail)[1];
  return [share * (1 - unseen), share + unseen * (1 - share)];
}

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
