import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../../src/engine/network/network.ts';
import { getNodeScreenPoint } from '../../../../src/ui/charts/network/networkMarks.ts';
import { panCamera, revealPoint, WHOLE, zoomCamera } from '../../../../src/ui/charts/network/networkSheet.ts';
import { computeDotGrowth, findNodeAtPoint } from '../../../../src/ui/charts/network/pixels.ts';
import { createCrowd, createScene, findAgentNode } from '../../../../src/ui/charts/network/scene.ts';

const SHEET = { width: 740, height: 400 };

/** Nobody follows anybody. */
const lonely = (nodes: number) => {
  const { network } = buildNetwork('n', nodes, { sources: [], targets: [], weights: null });
  const members = Uint32Array.from({ length: nodes }, (_, node) => node);
  return createCrowd(members, network, network);
};

describe('the nodes of a network', () => {
  it('are found by their agents', () => {
    const { network } = buildNetwork('n', 9, { sources: [], targets: [], weights: null });
    const crowd = createCrowd(Uint32Array.of(2, 5, 8), network, network);
    expect([2, 5, 8].map(agent => findAgentNode(crowd, agent))).toEqual([0, 1, 2]);
    expect([0, 3, 9].map(agent => findAgentNode(crowd, agent))).toEqual([-1, -1, -1]);
  });

  it('that are linked, whichever way or both, are one pair', () => {
    const { network } = buildNetwork('n', 3, { sources: [0, 1, 2], targets: [1, 0, 1], weights: null });
    const { pairs } = createCrowd(Uint32Array.of(0, 1, 2), network, network);
    expect([...pairs]).toEqual([0, 1, 1, 2]);
  });

  it('are the larger, the more followers they have', () => {
    const { network } = buildNetwork('n', 3, { sources: [0, 0, 1], targets: [1, 2, 2], weights: null });
    const crowd = createCrowd(Uint32Array.of(0, 1, 2), network, network);
    const { radius } = createScene(crowd, new Float32Array(6), 740, 400);
    expect(radius[0]).toBeGreaterThan(radius[1]!);
    expect(radius[1]).toBeGreaterThan(radius[2]!);
  });

  it('have paler links, the more numerous and longer these are', () => {
    const alpha = (nodes: number, spread: number) => {
      const all = Array.from({ length: nodes }, (_, node) => node);
      const edges = { sources: all, targets: all.map(node => (node + nodes / 2) % nodes), weights: null };
      const { network } = buildNetwork('n', nodes, edges);
      const places = Float32Array.from({ length: 2 * nodes }, (_, i) => (i < nodes ? 0 : spread));
      return createScene(createCrowd(Uint32Array.from(all), network, network), places, 740, 400).linkAlpha;
    };
    expect(alpha(4000, 1)).toBeLessThan(alpha(4000, 0.5));
    expect(alpha(4000, 1)).toBeLessThan(alpha(2000, 1));
    expect(alpha(4, 0.1)).toBe(0.2);
  });

  it('under the pointer are the nearest by their edges', () => {
    const place = fc.float({ min: 0, max: 1, noNaN: true });
    const many = fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 30 });
    const camera = fc.record({
      scale: fc.double({ min: 1, max: 20, noNaN: true }),
      x: fc.integer({ min: -900, max: 100 }),
      y: fc.integer({ min: -900, max: 100 }),
    });
    fc.assert(
      fc.property(many, camera, fc.nat(739), fc.nat(399), (points, camera, px, py) => {
        const scene = createScene(lonely(points.length), Float32Array.from(points.flat()), 740, 400);
        const away = points.map((_, node) => {
          const [x, y] = getNodeScreenPoint(scene.at, camera, node);
          return Math.hypot(x - px, y - py) - scene.radius[node]! * computeDotGrowth(camera.scale);
        });
        const least = Math.min(...away);
        const found = findNodeAtPoint(scene, camera, px, py);
        expect(found).toBe(least < 5 ? away.indexOf(least) : -1);
      }),
    );
  });
});

describe('the camera', () => {
  it('keeps the point under the pointer where it is while it zooms', () => {
    const camera = zoomCamera(WHOLE, 4, [300, 200], SHEET);
    expect([(300 - camera.x) / camera.scale, (200 - camera.y) / camera.scale]).toEqual([300, 200]);
    expect(zoomCamera(camera, 1 / 4, [300, 200], SHEET)).toEqual(WHOLE);
  });

  it('goes no farther than the whole, and not out of sight of it', () => {
    expect(zoomCamera(WHOLE, 0.1, [0, 0], SHEET).scale).toBe(1);
    const far = panCamera(zoomCamera(WHOLE, 3, [0, 0], SHEET), -1e6, 1e6, SHEET);
    expect(far.x + SHEET.width * 3).toBeGreaterThan(SHEET.width / 2);
    expect(far.y).toBeLessThan(SHEET.height / 2);
  });

  it('brings a point onto the sheet, and stays where it is there', () => {
    const camera = zoomCamera(WHOLE, 8, [700, 380], SHEET);
    const shown = revealPoint(camera, [20, 30], SHEET);
    expect(20 * shown.scale + shown.x).toBeGreaterThanOrEqual(0);
    expect(30 * shown.scale + shown.y).toBeGreaterThanOrEqual(0);
    expect(revealPoint(shown, [20, 30], SHEET)).toBe(shown);
  });
});
