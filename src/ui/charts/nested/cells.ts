import type { Rect } from '../packing.ts';
import type { Point } from '../route.ts';
import type { Drawing } from './drawing.ts';
import type { Nest } from './lines.ts';
import { CIRCLE, TITLE } from './measures.ts';
import type { NestedPlacement } from './nestedPlacement.ts';

/** Pixels between a region's title and the lines around its cell. */
const INSET = 8;

/** A region's box, or what it becomes. */
interface Cell {
  readonly state: number;
  readonly box: Rect;
}

/** Cuts parallel states into a cell for each region, with lines between them; a region that no line meets fills its cell. */
export function cutRegionCells(
  nest: Nest,
  drawing: Drawing,
): { readonly drawing: Drawing; readonly dividers: NestedPlacement['dividers'] } {
  const boxes = new Map(drawing.boxes);
  const met = new Set(drawing.lines.flatMap(({ line: { source, target } }) => [source, target]));
  const dividers = nest.outline.states.flatMap(({ kind }, state) => {
    const around = boxes.get(state);
    if (kind !== 'parallel' || !around) return [];
    const regions = nest.children(state).flatMap((child): Cell[] => {
      const box = boxes.get(child);
      return box && box.width > CIRCLE ? [{ state: child, box }] : [];
    });
    const area = { ...around, y: around.y + TITLE, height: around.height - TITLE };
    const { cells, cuts } = cutRegionArea(regions, area);
    for (const { state: region, box } of cells)
      if (nest.isRegion(region) && !met.has(region) && cells.length > 1)
        boxes.set(region, insetCellRect(box));
    return cuts;
  });
  return { drawing: { ...drawing, boxes }, dividers };
}

const insetCellRect = ({ x, y, width, height }: Rect): Rect => ({
  x: x + INSET,
  y: y + INSET / 2,
  width: width - 2 * INSET,
  height: height - INSET,
});

interface Cut {
  readonly cells: readonly Cell[];
  readonly cuts: NestedPlacement['dividers'];
}

/** Cuts an area between boxes, first from left to right, else from top to bottom, and each part again. */
function cutRegionArea(regions: readonly Cell[], area: Rect): Cut {
  if (regions.length < 2) return { cells: regions.map(({ state }) => ({ state, box: area })), cuts: [] };
  const { x, y, width, height } = area;
  const across = findSpanGap(regions.map(({ box }) => [box.x, box.x + box.width]));
  if (across !== null)
    return joinCuts(
      cutRegionArea(
        regions.filter(({ box }) => box.x < across),
        { ...area, width: across - x },
      ),
      cutRegionArea(
        regions.filter(({ box }) => box.x >= across),
        { ...area, x: across, width: x + width - across },
      ),
      { from: [across, y + 4], to: [across, y + height - 4] },
    );
  const down = findSpanGap(regions.map(({ box }) => [box.y, box.y + box.height]));
  // Neither: each stays where it is.
  if (down === null) return { cells: [], cuts: [] };
  return joinCuts(
    cutRegionArea(
      regions.filter(({ box }) => box.y < down),
      { ...area, height: down - y },
    ),
    cutRegionArea(
      regions.filter(({ box }) => box.y >= down),
      { ...area, y: down, height: y + height - down },
    ),
    { from: [x + 4, down], to: [x + width - 4, down] },
  );
}

const joinCuts = (a: Cut, b: Cut, divider: { readonly from: Point; readonly to: Point }): Cut => ({
  cells: [...a.cells, ...b.cells],
  cuts: [divider, ...a.cuts, ...b.cuts],
});

/** The middle of the first gap between spans; null where they leave none. */
function findSpanGap(spans: readonly (readonly [from: number, to: number])[]): number | null {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  let end = sorted[0][1];
  for (const [from, to] of sorted.slice(1)) {
    if (from >= end) return (from + end) / 2;
    end = Math.max(end, to);
  }
  return null;
}
