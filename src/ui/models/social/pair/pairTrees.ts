import type { CascadeTree } from '../../../../engine/models/social/reports/socialFrame.ts';
import type { Inks } from '../../../charts/inks.ts';
import type { TimeScale } from '../../../charts/timeScale.ts';
import type { CascadePlot } from '../cascade/cascade.ts';
import { computeTidyLanes } from '../cascade/cascadeLayout.ts';

/** Space between the root and the first lane, pixels. */
const LANE_DISTANCE = 14;

/** Shared input of both halves of the picture. */
interface HalfFrame {
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly head: number;
  readonly kinds: readonly string[];
  readonly inks: Inks;
}

/**
 * A cascade as half of a picture, its root in the middle of the height: that of A grows up from it, that of B down.
 * @param both rows that the other run has as well; they are drawn pale
 */
export function buildHalfPlot(
  tree: CascadeTree,
  side: 'a' | 'b',
  both: ReadonlySet<number>,
  { scale, width, height, head, kinds, inks }: HalfFrame,
): CascadePlot {
  const layout = computeTidyLanes(tree);
  const middle = height / 2;
  const [top, bottom] = side === 'a' ? [10, middle - LANE_DISTANCE] : [middle + LANE_DISTANCE, height - 10];
  const lanes = Math.max(1, layout.lanes);
  const lane = Float64Array.from(layout.lane, at => (side === 'a' ? lanes - 1 - at : at));
  const step = Math.min(MOST_APART, (bottom - top) / Math.max(1, lanes - 1));
  // Low rows lie near the root; spare room stays at the outside.
  const shift = side === 'a' ? (bottom - top) / 2 - ((lanes - 1) / 2) * step : 0;
  const half = {
    top: side === 'a' ? top + 2 * shift : top,
    bottom: side === 'a' ? bottom : top + (lanes - 1) * step,
  };
  lane[0] = (middle - (half.top + half.bottom) / 2) / Math.max(step, 1e-6) + (lanes - 1) / 2;
  return {
    tree,
    layout,
    lane,
    lanes,
    scale,
    width,
    ...half,
    head,
    lit: null,
    faint: both,
    focus: -1,
    author: -1,
    playing: false,
    kinds,
    inks,
  };
}

/** Most pixels between two lanes. */
const MOST_APART = 8;

/** Rows of a cascade that another one has as well: posts are equal if author, round and kind are. */
export function findCommonRows(tree: CascadeTree, other: CascadeTree | null): ReadonlySet<number> {
  const keyOf = (one: CascadeTree, row: number) => `${one.author[row]} ${one.tick[row]} ${one.kind[row]}`;
  const known = new Set(other ? Array.from(other.post, (_, row) => keyOf(other, row)) : []);
  const rows = new Set<number>();
  for (let row = 1; row < tree.post.length; row++) if (known.has(keyOf(tree, row))) rows.add(row);
  return rows;
}
