import type { Interval } from './interval.ts';

/** A figure and its interval. */
interface Estimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * The interval for b − a from the intervals of both, which need not be symmetrical nor vary in the sample (Newcombe's
 * for two shares; Zou and Donner 2008 for any).
 * @param correlation of the two figures: 0 for two samples, that of the units' influences if they are the same in both
 */
export function computeDifferenceInterval(a: Estimate, b: Estimate, correlation: number): Interval {
  const apart = (more: number, less: number): number =>
    Math.sqrt(Math.max(0, more * more + less * less - 2 * correlation * more * less));
  const difference = b.value - a.value;
  return [
    difference - apart(b.value - b.interval[0], a.interval[1] - a.value),
    difference + apart(b.interval[1] - b.value, a.value - a.interval[0]),
  ];
}

/** Correlation of the same units' contributions to two figures; 0 if one does not vary. */
export function computeCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += a[i] * b[i];
    ofA += a[i] * a[i];
    ofB += b[i] * b[i];
  }
  return ofA > 0 && ofB > 0 ? both / Math.sqrt(ofA * ofB) : 0;
}
