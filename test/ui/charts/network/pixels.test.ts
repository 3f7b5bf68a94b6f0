import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../../src/engine/network/network.ts';
import { parseHexInk, writeNodeDiscs } from '../../../../src/ui/charts/network/pixels.ts';
import { createCrowd } from '../../../../src/ui/charts/network/scene.ts';

/** Pixels of 40 × 20 with nodes at some places, of radius 4. */
function written(at: readonly number[], alphas: readonly number[]) {
  const nodes = at.length / 2;
  const { network } = buildNetwork('n', nodes, { sources: [], targets: [], weights: null });
  const crowd = createCrowd(
    Uint32Array.from({ length: nodes }, (_, node) => node),
    network,
    network,
  );
  const scene = {
    crowd,
    at: Float32Array.from(at),
    radius: new Float32Array(nodes).fill(4),
    linkAlpha: 0,
    width: 40,
    height: 20,
  };
  const pixels = { data: new Uint32Array(800), width: 40, height: 20 };
  const part = { scale: 1, left: 0, top: 0, width: 40, height: 20 };
  const ink = Uint32Array.from(alphas, (_, node) => node + 1);
  writeNodeDiscs(pixels, scene, part, 1, { ink, alpha: Uint8Array.from(alphas) });
  return { pixels, at: (x: number, y: number) => pixels.data[40 * y + x]! };
}

describe('discs in pixels', () => {
  it('are as large as discs, full inside and soft at the rim', () => {
    const { pixels, at } = written([20, 10], [255]);
    const area = pixels.data.reduce((sum, pixel) => sum + (pixel >>> 24) / 255, 0);
    expect(area).toBeCloseTo(Math.PI * 16, -0.5);
    expect(at(20, 10)).toBe(0xff000001);
    expect(at(20, 15)).toBe(0);
    expect(at(22, 13) >>> 24).toBeGreaterThan(0);
  });

  it('keep the more opaque where two meet, and are cut at the edges', () => {
    const { at } = written([20, 10, 23, 10, 0, 0], [255, 100, 255]);
    expect(at(21, 10)).toBe(0xff000001);
    expect(at(25, 10)).toBe(0x64000002);
    expect(at(0, 0)).toBe(0xff000003);
    expect(at(39, 0)).toBe(0);
  });

  it('take their colours in the notation of a canvas', () => {
    expect(parseHexInk('#117edd')).toBe(0xdd7e11);
    expect(parseHexInk('rgba(0, 0, 0, 0.5)')).toBe(0x888888);
  });
});
