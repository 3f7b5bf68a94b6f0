import { expect, it } from 'vitest';
import { hashBy } from '../../../src/engine/log/hashRule.ts';

it('a run’s hash by a rule is that of today, from zeros if it was kept, or unknown', () => {
  const run = { hash: 'a', hashFromZeros: 'b' };
  expect([hashBy('today', run), hashBy('zeros', run), hashBy('lost', run)]).toEqual(['a', 'b', null]);
  expect(hashBy('zeros', { hash: 'a' })).toBeNull();
});
