import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import { computeHeadLabelRoom, convertTickToX } from '../../../../../src/ui/charts/timeScale.ts';
import { revealTree, showCascade } from '../../../../../src/ui/models/social/cascade/showPost.ts';
import { createPageStore } from '../../../../../src/ui/store/createPageStore.ts';
import { frameOf, infoOf, NAMES } from '../../../fakeEngine.ts';

it('a cascade that is chosen on a phone is completely visible, next to the labels of the present', () => {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  store.getState().setPlot(318, 2.5);
  for (let tick = -10; tick < 120; tick++) store.getState().receive(frameOf(NAMES.length, tick, tick + 1, 1));
  showCascade(store, { root: 3, tick: -19 });
  const { scale, plotWidth } = store.getState();
  expect(convertTickToX(scale, -19)).toBeGreaterThan(0);
  expect(convertTickToX(scale, 120)).toBeLessThanOrEqual(
    plotWidth - computeHeadLabelRoom(plotWidth, 164) + 1e-6,
  );
});

const openedAt = (head: number) => {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  store.getState().setPlot(670, 10);
  for (let tick = -10; tick < head; tick++)
    store.getState().receive(frameOf(NAMES.length, tick, tick + 1, 1));
  return store;
};

it('a tree whose posts are left of the window is brought into it, next to the present', () => {
  const store = openedAt(100);
  const tree = { tick: Int32Array.of(-9, -4, 3, 20, 98) };
  expect(convertTickToX(store.getState().scale, 20)).toBeLessThan(0);
  revealTree(store.getState(), tree);
  const { scale, plotWidth, following } = store.getState();
  expect(convertTickToX(scale, -9)).toBeGreaterThanOrEqual(0);
  expect(convertTickToX(scale, 100)).toBeLessThanOrEqual(plotWidth);
  expect(following).toBe(true);
});

it.each([
  ['most of whose posts are in the window', 100, [40, 90, 95, 98]],
  ['that began too long ago to stand next to the present', 300, [-9, -4, 3]],
])('a tree %s leaves the window as it is', (_, head, ticks) => {
  const store = openedAt(head);
  const { scale } = store.getState();
  revealTree(store.getState(), { tick: Int32Array.from(ticks) });
  expect(store.getState().scale).toBe(scale);
});
