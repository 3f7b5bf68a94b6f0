import { sampleOption } from '../core/sampling.ts';

/** Parts of a whole, by what each is to the others. @param shares above 0 */
export function normalizeShares(shares: readonly number[]): readonly number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map(share => share / sum);
}

/**
 * Puts several in an order by chance: each comes first with its part of the whole, and of those that are left the next
 * one likewise. So it does not matter in which order they are given.
 * @param shares above 0
 * @param draw a number in [0, 1) for each place, from 0
 * @returns indices into the shares
 */
export function drawOrderByShares(
  shares: readonly number[],
  draw: (place: number) => number,
): readonly number[] {
  const left = [...shares.keys()];
  const order: number[] = [];
  while (left.length > 1) {
    const parts = normalizeShares(left.map(i => shares[i]));
    order.push(...left.splice(sampleOption(parts, draw(order.length)), 1));
  }
  return [...order, ...left];
}
