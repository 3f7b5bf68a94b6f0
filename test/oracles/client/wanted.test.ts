import { expect, it } from 'vitest';
import { createRequestMapper } from '../../../src/oracles/client/wanted.ts';
import { choice } from '../world.ts';

it('a request is made once in each form', () => {
  const [json, letter] = (['json', 'letter'] as const).map(form =>
    createRequestMapper({ form, texts: false, temperature: 0 }),
  );
  const question = choice(1);
  expect(json(question)).toBe(json(question));
  expect(json(question)).not.toEqual(json(choice(2)));
  expect([json(question).form, letter(question).form]).toEqual(['json', 'letter']);
});

it('requests draw by another seed in each of several worlds, and by their own in one alone', () => {
  const seedIn = (world: number | null, temperature: number) =>
    createRequestMapper({
      form: 'json',
      texts: false,
      temperature,
      ...(world !== null && { world: () => world }),
    })(choice(1)).seed;
  expect(new Set([null, 1, 2, 3].map(world => seedIn(world, 0.8))).size).toBe(4);
  expect(seedIn(0, 0.8)).toBe(seedIn(null, 0.8));
  expect(seedIn(2, 0)).toBe(seedIn(null, 0));
});
