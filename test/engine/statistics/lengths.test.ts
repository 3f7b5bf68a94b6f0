import { expect, it } from 'vitest';
import { Lengths, SHORT } from '../../../src/engine/statistics/lengths.ts';

it('quantiles are of all stays, though long ones came first and in no order', () => {
  const lengths = new Lengths();
  lengths.add(new Uint32Array(SHORT), [900, 300, 350]);
  lengths.add(new Uint32Array(SHORT), []);
  expect([lengths.quantile(50), lengths.quantile(95)]).toEqual([350, 900]);
});
