import { describe, expect, it } from 'vitest';
import type { CascadeTree } from '../../../../../src/engine/models/social/reports/socialQueries.ts';
import { getCascadeRowY } from '../../../../../src/ui/models/social/cascade/cascade.ts';
import { buildHalfPlot, findCommonRows } from '../../../../../src/ui/models/social/pair/PairCascade.tsx';

const tree = (rows: readonly (readonly [author: number, tick: number, parent: number])[]): CascadeTree =>
  ({
    root: 0,
    post: Uint32Array.from(rows, (_, row) => row),
    author: Uint32Array.from(rows, ([author]) => author),
    tick: Int32Array.from(rows, ([, tick]) => tick),
    parent: Int32Array.from(rows, ([, , parent]) => parent),
    kind: Uint8Array.from(rows, (_, row) => (row === 0 ? 0 : 2)),
  }) as unknown as CascadeTree;

const FRAME = {
  scale: { from: 0, pixels: 10 },
  width: 400,
  height: 200,
  head: 9,
  kinds: ['#111', '#222', '#333'],
  inks: {} as never,
};

const A = tree([
  [1, 0, -1],
  [2, 3, 0],
  [3, 4, 0],
  [4, 6, 1],
]);
const B = tree([
  [1, 0, -1],
  [2, 3, 0],
  [5, 4, 0],
]);

describe('a cascade in two runs', () => {
  it('has one root in the middle, from which one tree grows up and the other down', () => {
    for (const [side, one] of [
      ['a', A],
      ['b', B],
    ] as const) {
      const plot = buildHalfPlot(one, side, new Set(), FRAME as never);
      expect(getCascadeRowY(plot, 0)).toBeCloseTo(100, 6);
      for (let row = 1; row < one.post.length; row++) {
        const y = getCascadeRowY(plot, row);
        expect(side === 'a' ? y < 100 && y >= 10 : y > 100 && y <= 190).toBe(true);
      }
    }
  });

  it('has in both trees what the same people made in the same round, whatever its number', () => {
    expect([...findCommonRows(A, B)]).toEqual([1]);
    expect([...findCommonRows(B, A)]).toEqual([1]);
    expect([...findCommonRows(A, null)]).toEqual([]);
    expect([...findCommonRows(A, A)]).toEqual([1, 2, 3]);
  });
});
