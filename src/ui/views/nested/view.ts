import type { Point } from '../../charts/route.ts';

/** What of a drawing is on the sheet: its scale, and where its corner is, CSS pixels. */
export interface SheetView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Scales that one may zoom to; the least at which texts are read without effort, and the largest that fits by itself. */
const CLOSEST = 4;
const LEGIBLE = 0.76;
const LARGEST = 1.3;
/** Pixels of the drawing that stay on the sheet. */
const KEPT = 60;

/** The scale at which all of a drawing is on the sheet. */
const whole = (drawing: Size, sheet: Size): number =>
  Math.min(sheet.width / drawing.width, sheet.height / drawing.height, LARGEST);

/** Whether all of a drawing is on the sheet with texts that can be read. */
export const isLegible = (drawing: Size, sheet: Size): boolean => whole(drawing, sheet) >= LEGIBLE;

/** All of a drawing, in the middle; what stands in the way of reading is given up, and it begins at its corner. */
export function fitted(drawing: Size, sheet: Size, isWhole = false): SheetView {
  const scale = isWhole ? whole(drawing, sheet) : Math.max(LEGIBLE, whole(drawing, sheet));
  return {
    scale,
    x: Math.max(0, (sheet.width - drawing.width * scale) / 2),
    y: Math.max(0, (sheet.height - drawing.height * scale) / 2),
  };
}

/** Nearer or farther by a factor, about a point of the sheet. */
export function zoomed(
  view: SheetView,
  factor: number,
  [px, py]: Point,
  drawing: Size,
  sheet: Size,
): SheetView {
  const least = Math.min(whole(drawing, sheet), LEGIBLE);
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const part = scale / view.scale;
  return kept({ scale, x: px - (px - view.x) * part, y: py - (py - view.y) * part }, drawing, sheet);
}

/** Moved by some pixels. */
export const panned = (view: SheetView, dx: number, dy: number, drawing: Size, sheet: Size): SheetView =>
  kept({ ...view, x: view.x + dx, y: view.y + dy }, drawing, sheet);

/** Some of the drawing always stays. */
function kept({ scale, x, y }: SheetView, drawing: Size, sheet: Size): SheetView {
  const within = (at: number, length: number, room: number) =>
    Math.min(room - KEPT, Math.max(KEPT - length * scale, at));
  return {
    scale,
    x: within(x, drawing.width, sheet.width),
    y: within(y, drawing.height, sheet.height),
  };
}

/** The point of the drawing under one of the sheet. */
export const pointIn = ({ scale, x, y }: SheetView, [px, py]: Point): Point => [
  (px - x) / scale,
  (py - y) / scale,
];
