import { describe, expect, it } from 'vitest';
import { fitted, isLegible, panned, pointIn, zoomed } from '../../../../src/ui/views/nested/view.ts';

const SHEET = { width: 500, height: 400 };
const SMALL = { width: 250, height: 200 };
const LARGE = { width: 2000, height: 1000 };

describe('the view of a drawing', () => {
  it('is all of it, in the middle, where its texts can be read then', () => {
    const view = fitted(SMALL, SHEET);
    expect(view.scale).toBeCloseTo(1.3);
    expect(view.x).toBeCloseTo((500 - 325) / 2);
    expect(isLegible(SMALL, SHEET)).toBe(true);
  });

  it('begins at its corner, at a scale that can be read, where it is too large', () => {
    expect(isLegible(LARGE, SHEET)).toBe(false);
    expect(fitted(LARGE, SHEET)).toEqual({ scale: 0.76, x: 0, y: 0 });
    expect(fitted(LARGE, SHEET, true)).toEqual({ scale: 0.25, x: 0, y: 75 });
  });

  it('keeps the point under the pointer when it is zoomed', () => {
    const view = fitted(LARGE, SHEET);
    const at = [120, 90] as const;
    const near = zoomed(view, 2, at, LARGE, SHEET);
    const [before, after] = [view, near].map(one => pointIn(one, at));
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it('goes no nearer than four times and no farther than all of it', () => {
    const view = fitted(LARGE, SHEET);
    expect(zoomed(view, 100, [0, 0], LARGE, SHEET).scale).toBe(4);
    expect(zoomed(view, 0.001, [0, 0], LARGE, SHEET).scale).toBe(0.25);
  });

  it('never loses the drawing', () => {
    const view = panned(fitted(SMALL, SHEET), 9999, -9999, SMALL, SHEET);
    expect(view.x).toBe(440);
    expect(view.y).toBeCloseTo(60 - 200 * 1.3);
  });
});
