import { expect, it } from 'vitest';
import { doRectsTouch } from '../../../src/ui/charts/doRectsTouch.ts';

const at = (x: number, y: number) => ({ x, y, width: 10, height: 10 });

it('rectangles touch if they share some area, but not if they share an edge', () => {
  expect([at(9, 9), at(10, 0), at(0, 10), at(-10, 0)].map(other => doRectsTouch(at(0, 0), other))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('rectangles touch up to a gap across and one down, or only beyond a shared margin', () => {
  expect(doRectsTouch(at(0, 0), at(11, 0), 2, 1)).toBe(true);
  expect(doRectsTouch(at(0, 0), at(0, 11), 2, 1)).toBe(false);
  expect(doRectsTouch(at(0, 0), at(9.6, 0), -0.5)).toBe(false);
});
