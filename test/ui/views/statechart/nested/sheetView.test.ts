import { describe, expect, it } from 'vitest';
import {
  convertToDrawingPoint,
  createFittedView,
  createWholeView,
  findCutEdges,
  isDrawingLegible,
  panSheetView,
  zoomSheetView,
} from '../../../../../src/ui/views/statechart/nested/sheetView.ts';

const SHEET = { width: 500, height: 400 };
const SMALL = { width: 250, height: 200 };
const LARGE = { width: 2000, height: 1000 };

describe('the view of a drawing', () => {
  it('is the whole in the middle, where its texts are readable then', () => {
    const view = createFittedView(SMALL, SHEET);
    expect(view.scale).toBeCloseTo(1.3);
    expect(view.x).toBeCloseTo((500 - 325) / 2);
    expect(isDrawingLegible(SMALL, SHEET)).toBe(true);
  });

  it('begins at its corner, at a readable scale, where it is too large', () => {
    expect(isDrawingLegible(LARGE, SHEET)).toBe(false);
    expect(createFittedView(LARGE, SHEET)).toEqual({ scale: 0.76, x: 0, y: 0 });
    expect(createWholeView(LARGE, SHEET)).toEqual({ scale: 0.25, x: 0, y: 75 });
  });

  it('is the whole from three fifths of its size on', () => {
    const drawing = { width: 800, height: 200 };
    expect(createFittedView(drawing, SHEET)).toMatchObject({ scale: 0.625, x: 0 });
    expect(createFittedView({ ...drawing, width: 850 }, SHEET).scale).toBe(0.76);
  });

  it('has the most important part on the sheet where not all of it fits', () => {
    const box = { x: 1500, y: 800, width: 200, height: 100, weight: 5 };
    const near = { ...box, x: 1300, weight: 1 };
    const far = { ...box, x: 0, y: 0, weight: 1 };
    const view = createFittedView(LARGE, SHEET, [far, box, near]);
    const seen = ({ x, y, width, height }: typeof box) =>
      x * view.scale + view.x >= 0 &&
      y * view.scale + view.y >= 0 &&
      (x + width) * view.scale + view.x <= SHEET.width &&
      (y + height) * view.scale + view.y <= SHEET.height;
    expect([far, box, near].map(seen)).toEqual([false, true, true]);
    expect(findCutEdges(view, LARGE, SHEET)).toEqual({ left: true, top: true, right: true, bottom: true });
    expect(findCutEdges(createWholeView(LARGE, SHEET), LARGE, SHEET)).toEqual({
      left: false,
      top: false,
      right: false,
      bottom: false,
    });
  });

  it('keeps the point under the pointer when it is zoomed', () => {
    const view = createFittedView(LARGE, SHEET);
    const at = [120, 90] as const;
    const near = zoomSheetView(view, 2, at, LARGE, SHEET);
    const [before, after] = [view, near].map(one => convertToDrawingPoint(one, at));
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it('zooms in at most four times and out to the whole', () => {
    const view = createFittedView(LARGE, SHEET);
    expect(zoomSheetView(view, 100, [0, 0], LARGE, SHEET).scale).toBe(4);
    expect(zoomSheetView(view, 0.001, [0, 0], LARGE, SHEET).scale).toBe(0.25);
  });

  it('never loses the drawing', () => {
    const view = panSheetView(createFittedView(SMALL, SHEET), 9999, -9999, SMALL, SHEET);
    expect(view.x).toBe(440);
    expect(view.y).toBeCloseTo(60 - 200 * 1.3);
  });
});
