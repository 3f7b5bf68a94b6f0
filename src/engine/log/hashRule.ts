/**
 * How the hash of a run document was made: by the present rule; by that of version 2, which chains the same rows from 32 zero
 * bytes; or in a way that is no longer followed.
 */
export type HashRule = 'today' | 'zeros' | 'lost';

interface Hashed {
  readonly hash: string;
  /** Chained from 32 zero bytes; null or absent where it was not kept. */
  readonly hashFromZeros?: string | null;
}

/** A run's hash by a rule; null where that cannot be told. */
export function getHashByRule(rule: HashRule, { hash, hashFromZeros = null }: Hashed): string | null {
  if (rule === 'today') return hash;
  return rule === 'zeros' ? hashFromZeros : null;
}
