import { expect, it } from 'vitest';
import { getHashByRule } from '../../../src/engine/log/hashRule.ts';

it('a run’s hash by a rule is that of today, from zeros if it was kept, or unknown', () => {
  const run = { hash: 'a', hashFromZeros: 'b' };
  expect([getHashByRule('today', run), getHashByRule('zeros', run), getHashByRule('lost', run)]).toEqual([
    'a',
    'b',
    null,
  ]);
  expect(getHashByRule('zeros', { hash: 'a' })).toBeNull();
});
