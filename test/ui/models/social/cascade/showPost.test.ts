import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import { computeHeadLabelRoom, convertTickToX } from '../../../../../src/ui/charts/timeScale.ts';
import { showCascade } from '../../../../../src/ui/models/social/cascade/showPost.ts';
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
