import { expect, it } from 'vitest';
import type { PlacedState } from '../../../../src/ui/charts/placement.ts';
import { chooseBoxName } from '../../../../src/ui/views/statechart/StateBox.tsx';

const box = { x: 0, y: 0, width: 100, height: 48 };
const placed = { state: 'succeeded', name: 'succeed…', box, isLow: false } as PlacedState;

it('a state has its whole name on a narrow page where it fits next to the largest number', () => {
  expect(chooseBoxName(placed, 40, true)).toBe('succeeded');
  expect(chooseBoxName(placed, 40, false)).toBe('succeed…');
  expect(chooseBoxName(placed, 40_000, true)).toBe('succeed…');
  expect(chooseBoxName({ ...placed, box: { ...box, width: 80 } }, 40, true)).toBe('succeed…');
});

it('a box without a name stays without one, and names of something else stay', () => {
  expect(chooseBoxName({ ...placed, name: '' }, 40, true)).toBe('');
  const { name, ...unnamed } = placed;
  expect([name, chooseBoxName(unnamed, 40, true)]).toEqual(['succeed…', undefined]);
});
