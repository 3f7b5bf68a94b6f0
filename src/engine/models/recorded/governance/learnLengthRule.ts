import type { PlainRule } from '../../../rules/stopRule.ts';
import type { PreparedCase } from './prepareCases.ts';

/** A quantile of whole numbers: the first that at least this share of them is not above; null of none. */
export function computeUpperQuantile(values: readonly number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

/**
 * The rule "longer than this share of the successful cases". Learn it from other cases than those it is evaluated on.
 * @returns null if no case succeeded
 */
export function learnLengthRule(cases: readonly PreparedCase[], share: number): PlainRule | null {
  const lengths = cases.filter(({ source }) => source.outcome === 'succeeded').map(one => one.steps.length);
  const threshold = computeUpperQuantile(lengths, share);
  return threshold === null ? null : { rule: 'longer_than', threshold, compare: 'step' };
}
