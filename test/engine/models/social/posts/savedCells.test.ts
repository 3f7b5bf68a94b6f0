import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreCells, saveCells } from '../../../../../src/engine/models/social/posts/savedCells.ts';
import { estimateDataBytes } from '../../../../../src/engine/run/estimateDataBytes.ts';

const cell = fc.record({ held: fc.nat(0xffff_ffff), beside: fc.nat(255), isHeld: fc.boolean() });

/** A table of two columns; what stands beside an empty cell is left over. */
function tableOf(cells: readonly { held: number; beside: number; isHeld: boolean }[]) {
  const held = Uint32Array.from(cells, one => (one.isHeld ? one.held : 0));
  return { held, beside: Uint8Array.from(cells, one => one.beside) };
}

describe('a saved table', () => {
  it('has every filled cell again, from memory and from JSON', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), cells => {
        const { held, beside } = tableOf(cells);
        const saved = saveCells(held, [held, beside]);
        for (const from of [saved, JSON.parse(JSON.stringify(saved, plain))]) {
          const again = tableOf(cells.map(() => ({ held: 0, beside: 0, isHeld: false })));
          restoreCells(from, [again.held, again.beside]);
          expect(again.held).toEqual(held);
          for (const [at, value] of held.entries())
            if (value !== 0) expect(again.beside[at]).toBe(beside[at]);
          expect(saveCells(again.held, [again.held, again.beside]).places).toEqual(saved.places);
        }
      }),
    );
  });

  it('takes room for its contents, and never more than it has', () => {
    const held = new Uint32Array(1000);
    held[7] = 1;
    const byOne = estimateDataBytes(saveCells(held, [held]));
    expect(byOne).toBeLessThan(held.byteLength / 20);
    held.fill(3);
    expect(estimateDataBytes(saveCells(held, [held]))).toBeLessThan(held.byteLength + byOne);
  });
});

/** Typed arrays as lists, as a checkpoint has them. */
const plain = (_: string, value: unknown) =>
  ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
