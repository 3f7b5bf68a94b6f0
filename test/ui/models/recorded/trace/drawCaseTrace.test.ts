import { expect, it } from 'vitest';
import type { PlacedStep } from '../../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { drawCaseTrace } from '../../../../../src/ui/models/recorded/trace/drawCaseTrace.ts';
import { step } from '../../../../engine/models/recorded/cases.ts';
import { NO_INKS } from '../../../noInks.ts';

/** A canvas that keeps the colour and the height of each filled rectangle. */
function createRectangles() {
  const filled: { readonly ink: string; readonly height: number }[] = [];
  const known: Record<string | symbol, unknown> = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillRect: (_x: number, _y: number, _width: number, height: number) =>
      filled.push({ ink: String(known.fillStyle), height }),
  };
  const ctx = new Proxy(known, {
    get: (target, name) => target[name] ?? (() => undefined),
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  return { ctx: ctx as unknown as CanvasRenderingContext2D, filled };
}

it('bars of tokens are in the ink of words, which stands out in both themes, not in that of hairlines', () => {
  const { ctx, filled } = createRectangles();
  const steps = [10, 20].map((tokensIn, i) => ({
    ...{ number: i + 1, tick: i + 1, state: 'READ', repeats: null, isForeign: false },
    step: step('read', { tokensIn }),
  })) as unknown as readonly PlacedStep[];
  drawCaseTrace(ctx, {
    ...{ steps, words: [], states: ['READ'], head: 2, width: 200, height: 200, wordsAt: 210 },
    ...{ scale: { from: 0, pixels: 20 }, selected: null, active: null },
    inks: { ...NO_INKS, ink3: 'words', hairStrong: 'hairline', states: ['green'] },
  } as unknown as Parameters<typeof drawCaseTrace>[1]);
  expect(filled.filter(({ ink }) => ink === 'words').map(({ height }) => height)).toEqual([13, 26]);
});
