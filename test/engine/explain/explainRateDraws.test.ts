import { describe, expect, it } from 'vitest';
import {
  describeDraw,
  formatDrawAndLimit,
  formatShareDigits,
} from '../../../src/engine/explain/explainRateDraws.ts';

describe('a share in words', () => {
  it('has three digits after the point, or two significant ones where those would be zeros', () => {
    expect([0, 0.25, 0.9996, 0.0005, 0.00042, 3e-7].map(formatShareDigits)).toEqual([
      '0.000',
      '0.250',
      '1.000',
      '0.001',
      '0.00042',
      '3e-7',
    ]);
  });

  it('ends where the next one begins', () => {
    const { said } = describeDraw(['ignore', 'like', 'reshare'], [0.7, 0.2999, 0.0001], 0.1);
    expect(said).toBe(
      'it drew 0.100; like is 0.000 to 0.300, reshare is 0.300 to 0.300, ignore is 0.300 to 1.000',
    );
  });
});

describe('a limit in words', () => {
  it.each([
    [0.5, 0.25, { draw: '0.500', limit: '0.250' }],
    [0.06914, 0.06912, { draw: '0.06914', limit: '0.06912' }],
    [0.2, 0.0000004, { draw: '0.200000', limit: '4e-7' }],
  ])('distinguishes the draw %d from %d', (draw, limit, told) => {
    expect(formatDrawAndLimit(draw, limit)).toEqual(told);
  });
});
