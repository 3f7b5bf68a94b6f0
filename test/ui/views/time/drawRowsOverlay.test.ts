import { beforeAll, expect, it } from 'vitest';
import type { TimelinesPlot } from '../../../../src/ui/charts/drawTimelines.ts';
import { loadModelPlugin } from '../../../../src/ui/model/registered.ts';
import { drawRowsOverlay } from '../../../../src/ui/views/time/drawRowsOverlay.ts';
import { aLive, livePage } from '../../models/recorded/live/livePage.ts';
import { NO_INKS } from '../../noInks.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

/** Rectangles that are filled over rows of 13 pixels: x, y, width and height. */
function fillsOf(state: Awaited<ReturnType<typeof livePage>>['store'], head: number): number[][] {
  const fills: number[][] = [];
  const own: Partial<Record<string | symbol, unknown>> = {
    fillRect: (...box: number[]) => fills.push(box),
    measureText: () => ({ width: 10 }),
  };
  const ctx = new Proxy(own, {
    get: (target, name) => target[name] ?? (() => undefined),
    set: () => true,
  }) as unknown as CanvasRenderingContext2D;
  const now = state.getState();
  const agents = [0, 1, 2];
  const plot: TimelinesPlot = {
    ...{ rows: agents.map(() => undefined), first: 1, head, initial: 0, heights: [1] },
    ...{ scale: { from: 1, pixels: 10 }, width: 400, inks: NO_INKS },
  };
  const over = {
    state: now,
    run: now.run!,
    agents,
    plot,
    gutter: 100,
    width: 700,
    inks: NO_INKS,
    small: false,
  };
  drawRowsOverlay(ctx, over);
  return fills.filter(([, , , height]) => height === 13);
}

it('the row of a case that is under way ends with its last step, however far others have come', async () => {
  const { store } = await livePage(
    [aLive(0, { last: 3 }), aLive(2, { last: 1 })],
    {},
    { succeeded: 1, failed: 0, ended: 0 },
  );
  // Half a step of ten pixels after the steps 3 and 1; the ended case between them is drawn whole.
  expect(fillsOf(store, 3)).toEqual([
    [125, 0, 375, 13],
    [105, 26, 395, 13],
  ]);
  store.setState(({ modelParts }) => ({
    modelParts: { recorded: { ...(modelParts.recorded as object), isStreamed: false } },
  }));
  expect(fillsOf(store, 3)).toEqual([]);
});
