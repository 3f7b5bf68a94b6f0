import type { Rect } from '../packing.ts';
import { arrangeStatesOnGrid, compactArrangement } from './arrangeStatesOnGrid.ts';
import { buildArrangementBoxes, computeShapeCost, rankGridShapes } from './boxes.ts';
import type { Line } from './lines.ts';

/** Weight of an unfit shape against the cost of lines, steps. */
const SHAPE = 260;
/** The same for lines against the reading direction. */
const AGAINST = 45;

/** A chart that is to be laid out on a sheet. */
export interface ChartToPlace {
  readonly states: readonly string[];
  /** Those by which boxes are arranged. */
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  /** Awaited every now and then; it may throw to give up. */
  pause(): Promise<void>;
}

/**
 * The best of some drafts: for some shapes of grid, of some arrangements in each; the smaller the chart, the more.
 * @param draft lays lines between boxes, and says what that costs, in steps
 */
export async function findBestDraft<Draft extends { readonly cost: number }>(
  { states, lines, width, height, pause }: ChartToPlace,
  draft: (boxes: readonly Rect[]) => Promise<Draft>,
): Promise<Draft> {
  const [shapes, each] = states.length <= 14 ? [4, 3] : states.length <= 30 ? [2, 2] : [1, 1];
  let best: { readonly draft: Draft; readonly cost: number } | null = null;
  for (const shape of rankGridShapes(states, lines, width, height).slice(0, shapes)) {
    const found = await arrangeStatesOnGrid(states.length, lines, shape, each, pause);
    for (const arrangement of found.map(compactArrangement)) {
      await pause();
      const unfit = computeShapeCost(arrangement, states, lines, width, height) * SHAPE;
      const made = await draft(buildArrangementBoxes(arrangement, states, lines, width, height));
      const cost = made.cost + unfit + arrangement.against * AGAINST;
      if (best === null || cost < best.cost) best = { draft: made, cost };
    }
  }
  return best!.draft;
}
