import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/ui/charts/canvas.ts';

describe('a canvas', () => {
  it('has the size that it was asked for, whatever the screen’s resolution', () => {
    const canvas = document.createElement('canvas');
    canvas.getContext = () => null;
    for (const ratio of [1, 1.5, 2]) {
      window.devicePixelRatio = ratio;
      surfaceOf(canvas, 300, 100);
      expect([canvas.width, canvas.height]).toEqual([300 * ratio, 100 * ratio]);
      expect([canvas.style.width, canvas.style.height]).toEqual(['300px', '100px']);
    }
    window.devicePixelRatio = 1;
  });
});
