/**
 * Rule of a run document's hash: the present one; that of version 2, which chains the same rows from 32 zero bytes; or
 * a dropped one.
 */
export type HashRule = 'today' | 'zeros' | 'lost';

interface Hashed {
  readonly hash: string;
  /** Chained from 32 zero bytes; null or absent if it was not computed. */
  readonly hashFromZeros?: string | null;
}

/** A run's hash by a rule; null if it is unknown. */
export function getHashByRule(rule: HashRule, { hash, hashFromZeros = null }: Hashed): string | null {
  if (rule === 'today') return hash;
  return rule === 'zeros' ? hashFromZeros : null;
}
