import { expect, it } from 'vitest';
import { wrapPairRoot } from '../../../../../src/ui/models/social/pair/PairCascade.tsx';

const widthOf = (text: string) => 6 * text.length;

it('the author of a root stands on one line where there is room, and else on two', () => {
  const parts = ['by Dalia Jovanović', 'Round 5'] as const;
  expect(wrapPairRoot(parts, 180, widthOf)).toEqual(['by Dalia Jovanović, Round 5']);
  expect(wrapPairRoot(parts, 120, widthOf)).toEqual(['by Dalia Jovanović', 'Round 5']);
});
