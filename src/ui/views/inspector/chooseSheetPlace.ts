/** Place of a sheet over the page. */
interface SheetPlace {
  readonly edge: 'top' | 'bottom';
  /** CSS pixels. */
  readonly height: number;
}

/** Part of the window that a sheet takes at most. */
const MOST = 0.46;
/** Least height in which a decision and its reasons can be read, CSS pixels. */
const LEAST = 220;
/** Distance from what was tapped, CSS pixels. */
const APART = 16;

/**
 * The place that leaves uncovered what was tapped: at the bottom, or at the top for what is far down.
 * @param tapped height at which it was tapped, CSS pixels; null for the keyboard
 */
export function chooseSheetPlace(tapped: number | null, windowHeight: number): SheetPlace {
  const most = Math.round(windowHeight * MOST);
  if (tapped === null) return { edge: 'bottom', height: most };
  const below = windowHeight - tapped - APART;
  if (below >= Math.min(LEAST, most)) return { edge: 'bottom', height: Math.min(most, below) };
  return { edge: 'top', height: Math.min(most, tapped - APART) };
}
