import type { Rect } from '../packing.ts';
import type { Arrangement } from './arrangeStatesOnGrid.ts';
import type { GridShape } from './grid.ts';
import type { SheetLine } from './lines.ts';
import { estimateTextWidth } from './shortenText.ts';

/** Pixels between lattice points; boxes and lines lie on them. */
export const LATTICE_STEP = 4;
/** Room for boxes: lines run round them, and the title and the note are above. */
const BOX_MARGIN = { left: 16, right: 16, top: 60, bottom: 20 };
const MAX_BOX_SIZE = { width: 168, height: 68 };
/** Height from which a name has a line of its own, with dots below. */
export const TALL = 32;
/** Font size of names, pixels. */
export const NAME_SIZE = 12.5;
/** Font size of labels, pixels. */
export const LABEL_SIZE = 11;
/** Pixels next to a name for the box's paddings and a number. */
export const NAME_ROOM = 38;
/** Pixels of a low box's width in addition to its name: paddings, and some dots if it is wide. */
export const computeLowBoxRoom = (width: number): number =>
  10 + (width > 56 ? computeLowBoxDotsRoom(width) : 0);
/** Pixels of a low box of that width that are kept for dots. */
export const computeLowBoxDotsRoom = (width: number): number =>
  Math.min(width, Math.max(14, Math.min(40, width * 0.22)));
/** Areas of the view's title and of the note under it. */
export const getTitleAreas = (width: number): readonly Rect[] => [
  { x: 0, y: 0, width, height: 28 },
  { x: 0, y: 0, width: 184, height: 44 },
];

const snapToLattice = (value: number): number => Math.round(value / LATTICE_STEP) * LATTICE_STEP;
const clampBetween = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Sizes on a sheet that is divided into columns and rows. */
interface Measures {
  readonly box: { readonly width: number; readonly height: number };
  readonly gap: { readonly x: number; readonly y: number };
}

/** Desired widths of a label between two columns and of a name, and the least gap between columns, pixels. */
interface Wishes {
  readonly label: number;
  readonly name: number;
  readonly gap: number;
}

/** A number stands on its line, with some of it to be seen on both sides. */
function computeBoxWishes(states: readonly string[], lines: readonly SheetLine[]): Wishes {
  const label = measureLongestLabel(lines);
  const isNumbered = lines.some(({ total }) => total !== undefined);
  return { label, name: measureLongestName(states), gap: isNumbered ? Math.max(28, label + 6) : 28 };
}

function computeBoxMeasures(
  shape: GridShape,
  width: number,
  height: number,
  { label, name, gap }: Wishes,
): Measures {
  const { columns, rows } = shape;
  const [w, h] = [width - BOX_MARGIN.left - BOX_MARGIN.right, height - BOX_MARGIN.top - BOX_MARGIN.bottom];
  const forBoxes = columns > 1 ? (w - columns * name) / (columns - 1) : 0;
  const x = clampBetween(
    clampBetween(forBoxes, gap, Math.max(gap, label + 16)),
    6,
    (w / columns) * (columns > 3 ? 0.28 : columns > 2 ? 0.42 : 0.5),
  );
  const y = clampBetween((h / rows) * 0.4, 6, 52);
  return {
    box: {
      width: snapToLattice(
        clampBetween((w - (columns - 1) * x) / columns - 1, LATTICE_STEP, MAX_BOX_SIZE.width),
      ),
      height: snapToLattice(clampBetween((h - (rows - 1) * y) / rows - 1, LATTICE_STEP, MAX_BOX_SIZE.height)),
    },
    gap: { x, y },
  };
}

/** The boxes of an arrangement; they spread over the sheet up to a limit. */
export function buildArrangementBoxes(
  arrangement: Arrangement,
  states: readonly string[],
  lines: readonly SheetLine[],
  width: number,
  height: number,
): Rect[] {
  const { columns, rows, cells } = arrangement;
  const wishes = computeBoxWishes(states, lines);
  const { box } = computeBoxMeasures(arrangement, width, height, wishes);
  const [w, h] = [width - BOX_MARGIN.left - BOX_MARGIN.right, height - BOX_MARGIN.top - BOX_MARGIN.bottom];
  const pitch = computeBoxPitch(arrangement, box, w, h, wishes.label);
  const left = BOX_MARGIN.left + (w - pitch.x * (columns - 1) - box.width) / 2;
  const top = BOX_MARGIN.top + (h - pitch.y * (rows - 1) - box.height) / (rows > 1 ? 2 : 3);
  return cells.map(cell => ({
    x: snapToLattice(left) + (cell % columns) * pitch.x,
    y: snapToLattice(top) + Math.floor(cell / columns) * pitch.y,
    ...box,
  }));
}

