import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { panCamera, Sheet, WHOLE, zoomCamera } from '../../../../src/ui/charts/network/networkSheet.ts';

const SIZE = { width: 400, height: 200 };
const context = () => ({ drawImage: vi.fn(), setTransform: vi.fn() }) as unknown as CanvasRenderingContext2D;

describe('a drawing that is kept as a bitmap', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context() as never);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const painting = (paint: () => void, key: unknown = 'one') => ({
    key: [key],
    steps: 800,
    budget: Number.POSITIVE_INFINITY,
    paint,
  });

  it('is drawn once, and copied while it is moved', () => {
    const [sheet, paint, ctx] = [new Sheet(), vi.fn(), context()];
    expect(sheet.draw(ctx, painting(paint), WHOLE, SIZE, 0)).toBe(false);
    for (let step = 1; step < 40; step++)
      expect(sheet.draw(ctx, painting(paint), panCamera(WHOLE, step, -step, SIZE), SIZE, step)).toBe(false);
    expect(paint).toHaveBeenCalledTimes(1);
    expect(vi.mocked(ctx.drawImage).mock.lastCall?.slice(1)).toEqual([39, -39, 400, 200]);
  });

  it('is scaled while it is zoomed, and drawn again once the camera rests', () => {
    const [sheet, paint, ctx] = [new Sheet(), vi.fn(), context()];
    sheet.draw(ctx, painting(paint), WHOLE, SIZE, 0);
    const near = zoomCamera(WHOLE, 2, [0, 0], SIZE);
    expect(sheet.draw(ctx, painting(paint), near, SIZE, 10)).toBe(true);
    expect(vi.mocked(ctx.drawImage).mock.lastCall?.slice(1)).toEqual([0, 0, 800, 400]);
    expect(paint).toHaveBeenCalledTimes(1);
    expect(sheet.draw(ctx, painting(paint), near, SIZE, 200)).toBe(false);
    expect(paint).toHaveBeenCalledTimes(2);
  });

  it('is drawn again when its contents change', () => {
    const [sheet, paint, ctx] = [new Sheet(), vi.fn(), context()];
    sheet.draw(ctx, painting(paint), WHOLE, SIZE, 0);
    sheet.draw(ctx, painting(paint, 'two'), WHOLE, SIZE, 1);
    expect(paint).toHaveBeenCalledTimes(2);
  });

  it('that takes long is drawn in part, picture by picture, and shown when it is whole', () => {
    const [sheet, ctx] = [new Sheet(), context()];
    const steps: (readonly [number, number])[] = [];
    const slow = {
      ...painting(() => {}),
      budget: 0,
      paint: (_: unknown, __: unknown, from: number, to: number) => void steps.push([from, to]),
    };
    expect(sheet.draw(ctx, slow, WHOLE, SIZE, 0)).toBe(true);
    expect(ctx.drawImage).not.toHaveBeenCalled();
    expect(sheet.draw(ctx, slow, WHOLE, SIZE, 16)).toBe(false);
    expect(steps).toEqual([
      [0, 500],
      [500, 800],
    ]);
    expect(ctx.drawImage).toHaveBeenCalledTimes(1);
  });

  it('shows only what is around the sheet where the whole would be too large, and follows the camera', () => {
    const [sheet, paint, ctx] = [new Sheet(), vi.fn(), context()];
    const near = zoomCamera(WHOLE, 20, [200, 100], SIZE);
    sheet.draw(ctx, painting(paint), near, SIZE, 200);
    sheet.draw(ctx, painting(paint), panCamera(near, -50, 0, SIZE), SIZE, 210);
    expect(paint).toHaveBeenCalledTimes(1);
    sheet.draw(ctx, painting(paint), panCamera(near, -900, 0, SIZE), SIZE, 220);
    expect(paint).toHaveBeenCalledTimes(2);
  });
});
