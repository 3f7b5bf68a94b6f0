import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LETTERS } from '../../../src/engine/oracle/formats/letter.ts';
import {
  MAX_REPORTED_TOKENS,
  type WeighFew,
  weighLettersInGroups,
} from '../../../src/oracles/local/createWebllmRuntime.ts';

/** A model with these weights, held to the letters that it is asked for. */
function modelOf(weights: readonly number[], groups: string[] = []): WeighFew {
  return async letters => {
    groups.push(letters);
    const few = [...letters].map(token => ({ token, weight: weights[LETTERS.indexOf(token)]! }));
    const sum = few.reduce((s, { weight }) => s + weight, 0);
    return few.map(({ token, weight }) => ({ token, logprob: Math.log(weight / sum) }));
  };
}

async function sharesOf(weights: readonly number[], groups?: string[]) {
  const tokens = await weighLettersInGroups(weights.length, modelOf(weights, groups));
  return [...LETTERS.slice(0, weights.length)].map(letter =>
    Math.exp(tokens.find(({ token }) => token === letter)?.logprob ?? Number.NEGATIVE_INFINITY),
  );
}

const weightsOf = fc.array(
  fc.double({ min: -30, max: 0, noNaN: true }).map(logit => Math.exp(logit)),
  { minLength: 1, maxLength: LETTERS.length },
);

describe('letters weighed in groups', () => {
  it('have the shares that they have all at once', () =>
    fc.assert(
      fc.asyncProperty(weightsOf, async weights => {
        const sum = weights.reduce((s, weight) => s + weight, 0);
        const shares = await sharesOf(weights);
        for (const [i, weight] of weights.entries())
          expect(Math.abs(shares[i]! - weight / sum)).toBeLessThan(1e-6);
      }),
    ));

  it('stand five at most in a group, each of them in one, except for the likeliest so far', () =>
    fc.assert(
      fc.asyncProperty(weightsOf, async weights => {
        const groups: string[] = [];
        await sharesOf(weights, groups);
        const letters = [...LETTERS.slice(0, weights.length)];
        for (const group of groups) expect(group.length).toBeLessThanOrEqual(MAX_REPORTED_TOKENS);
        expect(groups.map((group, i) => group.slice(i === 0 ? 0 : 1)).join('')).toBe(letters.join(''));
      }),
    ));

  it('need one request for five, two for nine, seven for all', async () => {
    const requests = async (count: number) => {
      const groups: string[] = [];
      await sharesOf(Array(count).fill(1), groups);
      return groups.length;
    };
    expect(await Promise.all([1, 5, 6, 9, 10, 26].map(requests))).toEqual([1, 1, 2, 2, 3, 7]);
  });

  it('have no share where a later group leaves the likeliest of them out', async () => {
    const model = modelOf(Array(10).fill(1));
    const forgetful: WeighFew = async letters =>
      (await model(letters)).filter(({ token }) => token !== 'A' || letters.startsWith('AB'));
    const told = await weighLettersInGroups(10, forgetful);
    expect(told.map(({ token }) => token)).not.toContain('B');
    expect(told.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeCloseTo(1, 6);
  });

  it('keep their shares where a later group has none', async () => {
    const model = modelOf(Array(10).fill(1));
    const told = await weighLettersInGroups(10, async letters =>
      letters.includes('F') ? [] : model(letters),
    );
    expect(told.map(({ token }) => token)).toContain('B');
    expect(await weighLettersInGroups(10, async () => [])).toEqual([]);
  });
});
