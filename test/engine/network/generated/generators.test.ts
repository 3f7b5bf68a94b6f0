import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateNetwork, PairSet } from '../../../../src/engine/network/generated/generateNetwork.ts';
import { GENERATORS, type GeneratorName } from '../../../../src/engine/network/generated/generators.ts';
import { buildReverseEdges } from '../../../../src/engine/network/generated/sample.ts';
import { HASHES } from '../../../fixtures/networkHashes.ts';
import { runs } from '../../../runs.ts';

const NAMES = GENERATORS.map(generator => generator.name);
const degrees = ({ nodes, offsets }: { nodes: number; offsets: Uint32Array }) =>
  Array.from({ length: nodes }, (_, node) => offsets[node + 1] - offsets[node]);

describe('a generated network', () => {
  it.each(NAMES)('%s is simple, symmetric, and the same for the same seed', name => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (nodes, seed) => {
        const network = generateNetwork(name, nodes, seed);
        expect(network.targets).toHaveLength(2 * network.edges);
        const { offsets, sources } = buildReverseEdges(network);
        expect(offsets).toEqual(network.offsets);
        expect(sources).toEqual(network.targets);
        for (let node = 0; node < nodes; node++) {
          const row = [...network.targets.subarray(offsets[node], offsets[node + 1])];
          expect(row).not.toContain(node);
          expect(new Set(row).size).toBe(row.length);
        }
        expect(generateNetwork(name, nodes, seed).sha256).toBe(network.sha256);
      }),
      runs(25),
    );
  });

  it.each(NAMES)('%s differs between seeds', name => {
    expect(generateNetwork(name, 100, 1).sha256).not.toBe(generateNetwork(name, 100, 2).sha256);
  });

  it.each(HASHES)('$name keeps its hash', ({ name, nodes, seed, sha256 }) => {
    expect(generateNetwork(name, nodes, seed).sha256).toBe(sha256);
  });

  it('scale-free has m links a newcomer and hubs', () => {
    const network = generateNetwork('scale-free', 2000, 1);
    expect(network.edges).toBe(6 + 1996 * 3);
    const all = degrees(network).sort((a, b) => b - a);
    expect(all[0]).toBeGreaterThan(80);
    expect(all[1999]).toBe(3);
    expect(generateNetwork('scale-free', 100, 1, { edges_per_newcomer: 1 }).edges).toBe(99);
  });

  it('small-world is a ring without rewiring and keeps its links with it', () => {
    const ring = generateNetwork('small-world', 10, 1, { neighbours: 4, rewiring: 0 });
    expect([...ring.targets.subarray(0, 4)]).toEqual([1, 2, 8, 9]);
    expect(degrees(ring)).toEqual(Array(10).fill(4));
    const rewired = generateNetwork('small-world', 1000, 1, { rewiring: 0.1 });
    expect(rewired.edges).toBe(4000);
    const far = [...rewired.targets.keys()].filter(edge => {
      const node = rewired.offsets.findIndex(offset => offset > edge) - 1;
      const gap = Math.abs(node - rewired.targets[edge]);
      return Math.min(gap, 1000 - gap) > 4;
    });
    expect(far.length / 8000).toBeCloseTo(0.1, 1);
  });

  it('random has exactly its number of links, at most all pairs', () => {
    expect(generateNetwork('random', 1000, 3).edges).toBe(5000);
    expect(generateNetwork('random', 1000, 3, { edges_per_agent: 0.5 }).edges).toBe(500);
    expect(generateNetwork('random', 5, 3).edges).toBe(10);
    const spread = degrees(generateNetwork('random', 1000, 3));
    expect(Math.max(...spread)).toBeLessThan(30);
  });

  it('of 100,000 agents is generated within a second', () => {
    for (const name of NAMES) {
      const start = process.cpuUsage();
      expect(generateNetwork(name, 100_000, 1).nodes).toBe(100_000);
      expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
    }
  });

  it.each([
    ['scale-free', 0, {}, 'agents must be a whole number from 1 to 1,000,000, not 0'],
    [
      'scale-free',
      9,
      { edges_per_newcomer: 1.5 },
      'edges_per_newcomer must be a whole number from 1 to 50, not 1.5',
    ],
    ['small-world', 9, { neighbours: 3 }, 'neighbours must be an even number from 2 to 100, not 3'],
    ['small-world', 9, { rewiring: Number.NaN }, 'rewiring must be a number from 0 to 1, not NaN'],
    ['random', 9, { edges_per_agent: 'many' }, 'edges_per_agent must be a number from 0 to 50, not many'],
  ] as const)('%s of %i with %o is refused', (name: GeneratorName, nodes, parameters, message) => {
    expect(() => generateNetwork(name, nodes, 1, parameters)).toThrow(message);
  });
});

describe('PairSet', () => {
  it('agrees with a Set, whichever end comes first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(99_999), fc.nat(3)), { maxLength: 200 }), pairs => {
        const own = new PairSet(100_000, pairs.length);
        const set = new Set<string>();
        for (const [a, b] of pairs) {
          const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
          expect(own.has(b, a)).toBe(set.has(key));
          expect(own.add(a, b)).toBe(!set.has(key));
          set.add(key);
        }
      }),
    );
  });
});
