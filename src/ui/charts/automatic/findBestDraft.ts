import type { Rect } from '../packing.ts';
import type { ChartLike, Placement } from '../placement.ts';
import {
  type Arrangement,
  arrangeStatesOnGrid,
  compactArrangement,
  rateArrangement,
} from './arrangeStatesOnGrid.ts';
import { buildArrangementBoxes, computeShapeCost, rankGridShapes } from './boxes.ts';
import type { SheetLine } from './lines.ts';

/**
 * On another sheet the states stay where they are relative to each other, unless another arrangement costs so much less
 * there, by this factor and by so many steps, or the sheet is so many times as wide or as high as it was for its size.
 */
const REARRANGED = { factor: 1.15, steps: 80, aspect: 1.8 };

/** Weight of an unfit shape against the cost of lines, steps. */
const SHAPE = 260;
/** The same for lines against the reading direction. */
const AGAINST = 45;

/** A chart that is to be laid out on a sheet. */
export interface ChartToPlace {
  readonly states: readonly string[];
  /** Lines that decide the arrangement of the boxes. */
  readonly lines: readonly SheetLine[];
  readonly width: number;
  readonly height: number;
  /** Awaited every now and then; it may throw to give up. */
  pause(): Promise<void>;
}

/**
 * The best of some drafts: for some shapes of grid, of some arrangements in each; the smaller the chart, the more.
 * @param draft lays lines between boxes, and says what that costs, in steps
 * @param former the arrangement that the chart had; null for none
 */
export async function findBestDraft<Draft extends { readonly cost: number }>(
  chart: ChartToPlace,
  draft: (boxes: readonly Rect[]) => Promise<Draft>,
  former: FormerArrangement | null = null,
): Promise<FoundDraft<Draft>> {
  const { states, lines, width, height, pause } = chart;
  const judge = async (arrangement: Arrangement) => {
    await pause();
    const unfit = computeShapeCost(arrangement, states, lines, width, height) * SHAPE;
    const made = await draft(buildArrangementBoxes(arrangement, states, lines, width, height));
    const cost = made.cost + unfit + arrangement.against * AGAINST;
    return { made, arrangement, cost, aspect: former?.aspect ?? 0 };
  };
  const kept = former && (await judge(rateArrangement(former.arrangement, lines)));
  if (kept !== null && former?.isFixed === true) return kept;
  let best: Awaited<ReturnType<typeof judge>> | null = null;
  for (const arrangement of await findArrangements(chart)) {
    const judged = await judge(arrangement);
    if (best === null || judged.cost < best.cost) best = judged;
  }
  const isBetter = kept === null || best!.cost * REARRANGED.factor + REARRANGED.steps < kept.cost;
  return isBetter ? { ...best!, aspect: width / height } : kept;
}

/** An arrangement that a chart had. */
interface FormerArrangement {
  readonly arrangement: Pick<Arrangement, 'columns' | 'rows' | 'cells'>;
  /** Width by height of the sheet that it was found for. */
  readonly aspect: number;
  /** True if it stays whatever it costs. */
  readonly isFixed: boolean;
}

/** A draft and the arrangement of its boxes. */
interface FoundDraft<Draft> {
  readonly made: Draft;
  readonly arrangement: Arrangement;
  readonly aspect: number;
}

/** Promising arrangements of a chart's states, without empty rows and columns. */
async function findArrangements({
  states,
  lines,
  width,
  height,
  pause,
}: ChartToPlace): Promise<readonly Arrangement[]> {
  const [shapes, each] = states.length <= 14 ? [4, 3] : states.length <= 30 ? [2, 2] : [1, 1];
  const found: Arrangement[] = [];
  for (const shape of rankGridShapes(states, lines, width, height).slice(0, shapes))
    found.push(...(await arrangeStatesOnGrid(states.length, lines, shape, each, pause)));
  return found.map(compactArrangement);
}

/** States on their cells, with the sheet that they are on, and the shape of the one that they were arranged for. */
export const describeGrid = (
  { arrangement: { columns, rows, cells }, aspect }: Pick<FoundDraft<unknown>, 'arrangement' | 'aspect'>,
  states: readonly string[],
  { width, height }: Pick<Rect, 'width' | 'height'>,
): NonNullable<Placement['grid']> => ({
  ...{ columns, rows, width, height, aspect },
  cells: new Map(states.map((state, i) => [state, cells[i]])),
});

/** The arrangement of a placement of the very same states on a sheet of about the same shape; null if there is none. */
export function findFormerArrangement(
  { states, isGrowing = false }: ChartLike,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  grid: Placement['grid'],
): FormerArrangement | null {
  if (grid === undefined) return null;
  const { columns, rows, cells, aspect } = grid;
  const known = states.flatMap(state => cells.get(state) ?? []);
  if (states.length === 0 || known.length !== states.length || cells.size !== states.length) return null;
  const isFixed = isGrowing && grid.width === width && grid.height === height;
  const change = Math.abs(Math.log(width / height / aspect));
  if (!isFixed && change > Math.log(REARRANGED.aspect)) return null;
  return { arrangement: { columns, rows, cells: known }, aspect, isFixed };
}
