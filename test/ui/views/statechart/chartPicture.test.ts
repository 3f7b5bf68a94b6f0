import { expect, it } from 'vitest';
import { computeRoomFactor } from '../../../../src/ui/views/statechart/chartPicture.ts';

it('a name keeps its size where a font 15 % wider has room next to the number', () => {
  expect(computeRoomFactor(60, 20, 100)).toBe(1);
});

it('a name is smaller where such a font would run into the number', () => {
  const factor = computeRoomFactor(80, 20, 104);
  expect(factor).toBeLessThan(1);
  expect(80 * factor * 1.15 + 20 * 1.15 + 4).toBeCloseTo(104);
  expect(computeRoomFactor(500, 20, 104)).toBe(0.7);
});
