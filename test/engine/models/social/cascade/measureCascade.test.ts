import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeStructuralVirality,
  measureCascade,
} from '../../../../../src/engine/models/social/cascade/measureCascade.ts';

/** A tree by its parents; authors all different, replies and reshares in turn, a tick a post. */
const measure = (parent: number[], columns: { author?: number[]; tick?: number[] } = {}) =>
  measureCascade(
    {
      parent,
      author: columns.author ?? [...parent.keys()],
      tick: columns.tick ?? [...parent.keys()],
      kind: parent.map((_, row) => (row === 0 ? 0 : row % 2 === 1 ? 1 : 2)),
    },
    180,
    100,
  );

const trees = fc
  .array(fc.nat(), { maxLength: 40 })
  .map(draws => [-1, ...draws.map((draw, row) => draw % (row + 1))]);

/** Distances by walking up from both ends. */
const bruteForce = (parent: number[]): number => {
  const up = (row: number): number[] => (row < 0 ? [] : [row, ...up(parent[row])]);
  let sum = 0;
  for (const a of parent.keys()) {
    for (const b of parent.keys()) {
      const [one, other] = [up(a), up(b)];
      const shared = one.filter(row => other.includes(row)).length;
      sum += one.length + other.length - 2 * shared;
    }
  }
  return sum / (parent.length * (parent.length - 1));
};

describe('measureCascade', () => {
  it('measures a small tree by hand', () => {
    //        0 (tick 2)
    //      1   2 (5, 6)      author of 3 is author of 1
    //    3  4    5 (9, 9, 20)
    const parent = [-1, 0, 0, 1, 1, 2];
    expect(measure(parent, { author: [7, 8, 9, 8, 10, 11], tick: [2, 5, 6, 9, 9, 20] })).toEqual({
      size: 5,
      posts: 6,
      replies: 3,
      reshares: 2,
      depth: 2,
      maxBreadth: 3,
      structuralVirality: (2 / 30) * (3 * 3 + 2 * 4 + 5 + 5 + 5),
      postRootR: 3 / 5,
      minutesToHalfSize: 12,
      observedTicks: 98,
    });
  });

  it('of a single post is zero, with no post-root R', () => {
    expect(measure([-1])).toEqual({
      size: 1,
      posts: 1,
      replies: 0,
      reshares: 0,
      depth: 0,
      maxBreadth: 1,
      structuralVirality: 0,
      postRootR: null,
      minutesToHalfSize: 0,
      observedTicks: 100,
    });
  });

  it('of a star of n posts has structural virality 2 (n − 1) / n', () => {
    for (const n of [2, 3, 10, 1000]) {
      const star = [-1, ...Array(n - 1).fill(0)];
      expect(computeStructuralVirality(star)).toBeCloseTo((2 * (n - 1)) / n, 12);
      expect(measure(star)).toMatchObject({ depth: 1, maxBreadth: n - 1, postRootR: 0 });
    }
  });

  it('of a chain of n posts has structural virality (n + 1) / 3', () => {
    for (const n of [2, 3, 10, 1000]) {
      const chain = Array.from({ length: n }, (_, row) => row - 1);
      expect(computeStructuralVirality(chain)).toBeCloseTo((n + 1) / 3, 12);
      expect(measure(chain)).toMatchObject({ depth: n - 1, maxBreadth: 1, postRootR: (n - 2) / (n - 1) });
    }
  });

  it('agrees with brute force on random trees', () => {
    fc.assert(
      fc.property(trees, parent => {
        const measures = measure(parent);
        const depth = (row: number): number => (row === 0 ? 0 : depth(parent[row]) + 1);
        const depths = parent.map((_, row) => depth(row));
        const at = (level: number) => depths.filter(one => one === level).length;
        expect(measures.depth).toBe(Math.max(...depths));
        expect(measures.maxBreadth).toBe(Math.max(...depths.map(at)));
        expect(measures.replies + measures.reshares).toBe(parent.length - 1);
        if (parent.length === 1) return;
        expect(measures.structuralVirality).toBeCloseTo(bruteForce(parent), 10);
        expect(measures.postRootR).toBeCloseTo(
          depths.filter(one => one > 1).length / (parent.length - 1),
          12,
        );
      }),
    );
  });

  it('finds the half size whatever the order of the ticks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99), { minLength: 1, maxLength: 30 }), later => {
        const tick = [0, ...later];
        const half = [...tick].sort((a, b) => a - b)[Math.ceil(tick.length / 2) - 1];
        const parent = tick.map((_, row) => (row === 0 ? -1 : 0));
        expect(measure(parent, { tick }).minutesToHalfSize).toBe(half * 3);
      }),
    );
  });

  it('refuses rows that do not form a tree', () => {
    expect(() => measure([])).toThrow('begins with its root');
    expect(() => measure([-1, 1])).toThrow('row 1 hangs on row 1');
    expect(() => measure([-1, -1])).toThrow('row 1 hangs on row -1');
  });

  it('measures 200,000 posts in a chain without recursion', () => {
    const parent = Int32Array.from({ length: 200_000 }, (_, row) => row - 1);
    expect(computeStructuralVirality(parent)).toBeCloseTo(200_001 / 3, 3);
  });
});
