import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendLanes,
  collectBranchRows,
  computeTidyLanes,
  type TreeColumns,
} from '../../../../../src/ui/models/social/cascade/cascadeLayout.ts';

/** A tree in which every post answers an earlier one of an earlier tick. */
const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((picks): TreeColumns => {
  const tick = picks.map((_, row) => row >> 1);
  const parent = picks.map((pick, row) => {
    const earlier = tick.filter(other => other < tick[row]!).length;
    return row === 0 ? -1 : earlier === 0 ? 0 : pick % earlier;
  });
  return { parent: Int32Array.from(parent), tick: Int32Array.from(tick) };
});

describe('cascade layout', () => {
  it('sets a chain on one lane and a star on one lane per leaf', () => {
    const chain = computeTidyLanes({ parent: Int32Array.of(-1, 0, 1, 2), tick: Int32Array.of(0, 1, 2, 3) });
    expect([...chain.lane]).toEqual([0, 0, 0, 0]);
    const star = computeTidyLanes({ parent: Int32Array.of(-1, 0, 0, 0), tick: Int32Array.of(0, 1, 2, 3) });
    expect([...star.lane]).toEqual([1, 0, 1, 2]);
    expect([...star.branch]).toEqual([4, 1, 1, 1]);
  });

  it('lets no line cross another', () => {
    fc.assert(
      fc.property(trees, tree => {
        const { lane } = computeTidyLanes(tree);
        for (let a = 1; a < lane.length; a++) {
          for (let b = 1; b < lane.length; b++) {
            const [pa, pb] = [tree.parent[a]!, tree.parent[b]!];
            // The lane of a, from its parent's column to its own, and the column of b's parent.
            const x = tree.tick[pb]!;
            const [low, high] = [Math.min(lane[pb]!, lane[b]!), Math.max(lane[pb]!, lane[b]!)];
            const across = tree.tick[pa]! < x && x < tree.tick[a]! && low < lane[a]! && lane[a]! < high;
            expect(across).toBe(false);
          }
        }
      }),
    );
  });

  it('moves nobody while it plays: new posts take the lanes below', () => {
    const before = computeTidyLanes({ parent: Int32Array.of(-1, 0, 0), tick: Int32Array.of(0, 1, 2) });
    const after = appendLanes(before, {
      parent: Int32Array.of(-1, 0, 0, 1),
      tick: Int32Array.of(0, 1, 2, 3),
    });
    expect([...after.lane]).toEqual([...before.lane, before.lanes]);
  });

  it('lights ancestors and descendants, not siblings', () => {
    const tree = { parent: Int32Array.of(-1, 0, 0, 1, 3), tick: Int32Array.of(0, 1, 2, 3, 4) };
    expect([...collectBranchRows(tree, computeTidyLanes(tree), 1)].sort()).toEqual([0, 1, 3, 4]);
  });

  it('lays out ten thousand posts in a chain', () => {
    const rows = 10_000;
    const tree = { parent: Int32Array.from({ length: rows }, (_, i) => i - 1), tick: new Int32Array(rows) };
    expect(computeTidyLanes(tree).branch[0]).toBe(rows);
  });
});
