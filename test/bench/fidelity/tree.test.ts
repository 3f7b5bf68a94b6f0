import { describe, expect, it } from 'vitest';
import { shapeOf } from './tree.ts';

const star = (nodes: number) => Array.from({ length: nodes }, (_, node) => (node === 0 ? -1 : 0));
const path = (nodes: number) => Array.from({ length: nodes }, (_, node) => node - 1);
const steps = (nodes: number) => Array.from({ length: nodes }, (_, node) => node);

describe('the shape of a tree', () => {
  it('of a star has structural virality 2 (n − 1) / n, of a path (n + 1) / 3', () => {
    expect(shapeOf({ parent: star(9), time: steps(9) }, 1, 100).virality).toBeCloseTo(16 / 9, 12);
    expect(shapeOf({ parent: path(9), time: steps(9) }, 1, 100).virality).toBeCloseTo(10 / 3, 12);
  });

  it('ends with the window: later nodes are not counted', () => {
    const tree = { parent: path(9), time: steps(9) };
    expect(shapeOf(tree, 10, 45)).toMatchObject({ size: 5, depth: 4, breadth: 1, half: 20 });
    expect(shapeOf(tree, 10, 80)).toMatchObject({ size: 9, depth: 8, half: 40 });
  });

  it('has the same time to half whatever the order of the nodes', () => {
    const tree = { parent: [-1, 0, 1, 0], time: [0, 8.5, 9, 1.5] };
    expect(shapeOf(tree, 2, 100).half).toBeCloseTo(3, 12);
  });
});
