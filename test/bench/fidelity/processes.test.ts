import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import type { SocialModelState } from '../../../src/engine/models/social/socialModel.ts';
import { buildNetwork, type Network } from '../../../src/engine/network/network.ts';
import { attachToRoot, BASELINES } from './baselines.ts';
import { Draws } from './draws.ts';
import { broadcast, hawkes } from './hawkes.ts';
import { independentCascade } from './independentCascade.ts';
import { influences, linearThreshold } from './linearThreshold.ts';
import { recursiveTree } from './recursiveTree.ts';
import type { Tree } from './tree.ts';

/** Everybody has one follower, the next one round. */
function ring(nodes: number): Network {
  const sources = Array.from({ length: nodes }, (_, node) => node);
  const targets = sources.map(node => (node + 1) % nodes);
  return buildNetwork('ring', nodes, { sources, targets, weights: null }).network;
}

const meanOf = (count: number, of: (index: number) => number): number => {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += of(index);
  return sum / count;
};
const nodes = (tree: Tree): number => tree.parent.length;
const isTree = ({ parent, time }: Tree): boolean =>
  parent.every(
    (above, row) => (row === 0 ? above === -1 : above >= 0 && above < row) && time[row] >= (time[above] ?? 0),
  );

describe('independent cascade', () => {
  it('has a geometric size where everybody has one follower: 1 / (1 − p) in the mean', () => {
    const network = ring(1000);
    const draws = new Draws(1, 0);
    const mean = meanOf(20_000, () => nodes(independentCascade(network, 0, 0.6, draws)));
    // Standard deviation of a size √.6 / .4 = 1.94.
    expect(Math.abs(mean - 2.5)).toBeLessThan(0.05);
  });

  it('reaches 1.196 accounts of Congress in the mean, each edge at its own weight', async () => {
    const { network } = await congress();
    const draws = new Draws(1, 0);
    const mean = meanOf(475 * 100, index => nodes(independentCascade(network, index % 475, 1, draws)));
    expect(Math.abs(mean - 1.196)).toBeLessThan(0.012);
  });

  it('reaches everybody at chance 1, each one step after the account that reached it', () => {
    const tree = independentCascade(ring(7), 3, 1, new Draws(1, 0));
    expect(tree).toEqual({ parent: [-1, 0, 1, 2, 3, 4, 5], time: [0, 1, 2, 3, 4, 5, 6] });
  });
});

describe('linear threshold', () => {
  it('has a geometric size where one influence decides: 1 / (1 − strength) in the mean', () => {
    const network = ring(1000);
    const draws = new Draws(1, 0);
    const influence = influences(network);
    const mean = meanOf(20_000, () => nodes(linearThreshold(network, influence, 0, 0.6, draws)));
    expect(Math.abs(mean - 2.5)).toBeLessThan(0.05);
  });

  it('adds up what several have done: both who are followed suffice, whatever the threshold', () => {
    const edges = { sources: [0, 0, 1, 2], targets: [1, 2, 3, 3], weights: null };
    const { network } = buildNetwork('diamond', 4, edges);
    for (let stream = 0; stream < 50; stream++) {
      const tree = linearThreshold(network, influences(network), 0, 1, new Draws(1, stream));
      expect(nodes(tree)).toBe(4);
      expect(isTree(tree)).toBe(true);
    }
  });
});

describe('Hawkes process', () => {
  it('has 1 / (1 − n) posts in the mean below the critical number of children n', () => {
    const network = ring(10);
    const draws = new Draws(1, 0);
    const mean = meanOf(20_000, () => nodes(hawkes(network, 0, 0.5, draws)));
    // Borel’s distribution: variance n / (1 − n)³ = 4.
    expect(Math.abs(mean - 2)).toBeLessThan(0.06);
  });

  it('has 1 + r / (1 − n) with r children of the root', () => {
    const draws = new Draws(1, 0);
    const mean = meanOf(5000, () => nodes(broadcast(12, 0.25, draws)));
    expect(Math.abs(mean - 17)).toBeLessThan(0.3);
  });

  it('waits 1 in the mean between a post and its child', () => {
    const { parent, time } = broadcast(4000, 0, new Draws(1, 0));
    expect(Math.abs(meanOf(parent.length - 1, row => time[row + 1]) - 1)).toBeLessThan(0.06);
  });

  it('stops growing at its limit above the critical number', () => {
    const tree = hawkes(ring(10), 0, 8, new Draws(1, 0));
    expect(nodes(tree)).toBeGreaterThanOrEqual(5000);
    expect(nodes(tree)).toBeLessThan(5050);
    expect(isTree(tree)).toBe(true);
  });
});

describe('random recursive tree', () => {
  it('has its last node at depth 1 + 1/2 + … + 1/(n − 1) in the mean', () => {
    const draws = new Draws(1, 0);
    const depthOf = ({ parent }: Tree, node: number): number =>
      node === 0 ? 0 : 1 + depthOf({ parent, time: [] }, parent[node]);
    const mean = meanOf(6000, () => depthOf(recursiveTree(100, draws), 99));
    const harmonic = meanOf(99, k => 1 / (k + 1)) * 99;
    expect(Math.abs(mean - harmonic)).toBeLessThan(0.1);
  });

  it('is a tree of the size that was asked for', () => {
    const tree = recursiveTree(500, new Draws(1, 0));
    expect(nodes(tree)).toBe(500);
    expect(isTree(tree)).toBe(true);
  });
});

describe('a root that is credited', () => {
  const chain: Tree = {
    parent: [-1, ...Array.from({ length: 4000 }, (_, i) => i)],
    time: Array(4001).fill(0),
  };

  it('takes the wanted share of the posts that are attached to others, and leaves the rest where it is', () => {
    const { parent } = attachToRoot(chain, 0.7, new Draws(1, 0));
    const moved = parent.filter((above, row) => row > 1 && above === 0).length;
    // Standard deviation of the share: √(.7 × .3 / 3999) = .007.
    expect(Math.abs(moved / 3999 - 0.7)).toBeLessThan(0.025);
    expect(parent.every((above, row) => above === 0 || above === row - 1)).toBe(true);
    expect(parent[0]).toBe(-1);
  });

  it('is combined with each process on a network, under its own name', () => {
    expect(BASELINES.map(({ name }) => name)).toEqual([
      ...['independent cascade', 'linear threshold', 'Hawkes process'],
      ...[
        'independent cascade, root credited',
        'linear threshold, root credited',
        'Hawkes process, root credited',
      ],
    ]);
    const [, , , credited] = BASELINES;
    const grow = credited.on(ring(50));
    expect(grow(7, [1, 0], new Draws(1, 0)).parent).toEqual(Array.from({ length: 50 }, (_, i) => i - 1));
    expect(grow(7, [1, 1], new Draws(1, 0)).parent).toEqual([-1, ...Array(49).fill(0)]);
  });
});

async function congress(): Promise<{ network: Network }> {
  const { run } = await openRun(
    { ...DEFAULT_SETUP, parameters: { warm_up: 0 } },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  return (run.state as SocialModelState).inputs;
}
