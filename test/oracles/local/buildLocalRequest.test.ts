import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModelRequest, type Manner } from '../../../src/oracles/client/wanted.ts';
import { buildLocalRequest } from '../../../src/oracles/local/createLocalAccess.ts';
import { choice, completion } from '../world.ts';

const asked = (part: Partial<Manner> = {}, question: Parameters<typeof buildLocalRequest>[0] = choice(1)) =>
  buildLocalRequest(
    question,
    buildModelRequest(question, { form: 'letter', texts: false, temperature: 0.3, ...part }),
  );

describe('a request to a model in the browser', () => {
  it('for a letter has one token at temperature 1, and as many letters as options', () => {
    expect(asked()).toMatchObject({
      letters: 4,
      mostTokens: 1,
      temperature: 1,
      grammar: 'root ::= "A" | "B" | "C" | "D"',
      messages: [{ role: 'system' }, { role: 'user', content: 'Person 1. Post: "Good morning!"' }],
    });
  });

  it.each(['json', 'shares'] as const)('for %s has a grammar and no letters', form => {
    const { letters, grammar, temperature } = asked({ form });
    expect([letters, temperature]).toEqual([0, 0.3]);
    expect(grammar).toMatch(/^root ::= "\{/);
  });

  it('for a text has neither', () => {
    expect(asked({}, completion(1))).toMatchObject({
      letters: 0,
      grammar: null,
      mostTokens: 20,
      messages: [{ role: 'user', content: 'Say something.' }],
    });
  });

  it('has a seed that WebLLM’s generator can begin with', () => {
    const wanted = buildModelRequest(choice(1), { form: 'letter', texts: false, temperature: 1 });
    const seedOf = (seed: number) => buildLocalRequest(choice(1), { ...wanted, seed }).seed;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x7fff_ffff }), seed => {
        expect(Number.isInteger(seedOf(seed))).toBe(true);
        expect(seedOf(seed)).toBeGreaterThanOrEqual(1_000);
        expect(seedOf(seed)).toBeLessThanOrEqual(2 ** 31 - 2);
      }),
    );
    for (const seed of [0, 1, 0x7fff_fffe - 1_001, 0x7fff_fffe - 1_000, 0x7fff_ffff])
      expect(seedOf(seed)).toBeGreaterThanOrEqual(1_000);
  });
});
