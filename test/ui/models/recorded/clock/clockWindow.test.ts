import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findZoomAnchor,
  fitClockWindow,
  panClockWindow,
  revealClockSpan,
  zoomClockWindow,
} from '../../../../../src/ui/models/recorded/clock/clockWindow.ts';

const ALL = { from: 0, until: 1000 };

describe('a stretch of time on the screen', () => {
  it('keeps the moment about which it is zoomed', () => {
    expect(zoomClockWindow({ from: 0, until: 1000 }, 2, 200, ALL)).toEqual({ from: 100, until: 600 });
  });

  it('never leaves its bounds, and never becomes empty', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(part, fc.double({ min: 0.001, max: 1000, noNaN: true }), part, (from, factor, by) => {
        const zoomed = zoomClockWindow({ from: from * 500, until: from * 500 + 300 }, factor, 400, ALL);
        const { from: begin, until } = panClockWindow(zoomed, (by - 0.5) * 5000, ALL);
        expect(begin).toBeGreaterThanOrEqual(0);
        expect(until).toBeLessThanOrEqual(1000 + 1e-9);
        expect(until - begin).toBeGreaterThanOrEqual(1 - 1e-9);
      }),
    );
  });

  it('is zoomed by a key about what is looked at while that is on the screen', () => {
    expect(findZoomAnchor(ALL, { from: 100, until: 300 })).toBe(200);
    expect(findZoomAnchor({ from: 500, until: 700 }, { from: 100, until: 300 })).toBe(600);
    expect(findZoomAnchor(ALL, null)).toBe(500);
  });

  it('has room on both sides of what it is fitted to', () => {
    expect(fitClockWindow(100, 200)).toEqual({ from: 98, until: 202 });
    expect(fitClockWindow(100, 100).until).toBeGreaterThan(101);
  });

  it('moves to a span only if that cannot be seen', () => {
    const window = { from: 100, until: 200 };
    expect(revealClockSpan(window, { from: 120, until: 400 }, ALL)).toBe(window);
    expect(revealClockSpan(window, { from: 500, until: 510 }, ALL)).toEqual({ from: 475, until: 575 });
  });
});
