import { expect, it } from 'vitest';
import { wantedIn } from '../../src/oracles/wanted.ts';
import { choice } from './world.ts';

it('puts a question once in each manner', () => {
  const [json, letter] = (['json', 'letter'] as const).map(form =>
    wantedIn({ form, texts: false, temperature: 0 }),
  );
  const question = choice(1);
  expect(json(question)).toBe(json(question));
  expect(json(question)).not.toEqual(json(choice(2)));
  expect([json(question).form, letter(question).form]).toEqual(['json', 'letter']);
});
