import { describe, expect, it } from 'vitest';
import { drawOrderByShares, normalizeShares } from '../../../src/engine/statechart/timing/rates.ts';

describe('an order by shares', () => {
  it('has each first for its part of the draws, whatever place it is given in', () => {
    const firsts = (shares: readonly number[]) => {
      const counts = shares.map(() => 0);
      for (let draw = 0; draw < 1000; draw++)
        counts[drawOrderByShares(shares, () => (draw + 0.5) / 1000)[0]]!++;
      return counts;
    };
    expect(firsts([0.3, 0.1])).toEqual([750, 250]);
    expect(firsts([0.1, 0.3])).toEqual([250, 750]);
    expect(firsts([0.2, 0.2, 0.4])).toEqual([250, 250, 500]);
  });

  it('draws again for each place among those that are left', () => {
    const places: number[] = [];
    const order = drawOrderByShares([1, 1, 2], place => {
      places.push(place);
      return 0.99;
    });
    expect([...order].sort()).toEqual([0, 1, 2]);
    expect(places).toEqual([0, 1]);
    expect(drawOrderByShares([0.5], () => Number.NaN)).toEqual([0]);
  });

  it('turns parts into shares of a whole', () => {
    expect(normalizeShares([1, 3])).toEqual([0.25, 0.75]);
  });
});
