import { convertTickToX, type TimeScale } from './timeScale.ts';

/** Ticks `first` … `last` drawn as one column from `left` to `right`, pixels from the plot's left edge. */
export interface Bin {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Columns for the ticks a … b inside a plot: one per tick if a tick has a pixel or more, else one per pixel, so that
 * the cost depends on the screen and not on the length of the run.
 */
export function* iterateTickBins(scale: TimeScale, width: number, a: number, b: number): Generator<Bin> {
  const half = scale.pixels / 2;
  const first = Math.max(a, Math.ceil(scale.from - 0.5));
  const last = Math.min(b, Math.floor(scale.from + width / scale.pixels + 0.5));
  if (scale.pixels >= 1) {
    for (let tick = first; tick <= last; tick++) {
      const left = Math.max(0, getColumnLeft(scale, tick));
      const right = Math.min(width, getColumnLeft(scale, tick + 1));
      if (right > left) yield { left, right, first: tick, last: tick };
    }
    return;
  }
  let tick = first;
  while (tick <= last) {
    const left = getColumnLeft(scale, tick);
    let end = Math.min(last, Math.floor(scale.from + (left + 1 - half) / scale.pixels));
    if (end < tick) end = tick;
    yield { left: Math.max(0, left), right: left + 1, first: tick, last: end };
    tick = end + 1;
  }
}

/** Left edge of a tick's column, a whole pixel: drawing again from there on leaves the columns before it. */
export function getColumnLeft(scale: TimeScale, tick: number): number {
  const half = scale.pixels / 2;
  return scale.pixels >= 1
    ? Math.round(convertTickToX(scale, tick) - half)
    : Math.floor(convertTickToX(scale, tick) + half);
}

/** The first tick of a tick's column: drawing must start there for the column to be whole. */
export function getBinFirstTick(scale: TimeScale, tick: number): number {
  if (scale.pixels >= 1) return tick;
  const half = scale.pixels / 2;
  const left = getColumnLeft(scale, tick);
  return Math.ceil(scale.from + (left - half) / scale.pixels);
}
