import { describe, expect, it } from 'vitest';
import { LaneTween } from '../../../../../src/ui/models/social/cascade/CascadeView.tsx';
import { TREE } from '../../../fakeEngine.ts';

/** A root with `posts` − 1 answers, one a tick. */
const starOf = (posts: number) => ({
  ...TREE,
  post: Uint32Array.from({ length: posts }, (_, row) => row),
  parent: Int32Array.from({ length: posts }, (_, row) => (row === 0 ? -1 : 0)),
  tick: Int32Array.from({ length: posts }, (_, row) => row),
});
const lowest = (tween: LaneTween) => Math.max(...tween.lane);

describe('lane tween', () => {
  it('appends lanes while it plays and tidies on pause', () => {
    const tween = new LaneTween();
    tween.update(starOf(4), true, true, 0);
    tween.update(starOf(6), true, true, 100);
    expect([...tween.lane.slice(4)]).toEqual([3, 4]);
    tween.update(starOf(6), false, true, 200);
    expect(tween.advance(360)).toBe(true);
    expect(tween.advance(520)).toBe(false);
    expect(tween.lane).toEqual(tween.layout.lane);
  });

  it('keeps every row above the last lane at any time of a glide', () => {
    const tween = new LaneTween();
    tween.update(starOf(20), false, true, 0);
    tween.update(starOf(200), false, true, 1000);
    for (let now = 1000; now <= 1400; now += 20) {
      tween.advance(now);
      expect(lowest(tween)).toBeLessThanOrEqual(tween.lanes - 1 + 1e-9);
    }
    expect(tween.lanes).toBe(199);
  });
});
