import type { Point } from '../../../charts/route.ts';

/** The visible part of a drawing: its scale and its corner, in CSS pixels. */
export interface SheetView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** A box of a drawing that had better be on the sheet at first. */
export interface WantedBox extends Corner, ViewSize {
  /** Priority, from 0. */
  readonly weight: number;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/**
 * Scales that one may zoom to: the least at which texts can still be read, the one at which they are read without
 * effort, which a drawing has that does not fit, and the largest that fits by itself.
 */
const CLOSEST = 4;
const LEGIBLE = 0.6;
const EASY = 0.76;
const MAX_VIEW_SCALE = 1.3;
/** Pixels of the drawing around the wanted part, at which the sheet fades. */
const VIEW_MARGIN = 32;
/** Pixels of the drawing that stay on the sheet. */
const MIN_VISIBLE_DRAWING = 60;

/** The scale at which all of a drawing is on the sheet. */
const computeFitScale = (drawing: ViewSize, sheet: ViewSize): number =>
  Math.min(sheet.width / drawing.width, sheet.height / drawing.height, MAX_VIEW_SCALE);

/** True if all of a drawing is on the sheet with legible texts. */
export const isDrawingLegible = (drawing: ViewSize, sheet: ViewSize): boolean =>
  computeFitScale(drawing, sheet) >= LEGIBLE;

/** All of a drawing, in the middle, at whatever scale. */
export function createWholeView(drawing: ViewSize, sheet: ViewSize): SheetView {
  const scale = computeFitScale(drawing, sheet);
  return { scale, ...computeCenteredCorner(drawing, sheet, scale) };
}

const computeCenteredCorner = (drawing: ViewSize, sheet: ViewSize, scale: number): Corner => ({
  x: Math.max(0, (sheet.width - drawing.width * scale) / 2),
  y: Math.max(0, (sheet.height - drawing.height * scale) / 2),
});

/** All of a drawing if it is legible then, else the part with most of the wanted boxes, nearest to its corner. */
export function createFittedView(
  drawing: ViewSize,
  sheet: ViewSize,
  wanted: readonly WantedBox[] = [],
): SheetView {
  if (isDrawingLegible(drawing, sheet)) return createWholeView(drawing, sheet);
  const [width, height] = [sheet.width / EASY, sheet.height / EASY];
  const starts = (from: 'x' | 'y', length: 'width' | 'height', room: number) => {
    const last = Math.max(0, drawing[length] - room);
    const edges = wanted.flatMap(box => [
      box[from] - VIEW_MARGIN,
      box[from] + box[length] + VIEW_MARGIN - room,
    ]);
    return [...new Set([0, ...edges].map(at => Math.min(last, Math.max(0, at))))].sort((a, b) => a - b);
  };
  let best = { x: 0, y: 0, worth: -1 };
  for (const y of starts('y', 'height', height))
    for (const x of starts('x', 'width', width)) {
      const worth = wanted.reduce(
        (sum, box) =>
          isSpanVisible([box.x, box.width], [x, width], drawing.width) &&
          isSpanVisible([box.y, box.height], [y, height], drawing.height)
            ? sum + box.weight
            : sum,
        0,
      );
      const isNearer = worth === best.worth && x + y < best.x + best.y;
      if (worth > best.worth || isNearer) best = { x, y, worth };
    }
  const corner = computeCenteredCorner(drawing, sheet, EASY);
  return { scale: EASY, x: corner.x - best.x * EASY, y: corner.y - best.y * EASY };
}

type TickSpan = readonly [from: number, length: number];

/** True if a box is on the sheet, clear of the edges beyond which there is more of the drawing. */
function isSpanVisible([from, length]: TickSpan, [start, room]: TickSpan, all: number): boolean {
  const least = start > 0 ? start + VIEW_MARGIN : start;
  const most = start + room < all ? start + room - VIEW_MARGIN : start + room;
  return from >= least - 1e-6 && from + length <= most + 1e-6;
}

/** At which of its edges a sheet cuts a drawing off. */
export const findCutEdges = ({ scale, x, y }: SheetView, drawing: ViewSize, sheet: ViewSize) => ({
  left: x < -1,
  top: y < -1,
  right: x + drawing.width * scale > sheet.width + 1,
  bottom: y + drawing.height * scale > sheet.height + 1,
});

/** Nearer or farther by a factor, about a point of the sheet. */
export function zoomSheetView(
  view: SheetView,
  factor: number,
  [px, py]: Point,
  drawing: ViewSize,
  sheet: ViewSize,
): SheetView {
  const least = Math.min(computeFitScale(drawing, sheet), LEGIBLE);
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const part = scale / view.scale;
  return clampSheetView(
    { scale, x: px - (px - view.x) * part, y: py - (py - view.y) * part },
    drawing,
    sheet,
  );
}

/** Moved by some pixels. */
export const panSheetView = (
  view: SheetView,
  dx: number,
  dy: number,
  drawing: ViewSize,
  sheet: ViewSize,
): SheetView => clampSheetView({ ...view, x: view.x + dx, y: view.y + dy }, drawing, sheet);

/** Some of the drawing always stays. */
function clampSheetView({ scale, x, y }: SheetView, drawing: ViewSize, sheet: ViewSize): SheetView {
  const within = (at: number, length: number, room: number) =>
    Math.min(room - MIN_VISIBLE_DRAWING, Math.max(MIN_VISIBLE_DRAWING - length * scale, at));
  return {
    scale,
    x: within(x, drawing.width, sheet.width),
    y: within(y, drawing.height, sheet.height),
  };
}

/** The point of the drawing under one of the sheet. */
export const convertToDrawingPoint = ({ scale, x, y }: SheetView, [px, py]: Point): Point => [
  (px - x) / scale,
  (py - y) / scale,
];
