import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeSharedDigits, formatFixedDigits } from '../../../src/engine/core/computeSharedDigits.ts';
import { runs } from '../../runs.ts';

const two = () => 2;

it.each([
  ['two that would look alike', 2.6249, 2.6151, 3],
  ['two whose rounded difference is not that of the rounded', 64.53, 79.27, 2],
  ['two that agree as they are', 1.25, 1.5, 2],
  ['whole numbers', 4, 7, 0],
  ['a whole number and another', 2, 2.62, 2],
  ['one that is small next to the other', 0.004, 3.5, 3],
  ['one that no few more digits show', 1e-9, 3.5, 2],
  ['one below 0', -0.0049, 3.5, 3],
  ['the same', 1.234567, 1.234567, 2],
  ['a difference that no few more digits show', 1, 1 + 1e-12, 2],
  ['one alone', null, 1.5, 2],
  ['none', null, null, 0],
] as const)('shared digits suit %s', (_, a, b, digits) => {
  expect(computeSharedDigits(a, b, two)).toBe(digits);
});

it('shared digits are the fewer digits of two values', () => {
  expect(computeSharedDigits(105.2, 95.4, value => (value >= 100 ? 0 : 1))).toBe(0);
});

it('shared digits do not show a small value as 0 because the other one is large', () => {
  const usual = (value: number) => (Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3);
  expect(computeSharedDigits(0.04, 12.5, usual)).toBe(2);
});

it('shared digits are enough for the shown numbers to add up, whenever two values differ by as much as the last of them', () => {
  const value = fc.integer({ min: -1e9, max: 1e9 }).map(whole => whole / 1e5);
  fc.assert(
    fc.property(value, value, (a, b) => {
      const digits = computeSharedDigits(a, b, two);
      const [shownA, shownB, difference] = [a, b, b - a].map(one => Number(formatFixedDigits(one, digits)));
      expect(shownB - shownA).toBeCloseTo(difference, digits + 1);
      expect(difference === 0).toBe(a === b);
    }),
    runs(300),
  );
});

it.each([
  [0.575, 2, '0.58'],
  [-0.575, 2, '-0.58'],
  [0.575 - 0.3, 2, '0.28'],
  [1.005, 2, '1.01'],
  [0.5, 0, '1'],
  [-0.004, 2, '0.00'],
  [2, 2, '2.00'],
  [1e-9, 2, '0.00'],
  [5e11 + 0.25, 1, '500000000000.3'],
  [3e14, 2, '300000000000000.00'],
] as const)(
  'rounding %s to %s digits goes half away from zero, as it is written: %s',
  (value, digits, words) => {
    expect(formatFixedDigits(value, digits)).toBe(words);
  },
);
