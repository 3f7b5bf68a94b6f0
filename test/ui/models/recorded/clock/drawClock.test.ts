import { expect, it } from 'vitest';
import type { ClockPlot } from '../../../../../src/ui/models/recorded/clock/clockPlot.ts';
import { drawClock } from '../../../../../src/ui/models/recorded/clock/drawClock.ts';
import { NO_INKS } from '../../../noInks.ts';

/** Texts that are drawn over the lanes, each 40 pixels wide, with where their middles are. */
function textsOf(plot: Partial<ClockPlot>): [text: string, x: number][] {
  const texts: [string, number][] = [];
  const own: Record<string | symbol, unknown> = {
    measureText: () => ({ width: 40 }),
    fillText: (text: string, x: number) => texts.push([text, Math.round(x)]),
  };
  const ctx = new Proxy(own, { get: (target, name) => target[name] ?? (() => undefined), set: () => true });
  drawClock(
    ctx as unknown as CanvasRenderingContext2D,
    {
      ...{ lanes: [], scrolled: 0, width: 700, height: 200, left: 100, right: 500, inks: NO_INKS, now: null },
      window: { from: 0, until: 40_000 },
      ...plot,
    } as ClockPlot,
  );
  return texts;
}

it('no time of the axis stands under that of the present', () => {
  const usual = textsOf({});
  const present = textsOf({ now: 31_000 });
  const [label] = present.at(-1) ?? [''];
  expect(label).toMatch(/^\d\d:\d\d:31$/);
  const near = usual.filter(([, x]) => Math.abs(x - 410) < 50);
  expect(near.length).toBeGreaterThan(0);
  for (const one of near) expect(present).not.toContainEqual(one);
  expect(present.length).toBe(usual.length - near.length + 1);
});
