import { expect, it } from 'vitest';
import { drawRootText } from '../../../../../src/ui/models/social/cascade/cascadeRoot.ts';
import { SOCIAL } from '../../../../../src/ui/models/social/socialPart.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';
import { openPage } from '../../../page.tsx';
import { PLOT } from '../plot.ts';

const LINES = 'Six weeks off cigarettes. I can smell rain again, and unfortunately also my brother’s car.';

/** The texts beside a root whose lane is the lowest, with their baselines. @param largest people of the largest cascade */
function drawn(state: PageState, largest: number) {
  const told: { readonly text: string; readonly y: number }[] = [];
  const ctx = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    strokeText: () => {},
    fillText: (text: string, _: number, y: number) => told.push({ text, y }),
  } as unknown as CanvasRenderingContext2D;
  const tree = {
    ...{ ...PLOT.tree, root: 0, topic: 'health', text: [LINES], likes: Uint32Array.of(31) },
    measures: { size: 9 },
  } as never;
  const parts = { liveliest: [], tree, viewers: null, pairTrees: null };
  const scale = { from: -20, pixels: 20 };
  const now = {
    ...{ ...state, scale },
    modelParts: {
      [SOCIAL.model]: { ...parts, largest: { root: 1, topic: 'health', size: largest, seen: 0 } },
    },
  } as PageState;
  drawRootText(ctx, { ...PLOT, scale, tree, lane: Float64Array.of(4, 0, 1, 2, 3) }, now, tree);
  return told;
}

it('the lines next to a root stay on the chart, the likes last', async () => {
  const { store } = await openPage();
  const told = drawn(store.getState(), 9);
  expect(told.at(-1)!.text).toMatch(/ likes$/);
  expect(told.length).toBeGreaterThan(3);
  for (const { y } of told) expect(y).toBeLessThanOrEqual(PLOT.bottom + 1);
  const ys = told.map(({ y }) => y);
  expect(ys).toEqual([...ys].sort((a, b) => a - b));
});
