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

  // By the incomplete beta function with 30 digits (mpmath), whose tail at 1.5 degrees is that of the density integrated numerically.
  it.each([
    [0.025, 1.02, 12.13231837],
    [0.025, 1.1, 10.27680129],
    [0.025, 1.25, 8.027951377],
    [0.025, 1.5, 6.016663104],
    [0.025, 1.8, 4.794881365],
    [0.025, 2.5, 3.574654842],
    [0.025, 3.3, 3.024874462],
    [0.025, 7.7, 2.321736753],
    [0.025, 33.3, 2.033819224],
    [0.001, 1.02, 285.4137422],
    [0.001, 1.1, 192.4125177],
    [0.001, 1.25, 106.12829],
    [0.001, 1.5, 52.18443001],
    [0.001, 1.8, 29.45652987],
    [0.001, 2.5, 13.82219311],
    [0.001, 3.3, 8.951595109],
    [0.001, 7.7, 4.575817072],
    [0.001, 33.3, 3.35375948],
  ])('that is exceeded with %f, of %f degrees of freedom between whole ones, is %f', (tail, df, value) => {
    const off = Math.abs(computeStudentQuantile(tail, df) / value - 1);
    expect(off).toBeLessThan(df < 2 ? 0.003 : 0.0001);
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
