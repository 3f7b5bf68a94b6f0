import { describe, expect, it } from 'vitest';
import { createElkGraph, createElkNode } from '../../../src/ui/charts/nested/elkGraph.ts';
import { startLayout } from '../../../src/workers/layout/startLayout.ts';

describe('the worker that lays charts out', () => {
  it('places what it is given, one graph after the other', async () => {
    const layOut = startLayout();
    const nodes = () => [
      createElkNode(0, { width: 80, height: 40 }),
      createElkNode(1, { width: 80, height: 40 }),
    ];
    const line = { line: { source: 0, target: 1, transitions: [0] }, label: { width: 30, height: 14 } };
    const graphs = (['DOWN', 'RIGHT'] as const).map(direction =>
      createElkGraph(nodes(), [line], direction, true),
    );
    const [down, right] = (await Promise.all(graphs.map(layOut))) as {
      children: { x: number; y: number }[];
    }[];
    expect(down.children[1].y).toBeGreaterThan(down.children[0].y + 40);
    expect(right.children[1].x).toBeGreaterThan(right.children[0].x + 80);
  });

  it('reports where a graph cannot be laid out, and lays out the next', async () => {
    const layOut = startLayout();
    const broken = { id: 'a', children: [], edges: [{ id: 'e', sources: ['none'], targets: ['none'] }] };
    await expect(layOut(broken)).rejects.toThrow('could not be laid out');
    await expect(layOut({ id: 'a', children: [] })).resolves.toBeDefined();
  });
});
