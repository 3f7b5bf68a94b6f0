import { type PatternWays, parsePattern } from './parsePattern.ts';

/**
 * An upper bound of the ways in which the language's own engine may try an expression on a text: each repetition may end at each
 * place, each alternative may be taken, from each beginning. Most texts take far fewer.
 * @param length of the text, UTF-16 units
 */
export function estimateMatchSteps(pattern: string, length: number): number {
  const begins = /^\^(?!.*\|)/s.test(pattern) ? 1 : length + 1;
  return begins * countWays(parsePattern(pattern), length);
}

function countWays(ways: PatternWays, length: number): number {
  let sum = 0;
  for (const way of ways) {
    let product = 1;
    for (const { group, least, most } of way) {
      const inner = group === null ? 1 : countWays(group, length);
      const high = Math.min(most, length);
      // Of an atom the number of repetitions is free; of a group each repetition is as well.
      product *= inner === 1 ? Math.max(1, high - least + 1) : sumPowers(inner, Math.min(least, high), high);
    }
    sum += product;
  }
  return sum;
}

/** More than anything is compared with. */
const ENDLESS = 1e15;

/** base^from + … + base^to, or more; ENDLESS at most. */
function sumPowers(base: number, from: number, to: number): number {
  let power = from === to ? 1 : 2;
  for (let i = 0; i < to && power < ENDLESS; i++) power *= base;
  return power;
}
