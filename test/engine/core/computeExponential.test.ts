import { describe, expect, it } from 'vitest';
import { computeExponential } from '../../../src/engine/core/computeExponential.ts';

describe('e to a power', () => {
  it.each([-50, -3.2, -0.25, -1e-9, 0, 0.1, 1, 7.5, 40])(
    'is what the built-in function gives, to its last digits: %f',
    x => {
      expect(Math.abs(computeExponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-13);
    },
  );

  it('is 0 where no number is small enough', () => {
    expect(computeExponential(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(computeExponential(-700)).toBe(0);
  });
});
