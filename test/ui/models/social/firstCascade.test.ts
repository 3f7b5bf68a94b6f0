import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import type {
  CascadeSummary,
  CascadeTree,
} from '../../../../src/engine/models/social/reports/socialQueries.ts';
import { chooseCascadeRoot, getPostSelection, SOCIAL } from '../../../../src/ui/models/social/socialPart.ts';
import { createPageStore } from '../../../../src/ui/store/createPageStore.ts';
import { infoOf } from '../../fakeEngine.ts';

const summary = (root: number, tick: number, size: number): CascadeSummary => ({
  ...{
    root,
    tick,
    size,
    author: 0,
    topic: 'food',
    text: 'Soup.',
    seen: 0,
    posts: size,
    gained: 0,
    growth: [],
  },
});

/** The root that the page chooses by itself at a round, where its window begins 24 rounds before the first. */
function chosenAt(head: number, ...liveliest: readonly CascadeSummary[]): unknown {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  store.setState({ head });
  store.getState().know(SOCIAL, { liveliest });
  return chooseCascadeRoot(store.getState());
}
const chosen = (...liveliest: readonly CascadeSummary[]): unknown => chosenAt(0, ...liveliest);

it('the first cascade on the screen is the largest whose root is in the window', () => {
  expect(chosen(summary(1, -47, 30), summary(2, -12, 9), summary(3, -3, 12))).toMatchObject({ root: 3 });
});

it('where cascades in the window are much smaller, or there are none, the first cascade shown is the largest of all', () => {
  expect(chosenAt(3, summary(1, -47, 30), summary(2, -12, 9))).toMatchObject({ root: 1 });
  expect(chosen(summary(1, -31, 9), summary(2, -47, 30))).toMatchObject({ root: 2 });
});

it('the first picture shows a cascade that begins in it, however large an earlier one is, unless it has hardly begun', () => {
  expect(chosen(summary(1, -47, 30), summary(2, -12, 9))).toMatchObject({ root: 2 });
  expect(chosen(summary(1, -47, 30), summary(2, -12, 3))).toMatchObject({ root: 1 });
});

it('at the end of an address’s rounds the first cascade shown is the largest, whatever was shown on the way, and stays from there on', () => {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  const know = (liveliest: readonly CascadeSummary[], head: number) => {
    store.setState({ head });
    store.getState().know(SOCIAL, { liveliest });
  };
  const drawn = () => {
    const { root } = getPostSelection(store.getState());
    store.getState().know(SOCIAL, { tree: { root } as CascadeTree });
    return getPostSelection(store.getState()).root;
  };
  store.getState().send('runTo', 6);
  know([summary(1, -12, 9), summary(2, -3, 8)], 5);
  expect(drawn()).toBe(1);
  // The last frame comes after the end, and its tree after that.
  store.getState().send('ended');
  know([summary(1, -12, 10), summary(2, -3, 12)], 6);
  expect(drawn()).toBe(2);
  expect(drawn()).toBe(2);
  know([summary(1, -12, 15), summary(2, -3, 12)], 7);
  expect(drawn()).toBe(2);
});

it('before the first post no cascade is shown', () => {
  expect(chosen()).toBeNull();
});
