import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreCells, saveCells } from '../../../../../src/engine/models/social/posts/savedCells.ts';
import { estimateDataBytes } from '../../../../../src/engine/run/estimateDataBytes.ts';

const cells = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff_ffff)), { maxLength: 40 });

describe('a saved column', () => {
  it('has every filled cell again, from memory and from JSON', () => {
    fc.assert(
      fc.property(cells, values => {
        const saved = saveCells(Uint32Array.from(values));
        for (const from of [saved, JSON.parse(JSON.stringify(saved, plain))]) {
          const again = new Uint32Array(values.length);
          restoreCells(from, again);
          expect([...again]).toEqual(values);
          expect(saveCells(again)).toEqual(saved);
        }
      }),
    );
  });

  it('takes room for its contents, and never more than it has', () => {
    const held = new Uint32Array(1000);
    held[7] = 1;
    const byOne = estimateDataBytes(saveCells(held));
    expect(byOne).toBeLessThan(held.byteLength / 20);
    held.fill(3);
    expect(estimateDataBytes(saveCells(held))).toBeLessThan(held.byteLength + byOne);
  });
});

/** Typed arrays as lists, as a checkpoint has them. */
const plain = (_: string, value: unknown) =>
  ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
