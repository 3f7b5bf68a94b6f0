import { describe, expect, it } from 'vitest';
import { measureCascade } from '../../../../../src/engine/models/social/cascade/measureCascade.ts';
import {
  describeCascade,
  describeSpread,
  isCascadeOutgrown,
} from '../../../../../src/ui/models/social/cascade/cascadeRoot.ts';
import { CASCADE_MEASURES } from '../../../../../src/ui/models/social/cascade/measureWords.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';

/** How a tree of posts spread, each given by its parent. */
const spread = (...parent: readonly number[]) =>
  describeSpread(
    measureCascade({ parent, author: parent.map((_, i) => i), tick: parent, kind: parent }, 180, 9),
  );

describe('the spread of a cascade', () => {
  it('is described by how many came straight from the source', () => {
    expect(spread(-1, 0, 0, 0, 0, 1)).toBe('mostly straight from the source: 4 of 5');
    expect(spread(-1, 0, 1, 2, 3, 4)).toBe('mostly from person to person: 4 of 5');
    expect(spread(-1, 0, 0, 0, 1, 2, 3)).toBe('straight from the source: 3 of 6');
  });

  it('is not described for a few posts', () => {
    expect(spread(-1, 0, 0, 0, 0)).toBeNull();
    expect(spread(-1)).toBeNull();
  });
});

/** The state of a page whose cascade has so many people, beside the largest. */
const stateWith = (largest: { readonly root: number; readonly size: number } | null) => {
  const parent = [-1, 0, 0];
  const measures = measureCascade({ parent, author: [0, 1, 2], tick: parent, kind: parent }, 180, 9);
  const tree = { root: 4, topic: 'climate', tick: [1, 2, 3], measures, exposure: { seen: 7 } };
  return {
    run: { setup: { model: 'social' } },
    modelParts: { social: { tree, largest } },
    selection: { range: null },
  } as unknown as PageState;
};

describe('the note that there is a larger cascade than the one on the screen', () => {
  it('gives the number of people in that one', () => {
    const state = stateWith({ root: 9, size: 1260 });
    expect(isCascadeOutgrown(state)).toBe(true);
    expect(describeCascade(state)).toMatch(/^3 people .*; not the largest\.$/);
  });

  it('is absent for the largest one, for one as large, and for the first', () => {
    for (const largest of [{ root: 4, size: 3 }, { root: 9, size: 3 }, null]) {
      expect(isCascadeOutgrown(stateWith(largest))).toBe(false);
      expect(describeCascade(stateWith(largest))).not.toContain('largest');
    }
  });
});

it('measures of cascades are shown with grouped digits', () =>
  expect(CASCADE_MEASURES.filter(({ digitsOf }) => digitsOf(1215) === '1,215').map(({ key }) => key)).toEqual(
    CASCADE_MEASURES.map(({ key }) => key).filter(key => key !== 'structuralVirality'),
  ));
