import { computeStudentQuantile } from './computeStudentQuantile.ts';
import { type Interval, TAIL } from './interval.ts';
import { computeSpread, hasEnoughVariation } from './spread.ts';

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
