import type { Rect } from '../packing.ts';
import type { Point } from '../route.ts';
import type { NestedLine } from './nestedLines.ts';

/** A line with the points that it goes through. */
export interface DrawnLine {
  readonly line: NestedLine;
  readonly points: readonly Point[];
  /** Area of its label. */
  readonly label: Rect | null;
}

/** Boxes and lines of a part of a chart, from its upper left corner. */
export interface NestedDrawing {
  readonly width: number;
  readonly height: number;
  /** By state; `NOBODY` for the symbol of any leaf. */
  readonly boxes: ReadonlyMap<number, Rect>;
  readonly lines: readonly DrawnLine[];
}

/** A drawing elsewhere. */
export function moveDrawing({ boxes, lines, ...size }: NestedDrawing, x: number, y: number): NestedDrawing {
  return {
    ...size,
    boxes: new Map([...boxes].map(([state, box]) => [state, { ...box, x: box.x + x, y: box.y + y }])),
    lines: lines.map(({ line, points, label }) => ({
      line,
      points: points.map(([px, py]): Point => [px + x, py + y]),
      label: label && { ...label, x: label.x + x, y: label.y + y },
    })),
  };
}

/** Drawings over each other, in a frame of the given size. */
export function overlayDrawings(
  parts: readonly NestedDrawing[],
  width: number,
  height: number,
): NestedDrawing {
  return {
    width,
    height,
    boxes: new Map(parts.flatMap(({ boxes }) => [...boxes])),
    lines: parts.flatMap(({ lines }) => lines),
  };
}

/** Fit of a drawing to a sheet: the side of the square sheet of this shape that it needs, the less the better. */
export const computeNeededSheetSide = (
  { width, height }: Pick<NestedDrawing, 'width' | 'height'>,
  aspect: number,
): number => Math.max(width / Math.sqrt(aspect), height * Math.sqrt(aspect));

type NestedDrawingSize = Pick<NestedDrawing, 'width' | 'height'>;

/** Places of drawings in a frame. */
interface Shelves extends NestedDrawingSize {
  readonly rects: readonly Rect[];
}

/** Most drawings for which all ways to put them into rows are tried. */
const TRIED = 6;

/** Drawings in rows or in columns, in their order, as they fit the sheet best. Those of a row get all of its height and width. */
export function shelveDrawings(sizes: readonly NestedDrawingSize[], aspect: number, gap: number): Shelves {
  const tries = listRowCuts(sizes.length).flatMap(cuts => [
    shelveInRows(sizes, cuts, gap),
    transposeShelves(shelveInRows(sizes.map(transposeSize), cuts, gap)),
  ]);
  return tries.reduce((best, one) =>
    computeNeededSheetSide(one, aspect) < computeNeededSheetSide(best, aspect) ? one : best,
  );
}

/** Lengths of rows in all ways; of many drawings, rows of as many each. */
function listRowCuts(count: number): number[][] {
  if (count > TRIED)
    return Array.from({ length: count }, (_, i) => {
      const rows = Math.ceil(count / (i + 1));
      return Array.from(
        { length: rows },
        (_, row) => Math.floor(((row + 1) * count) / rows) - Math.floor((row * count) / rows),
      );
    });
  if (count === 0) return [[]];
  return Array.from({ length: count }, (_, i) => i + 1).flatMap(first =>
    listRowCuts(count - first).map(rest => [first, ...rest]),
  );
}

const transposeSize = ({ width, height }: NestedDrawingSize): NestedDrawingSize => ({
  width: height,
  height: width,
});
const transposeShelves = ({ rects, ...size }: Shelves): Shelves => ({
  ...transposeSize(size),
  rects: rects.map(({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width })),
});

function shelveInRows(sizes: readonly NestedDrawingSize[], lengths: readonly number[], gap: number): Shelves {
  const rows: number[][] = [];
  let next = 0;
  for (const length of lengths) rows.push(Array.from({ length }, () => next++));
  const widthOf = (row: readonly number[]) =>
    row.reduce((sum, i) => sum + sizes[i].width, 0) + gap * (row.length - 1);
  const width = Math.max(...rows.map(widthOf));
  const rects: Rect[] = [];
  let y = 0;
  for (const row of rows) {
    const height = Math.max(...row.map(i => sizes[i].height));
    const spare = (width - widthOf(row)) / row.length;
    let x = 0;
    for (const i of row) {
      rects[i] = { x, y, width: sizes[i].width + spare, height };
      x += sizes[i].width + spare + gap;
    }
    y += height + gap;
  }
  return { rects, width, height: y - gap };
}
