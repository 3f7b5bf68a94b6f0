import { describe, expect, it } from 'vitest';
import { measureCascade } from '../../../../src/engine/cascade/measures.ts';
import { spreadOf } from '../../../../src/ui/models/social/cascadeSentence.ts';

/** How a tree of posts spread, each given by its parent. */
const spread = (...parent: readonly number[]) =>
  spreadOf(measureCascade({ parent, author: parent.map((_, i) => i), tick: parent, kind: parent }, 180, 9));

describe('how a cascade spread', () => {
  it('is said with how many came straight from the source', () => {
    expect(spread(-1, 0, 0, 0, 0, 1)).toBe('mostly straight from the source: 4 of 5');
    expect(spread(-1, 0, 1, 2, 3, 4)).toBe('mostly from person to person: 4 of 5');
    expect(spread(-1, 0, 0, 0, 1, 2, 3)).toBe('straight from the source: 3 of 6');
  });

  it('is not said of a few posts', () => {
    expect(spread(-1, 0, 0, 0, 0)).toBeNull();
    expect(spread(-1)).toBeNull();
  });
});
