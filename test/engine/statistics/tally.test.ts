import { expect, it } from 'vitest';
import { Lengths, MAX_COUNTED_LENGTH } from '../../../src/engine/statistics/tally.ts';

it('quantiles cover all stays, though long ones came first and in no order', () => {
  const lengths = new Lengths();
  lengths.add(new Uint32Array(MAX_COUNTED_LENGTH), [900, 300, 350]);
  lengths.add(new Uint32Array(MAX_COUNTED_LENGTH), []);
  expect([lengths.quantile(50), lengths.quantile(95)]).toEqual([350, 900]);
});
