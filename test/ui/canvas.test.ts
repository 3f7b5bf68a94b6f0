import { describe, expect, it } from 'vitest';
import { clipTextToWidth, prepareCanvasSurface } from '../../src/ui/charts/canvas.ts';

describe('a canvas', () => {
  it('has the size that it was asked for, whatever the screen’s resolution', () => {
    const canvas = document.createElement('canvas');
    canvas.getContext = () => null;
    for (const ratio of [1, 1.5, 2]) {
      window.devicePixelRatio = ratio;
      prepareCanvasSurface(canvas, 300, 100);
      expect([canvas.width, canvas.height]).toEqual([300 * ratio, 100 * ratio]);
      expect([canvas.style.width, canvas.style.height]).toEqual(['300px', '100px']);
    }
    window.devicePixelRatio = 1;
  });
});

describe('a text that is cut to fit', () => {
  const ctx = { measureText: (text: string) => ({ width: text.length }) } as CanvasRenderingContext2D;
  const half = (length: number) => Math.floor(length / 2);

  it('keeps its beginning, or the given share of its end', () => {
    expect(clipTextToWidth(ctx, 'task 38', 7)).toBe('task 38');
    expect(clipTextToWidth(ctx, 'task django__django-11564', 12)).toBe('task django…');
    expect(clipTextToWidth(ctx, 'task django__django-11564', 12, half)).toBe('task d…11564');
  });

  it('has one ellipsis, also where it had one before', () => {
    expect(clipTextToWidth(ctx, 'case 121: matplotlib…b-18869', 15, half)).toBe('case 12…b-18869');
    expect(clipTextToWidth(ctx, 'case 1…matplotlib-18869', 15, half)).toBe('case 1…b-18869');
    expect(clipTextToWidth(ctx, 'case 36: [mobile_data…A:Hard]', 16, half)).toBe('case 36:…A:Hard]');
  });
});
