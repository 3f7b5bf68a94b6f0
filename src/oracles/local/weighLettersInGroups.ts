import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import { LETTERS } from '../../engine/oracle/formats/letter.ts';

/** Most alternative tokens that WebLLM reports. */
export const MAX_REPORTED_TOKENS = 5;

/** Log-probabilities of these letters, given that one of them comes. */
export type WeighFew = (letters: string) => Promise<readonly TokenLogprob[]>;

/**
 * Any number of letters in groups of five: each group contains the likeliest letter so far, which puts its
 * shares on a common scale.
 * @returns log-probabilities that sum to 1; a letter that was not reported has none.
 */
export async function weighLettersInGroups(count: number, weigh: WeighFew): Promise<readonly TokenLogprob[]> {
  const all = new Map<string, number>();
  const letters = LETTERS.slice(0, count);
  for (let at = 0; at < letters.length; ) {
    const link = findLikeliestLetter(all);
    const size = link === null ? MAX_REPORTED_TOKENS : MAX_REPORTED_TOKENS - 1;
    const told = await weigh((link ?? '') + letters.slice(at, at + size));
    const shared = told.find(({ token }) => token === link);
    // The linking letter got no probability together with these, so none of the earlier letters would have.
    if (shared === undefined && told.length > 0) all.clear();
    const offset = link === null || shared === undefined ? 0 : all.get(link)! - shared.logprob;
    for (const { token, logprob } of told) if (token !== link) all.set(token, logprob + offset);
    at += size;
  }
  const top = Math.max(...all.values());
  const sum = [...all.values()].reduce((s, logprob) => s + Math.exp(logprob - top), 0);
  return [...all].map(([token, logprob]) => ({
    token,
    logprob: Math.min(0, logprob - top - Math.log(sum)),
  }));
}

function findLikeliestLetter(all: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [token, logprob] of all) if (best === null || logprob > all.get(best)!) best = token;
  return best;
}
