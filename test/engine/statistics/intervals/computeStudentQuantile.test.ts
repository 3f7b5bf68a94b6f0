import { describe, expect, it } from 'vitest';
import { computeStudentQuantile } from '../../../../src/engine/statistics/intervals/computeStudentQuantile.ts';

describe('Student’s quantile', () => {
  // Tables of the t distribution; in the first two rows it has closed forms.
  it.each([
    [0.025, 1, Math.tan(0.475 * Math.PI)],
    [0.025, 2, 0.95 / Math.sqrt(2 * 0.975 * 0.025)],
    [0.025, 5, 2.570581835636],
    [0.025, 30, 2.042272456301],
    [0.005, 9, 3.249835541592],
    [0.025, 1000, 1.962339080818],
    [0.025, Number.POSITIVE_INFINITY, 1.95996398454],
    [0.005, Number.POSITIVE_INFINITY, 2.575829303549],
  ])('that is exceeded with %f, of %f degrees of freedom, is %f', (tail, df, value) => {
    expect(computeStudentQuantile(tail, df)).toBeCloseTo(value, 7);
  });

  it('falls as degrees of freedom grow, whole or not, and grows as the tail does not', () => {
    const freedoms = [1, 1.3, 2, 2.7, 5.5, 20.1, 300, 1e5, 1e9];
    for (const tail of [0.1, 0.025, 0.001]) {
      const values = freedoms.map(df => computeStudentQuantile(tail, df));
      expect(values).toEqual([...values].sort((a, b) => b - a));
      expect(new Set(values).size).toBe(freedoms.length);
      expect(computeStudentQuantile(tail / 2, 4)).toBeGreaterThan(computeStudentQuantile(tail, 4));
    }
  });
});
