import type { Tick } from '../../engine/core/indices.ts';

/**
 * The one horizontal scale of all views over time. The column of tick t is centred on
 * `(t − from) · pixels` from the plot's left edge, so nodes, rings and the cursor meet.
 */
export interface TimeScale {
  /** Tick whose centre is the plot's left edge; may be fractional. */
  readonly from: number;
  /** CSS pixels per tick. */
  readonly pixels: number;
}

/** Fewest CSS pixels per tick. */
export const MIN_PIXELS = 0.01;
const MAX_PIXELS = 40;
/** Width of a plot below which it shows as many ticks in half the pixels. */
const SQUEEZED = 420;
/** True if a plot is that narrow. */
export const isSqueezedPlot = (width: number): boolean => width < SQUEEZED;

/** Room right of the head for the direct labels, in pixels; less in a narrow plot. @param wish in a wide one. */
export const computeHeadLabelRoom = (width: number, wish: number): number =>
  Math.min(wish, Math.max(100, width * 0.45));

/** Centre of a tick's column, pixels from the plot's left edge. */
export const convertTickToX = (scale: TimeScale, tick: number): number => (tick - scale.from) * scale.pixels;

/** The tick whose column holds x. */
export const findTickAtX = (scale: TimeScale, x: number): Tick => Math.round(scale.from + x / scale.pixels);

/** Zooms by a factor; the tick under x keeps its place. */
export function zoomTimeScale(scale: TimeScale, factor: number, x: number): TimeScale {
  const pixels = Math.min(MAX_PIXELS, Math.max(MIN_PIXELS, scale.pixels * factor));
  return { from: scale.from + x / scale.pixels - x / pixels, pixels };
}

/** The scale that shows ticks first … last, with room for the labels. */
export function fitTimeScale(first: Tick, last: Tick, width: number, wish: number): TimeScale {
  const room = Math.max(40, width - computeHeadLabelRoom(width, wish));
  const pixels = Math.min(MAX_PIXELS, Math.max(MIN_PIXELS, room / Math.max(1, last - first + 1)));
  return { from: first - 0.5, pixels };
}

/** While following, the window jumps ten rounds (or about 100 pixels) at once when the head nears its end. */
export function followHeadTick(scale: TimeScale, head: Tick, width: number, wish: number): TimeScale {
  const room = computeHeadLabelRoom(width, wish);
  const over = convertTickToX(scale, head) + room - width;
  if (over <= 0) return scale;
  const ten = Math.max(10, Math.ceil(100 / scale.pixels / 10) * 10);
  // At most a third of what is seen in a narrow plot.
  const jump = Math.max(1, Math.min(ten, Math.floor((width - room) / scale.pixels / 3)));
  return { ...scale, from: scale.from + Math.ceil(over / scale.pixels / jump) * jump };
}

/** True if the head is inside the plot. */
export const showsTick = (scale: TimeScale, tick: Tick, width: number): boolean => {
  const x = convertTickToX(scale, tick);
  return x >= 0 && x <= width;
};

/** Distance between labelled ticks: 1, 2, 5 times a power of ten, labels at least `least` pixels apart. */
export function computeTickLabelStep(scale: TimeScale, least: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (digit * power * scale.pixels >= least) return digit * power;
}