/** Distance between boxes: a few boxes spread, but not over all of a large sheet. */
function computeBoxPitch(
  { columns, rows }: GridShape,
  box: Measures['box'],
  w: number,
  h: number,
  label: number,
): { readonly x: number; readonly y: number } {
  const x = Math.min((w - box.width) / Math.max(1, columns - 1), box.width + label + 64);
  const y = Math.min((h - box.height) / Math.max(1, rows - 1), box.height + 84);
  return { x: Math.floor(x / LATTICE_STEP) * LATTICE_STEP, y: Math.floor(y / LATTICE_STEP) * LATTICE_STEP };
}

/** Grid shapes worth trying on a sheet, the most promising first. */
export function rankGridShapes(
  states: readonly string[],
  lines: readonly SheetLine[],
  width: number,
  height: number,
): GridShape[] {
  const count = states.length;
  const shapes: GridShape[] = [];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    // An extra row leaves empty cells for lines to pass through.
    for (const more of count > 3 && count <= 12 && columns > 1 ? [0, 1] : [0])
      shapes.push({ columns, rows: rows + more });
  }
  return shapes
    .map(shape => ({ shape, cost: computeShapeCost(shape, states, lines, width, height) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ shape }) => shape);
}

/** Share of names, labels and dots that has no room in a shape. */
export function computeShapeCost(
  shape: GridShape,
  states: readonly string[],
  lines: readonly SheetLine[],
  width: number,
  height: number,
): number {
  const wishes = computeBoxWishes(states, lines);
  const { label } = wishes;
  const { box, gap } = computeBoxMeasures(shape, width, height, wishes);
  const cut = states.reduce((sum, state) => sum + Math.max(0, 1 - box.width / measureStateName(state)), 0);
  const narrow = shape.columns > 1 ? Math.max(0, 1 - gap.x / (label + 12)) : states.length > 3 ? 1.2 : 0.35;
  const thin = Math.max(0, 1 - gap.y / 28);
  const empty = (shape.columns * shape.rows) / Math.max(1, states.length) - 1;
  const crowded =
    computeLackShare(box.height, 12) * 20 +
    computeLackShare(box.height, 40) * 2 +
    computeLackShare(box.height, 18) * 3 +
    computeLackShare(box.width, 44) * 3 +
    computeLackShare(box.width, 24) * 4;
  const [w, h] = [width - BOX_MARGIN.left - BOX_MARGIN.right, height - BOX_MARGIN.top - BOX_MARGIN.bottom];
  const pitch = computeBoxPitch(shape, box, w, h, label);
  const used =
    ((pitch.x * (shape.columns - 1) + box.width) * (pitch.y * (shape.rows - 1) + box.height)) / (w * h);
  const slender = Math.max(0, box.height / box.width - 0.8);
  return (
    (5 * cut) / Math.max(1, states.length) +
    crowded +
    slender +
    narrow * 0.5 +
    thin * 0.5 +
    empty * 0.25 +
    (1 - used) * 1.2
  );
}

const computeLackShare = (size: number, need: number): number => Math.max(0, 1 - size / need);
const measureStateName = (state: string): number => estimateTextWidth(state, NAME_SIZE) + NAME_ROOM;
const measureLongestName = (states: readonly string[]): number =>
  states.reduce((most, state) => Math.max(most, Math.min(MAX_BOX_SIZE.width, measureStateName(state))), 60);
const measureLongestLabel = (lines: readonly SheetLine[]): number =>
  lines.reduce(
    (most, { labels }) =>
      Math.max(most, ...labels.map(label => Math.min(84, estimateTextWidth(label, LABEL_SIZE) + 14))),
    24,
  );
