import { expect, it } from 'vitest';
import { whoseLines } from '../../../../../src/ui/models/social/pair/whoseLines.ts';

const widthOf = (text: string) => 6 * text.length;

it('whose post it is stands on one line where there is room, and else on two', () => {
  const parts = ['by Dalia Jovanović', 'Round 5'] as const;
  expect(whoseLines(parts, 180, widthOf)).toEqual(['by Dalia Jovanović, Round 5']);
  expect(whoseLines(parts, 120, widthOf)).toEqual(['by Dalia Jovanović', 'Round 5']);
});
