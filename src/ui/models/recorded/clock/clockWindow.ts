/** A stretch of time that is on the screen, milliseconds since 1970. */
export interface ClockWindow {
  readonly from: number;
  readonly until: number;
}

/** Shortest stretch that is shown, milliseconds. */
const MIN_SPAN = 1;
/** Share of a stretch that is left free on each side when it is fitted. */
const MARGIN = 0.02;

/** Zooms by a factor; the moment `at` keeps its place. @param bounds all that there is: nothing wider is shown */
export function zoomClockWindow(
  { from, until }: ClockWindow,
  factor: number,
  at: number,
  bounds: ClockWindow,
): ClockWindow {
  const span = until - from;
  const next = Math.max(MIN_SPAN, Math.min(bounds.until - bounds.from, span / factor));
  const begin = at - ((at - from) * next) / span;
  return keepWithin({ from: begin, until: begin + next }, bounds);
}

/** Moves the stretch by so many milliseconds, not beyond the bounds. */
export const panClockWindow = ({ from, until }: ClockWindow, by: number, bounds: ClockWindow): ClockWindow =>
  keepWithin({ from: from + by, until: until + by }, bounds);

/** The nearest stretch of the same length within the bounds; all of them if it is longer. */
function keepWithin({ from, until }: ClockWindow, bounds: ClockWindow): ClockWindow {
  const span = until - from;
  if (span >= bounds.until - bounds.from) return bounds;
  const begin = Math.max(bounds.from, Math.min(bounds.until - span, from));
  return { from: begin, until: begin + span };
}

/** A stretch with some room around it. */
export function fitClockWindow(from: number, until: number): ClockWindow {
  const span = Math.max(MIN_SPAN, until - from);
  return { from: from - span * MARGIN, until: Math.max(until, from + MIN_SPAN) + span * MARGIN };
}

/** Moves the stretch so that a span can be seen: unchanged if its beginning is on the screen. */
export function revealClockSpan(
  window: ClockWindow,
  { from, until }: ClockWindow,
  bounds: ClockWindow,
): ClockWindow {
  const span = window.until - window.from;
  if (from >= window.from && Math.min(until, from + span / 4) <= window.until) return window;
  return panClockWindow(window, from - window.from - span / 4, bounds);
}

/** The moment about which a key zooms: the middle of what is looked at, if that is on the screen, so that it stays there; else that of the screen. */
export function findZoomAnchor(window: ClockWindow, looked: ClockWindow | null): number {
  const middle = looked === null ? Number.NaN : (looked.from + looked.until) / 2;
  return middle >= window.from && middle <= window.until ? middle : (window.from + window.until) / 2;
}
