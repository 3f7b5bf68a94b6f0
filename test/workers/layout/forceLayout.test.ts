import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { ForceLayout } from '../../../src/workers/layout/forceLayout.ts';

const laid = (nodes: number, pairs: readonly (readonly [number, number])[]) => {
  const { network } = buildNetwork('n', nodes, {
    sources: pairs.map(([a]) => a),
    targets: pairs.map(([, b]) => b),
    weights: null,
  });
  const layout = new ForceLayout(network);
  let steps = 1;
  while (layout.step()) steps++;
  return { places: layout.places(), steps, part: layout.part };
};

/** Two halves of twelve, each of which knows all of its own, and one link between them. */
const HALVES = [0, 12].flatMap(first =>
  Array.from({ length: 12 }, (_, a) =>
    Array.from({ length: a }, (_, b) => [first + a, first + b] as const),
  ).flat(),
);

describe('a layout of a network', () => {
  it('has the same bytes each time', () => {
    const [one, other] = [laid(24, HALVES), laid(24, HALVES)];
    expect(one.places).toEqual(other.places);
    expect(one).toMatchObject({ part: 1, steps: 200 });
  });

  it('is the same whichever way links go, and in whatever order they came', () => {
    const turned = HALVES.map(([a, b]) => [b, a] as const).reverse();
    expect(laid(24, [...turned, ...HALVES]).places).toEqual(laid(24, [...HALVES, ...turned]).places);
  });

  it('puts two halves side by side, the longer way across', () => {
    const { places } = laid(24, [...HALVES, [0, 12]]);
    const x = (node: number) => places[2 * node]!;
    const [left, right] = [0, 12].map(first => Array.from({ length: 12 }, (_, node) => x(first + node)));
    const [low, high] = left![0]! < right![0]! ? [left!, right!] : [right!, left!];
    expect(Math.max(...low)).toBeLessThan(Math.min(...high));
  });

  it('stays on its sheet, however far some nodes stand off', () => {
    const chain = Array.from({ length: 60 }, (_, node) => [node, node + 1] as const);
    const { places } = laid(500, chain);
    expect(places).toHaveLength(1000);
    expect(places.every(place => place >= 0 && place <= 1)).toBe(true);
    expect(new Set(places).size).toBeGreaterThan(900);
  });

  it('of one node or none is there at once', () => {
    expect([...laid(1, []).places]).toEqual([0.5, 0.5]);
    expect(laid(0, []).places).toHaveLength(0);
  });
});
