import { expect, it } from 'vitest';
import { buildLevelPath } from '../../../src/ui/charts/buildLevelPath.ts';

const BOX = { x: 10, y: 20, width: 100, height: 60 };
const numbers = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

it('a level ends within the round corners of its box', () => {
  expect(buildLevelPath(BOX, 10, 40)).toBe('M10 40V70A10 10 0 0 0 20 80H100A10 10 0 0 0 110 70V40Z');
});

it('a level that is lower than the corners begins on their curve', () => {
  const [x, y] = numbers(buildLevelPath(BOX, 10, 2));
  expect(y).toBe(78);
  expect((x - 20) ** 2 + (y - 70) ** 2).toBeCloseTo(100);
});

it('a level is at most as high as its box', () => {
  expect(numbers(buildLevelPath(BOX, 10, 400))[1]).toBe(20);
});
