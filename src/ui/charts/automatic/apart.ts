import type { Rect } from '../packing.ts';

/** Height of the row of states that stand apart, pixels. */
export const APART_ROOM = 32;
const BOX = { height: 20, most: 92 };
const SIDE = 16;
const GAP = 4;

/** Low boxes in a row at the sheet's lower edge. */
export function apartIn(
  states: readonly string[],
  width: number,
  height: number,
): readonly (readonly [state: string, box: Rect])[] {
  const pitch = Math.min(BOX.most + GAP, (width - 2 * SIDE + GAP) / Math.max(1, states.length));
  return states.map((state, i) => [
    state,
    {
      x: SIDE + i * pitch,
      y: height - BOX.height - GAP,
      width: Math.max(1, pitch - GAP),
      height: BOX.height,
    },
  ]);
}
