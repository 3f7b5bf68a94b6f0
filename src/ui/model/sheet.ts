import type { Rect } from '../charts/packing.ts';
import type { ChartLike } from '../charts/placement.ts';

/** Charts that are placed by hand are drawn on a sheet of 519 × 432, whose title keeps its 30 pixels. */
const SHEET = { width: 519, height: 432, title: 30 };
/** On a narrower sheet the longest names need more room. */
const NARROW = 480;

/** A box on the sheet of 519 × 432. */
type SheetBox = readonly [left: number, top: number, width: number, height: number];
/** Boxes by the names of their states. */
export type Drawings = Readonly<Record<string, SheetBox>>;
/** From the sheet's units to CSS pixels. */
export type Scale = (value: number) => number;

/** The sheet at another size. */
export interface Sheet {
  readonly x: Scale;
  readonly y: Scale;
  /** A state's box. */
  box(state: string): Rect;
}

/**
 * @param wider boxes for a narrow sheet.
 * @param drawn height that the boxes are drawn for.
 * @returns null if the chart has other states than the drawn ones.
 */
export function createHandPlacedSheet(
  chart: ChartLike,
  boxes: Drawings,
  wider: Drawings,
  width: number,
  height: number,
  drawn = SHEET.height,
): Sheet | null {
  const isOther = chart.states.length !== Object.keys(boxes).length || chart.states.some(s => !boxes[s]);
  if (isOther) return null;
  const x: Scale = value => Math.round((value * width) / SHEET.width);
  const y: Scale = value =>
    Math.round(SHEET.title + ((value - SHEET.title) * (height - SHEET.title)) / (drawn - SHEET.title));
  const box = (state: string): Rect => {
    const [left, top, w, h] = (width < NARROW && wider[state]) || boxes[state];
    return { x: x(left), y: y(top), width: x(left + w) - x(left), height: y(top + h) - y(top) };
  };
  return { x, y, box };
}
