import type { Links } from '../../engine/network/networkLinks.ts';
import { ForceLayout } from './forceLayout.ts';

/** Places of a layout so far, and the finished part of the steps. */
export interface LaidOut {
  /** x and y of each node in turn, 0 to 1. */
  readonly places: Float32Array;
  /** 0 to 1; at 1 the places stay. */
  readonly part: number;
}

/** Milliseconds between two pictures of a layout under way. */
const LAYOUT_FRAME_MS = 250;

addEventListener('message', ({ data }: MessageEvent<Links>) => {
  const layout = new ForceLayout(data);
  let lastReported = performance.now();
  const tell = () => {
    const places = layout.places();
    postMessage({ places, part: layout.part } satisfies LaidOut, { transfer: [places.buffer] });
    lastReported = performance.now();
  };
  tell();
  while (layout.step()) if (performance.now() - lastReported > LAYOUT_FRAME_MS) tell();
  tell();
});
