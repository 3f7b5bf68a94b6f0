import type { CascadePlot } from '../../../../src/ui/models/social/cascade/cascade.ts';

/** A root in lane 2 of 5, and its four answers, each in a lane of its own at its own tick. */
export const PLOT: CascadePlot = {
  tree: {
    parent: Int32Array.of(-1, 0, 0, 0, 0),
    tick: Int32Array.of(0, 4, 8, 12, 16),
    kind: Uint8Array.of(0, 2, 1, 2, 1),
    author: Uint32Array.of(0, 1, 2, 3, 4),
    post: Uint32Array.of(0, 1, 2, 3, 4),
  },
  layout: {
    lane: Float64Array.of(2, 0, 1, 3, 4),
    branch: Uint32Array.of(5, 1, 1, 1, 1),
    offsets: Uint32Array.of(0, 4, 4, 4, 4, 4),
    children: Uint32Array.of(1, 2, 3, 4),
  } as unknown as CascadePlot['layout'],
  lane: Float64Array.of(2, 0, 1, 3, 4),
  lanes: 5,
  scale: { from: 0, pixels: 20 },
  width: 600,
  top: 20,
  bottom: 140,
  head: 20,
  lit: null,
  focus: -1,
  author: -1,
  playing: false,
  kinds: [],
  inks: {} as CascadePlot['inks'],
};
