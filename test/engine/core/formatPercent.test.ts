import { describe, expect, it } from 'vitest';
import { formatPercent, formatPercentBound } from '../../../src/engine/core/formatPercent.ts';

describe('a share in percent', () => {
  it('is a whole number, or has as many digits as are wanted', () => {
    expect([formatPercent(0.123), formatPercent(0.123, 1), formatPercent(1), formatPercent(0)]).toEqual([
      '12 %',
      '12.3 %',
      '100 %',
      '0 %',
    ]);
  });

  it('is never nothing for something, nor all for less than all', () => {
    expect([formatPercent(0.004), formatPercent(0.0004, 1)]).toEqual(['< 1 %', '< 0.1 %']);
    expect([formatPercent(0.996), formatPercent(0.9996, 1)]).toEqual(['> 99 %', '> 99.9 %']);
  });
});

it('the end of an interval may round to nothing or to all', () => {
  expect([formatPercentBound(0.0004, 1), formatPercentBound(0.9996, 0)]).toEqual(['0.0 %', '100 %']);
});
