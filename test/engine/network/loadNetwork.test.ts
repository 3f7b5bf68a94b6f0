import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED, type BundledName, decodeNetwork } from '../../../src/engine/network/loadNetwork.ts';

const read = (name: BundledName) =>
  new Uint8Array(readFileSync(new URL(`../../../public/networks/${name}.bin`, import.meta.url)));
const load = (name: BundledName) => decodeNetwork(name, read(name));

describe('a bundled network', () => {
  it.each(BUNDLED)('$name has $nodes nodes and $edges edges', ({ name, nodes, edges }) => {
    expect(load(name)).toMatchObject({ name, nodes, edges, labels: null });
  });

  it('congress is directed, with the published weights and reciprocity', () => {
    const { nodes, offsets, targets, weights } = load('congress');
    expect(targets).toHaveLength(13_289);
    expect([...targets.subarray(0, 4)]).toEqual([4, 12, 18, 25]);
    expect([...weights!.subarray(0, 4)].map(weight => weight.toFixed(9))).toEqual([
      '0.002105263',
      '0.002105263',
      '0.002105263',
      '0.004210526',
    ]);
    const total = weights!.reduce((sum, weight) => sum + weight, 0);
    expect(total / nodes).toBeCloseTo(0.163, 3);
    const row = (node: number) => targets.subarray(offsets[node], offsets[node + 1]);
    let mutual = 0;
    for (let node = 0; node < nodes; node++) {
      for (const target of row(node)) if (row(target).includes(node)) mutual++;
    }
    expect(mutual / targets.length).toBeCloseTo(0.462, 3);
  });

  it('lastfm goes both ways: 55,612 targets', () => {
    const { offsets, targets, weights } = load('lastfm');
    expect(targets).toHaveLength(55_612);
    expect(weights).toBeNull();
    expect([...targets.subarray(offsets[0], offsets[1])]).toEqual([747]);
    expect(targets.subarray(offsets[747], offsets[748])).toContain(0);
  });

  it('keeps its hash', () => {
    expect(load('congress').sha256).toBe('4c17ccae5a057e6f8546ea2fee6c19bde32634731b4476eb3d5380b3016ee3ba');
    expect(load('lastfm').sha256).toBe('b77bcda69b881dc66c5627dceeb2a4a526cb3dd9e6bd0061f5591ecf23284722');
  });

  it('is refused when it is cut off or is another file', () => {
    const whole = read('congress');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), length => {
        expect(() => decodeNetwork('x', whole.subarray(0, length))).toThrow('x is not a packed network');
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        const claimed = Uint8Array.from([0x53, 0x4e, 0x45, 0x54, 1, ...bytes]);
        try {
          expect(decodeNetwork('x', claimed).nodes).toBeLessThan(60);
        } catch (error) {
          expect(String(error)).toContain('x is not a packed network');
        }
      }),
    );
  });
});
