import { describe, expect, it } from 'vitest';
import { computeJensenShannon } from '../../../src/ui/run/computeJensenShannon.ts';

describe('the Jensen–Shannon divergence', () => {
  it('is 0 for the same, 1 bit for disjoint distributions, and the same both ways', () => {
    expect(computeJensenShannon([0.2, 0.8], [0.2, 0.8])).toBe(0);
    expect(computeJensenShannon([1, 0], [0, 1])).toBe(1);
    expect(computeJensenShannon([0.9, 0.1, 0], [0.5, 0.2, 0.3])).toBeCloseTo(
      computeJensenShannon([0.5, 0.2, 0.3], [0.9, 0.1, 0]),
      12,
    );
  });

  it('agrees with a value worked out by hand', () => {
    // H(3/4, 1/4) − ½ H(1, 0) − ½ H(1/2, 1/2) = .8113 − .5
    expect(computeJensenShannon([1, 0], [0.5, 0.5])).toBeCloseTo(0.3113, 4);
  });
});
