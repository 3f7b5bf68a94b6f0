import type { RefObject } from 'react';
import { POST_KINDS } from '../../../../engine/models/social/cascade/postKinds.ts';
import type { TimeScale } from '../../../charts/timeScale.ts';
import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { formatNounCount } from '../../../lib/formatCounts.ts';
import { formatRoundNumber, formatTimeOfDay } from '../../../words/runClock.ts';
import { getPointedRow, getSocialPart } from '../socialPart.ts';
import styles from './CascadeView.module.css';
import { type CascadePlot, getCascadeRowX, getCascadeRowY } from './cascade.ts';

/** Properties of `PostTip`. */
export interface PostTipProps {
  readonly plot: RefObject<CascadePlot | null>;
  readonly gutter: number;
  /** The chart's size; the tip is placed at the post. */
  readonly place: TipPlace;
}

const VERBS = { original: 'writes', reply: 'replies to', reshare: 'reshares from' } as const;

/** Author, time and text of the post under the pointer. The inspector shows a selected one. */
export function PostTip({ plot, gutter, place }: PostTipProps) {
  const row = usePage(getPointedRow);
  const tree = usePage(state => getSocialPart(state).tree);
  const info = usePage(state => state.run?.info);
  const scale = usePage(state => (getPointedRow(state) < 0 ? null : state.scale));
  const lanes = plot.current;
  if (!tree || !info || !scale || row < 0 || row >= tree.post.length || !lanes || row >= lanes.lane.length)
    return null;
  const parent = tree.parent[row];
  const names = info.names;
  const below = lanes.layout.branch[row] - 1;
  let depth = 0;
  for (let up = parent; up >= 0; up = tree.parent[up]) depth++;
  const kind = POST_KINDS[tree.kind[row]] ?? 'original';
  return (
    <ChartTip
      className={styles.post ?? ''}
      place={{ ...place, x: gutter + getCascadeRowX({ tree, scale }, row), y: getCascadeRowY(lanes, row) }}
      gap={[18, 18]}
      width={256}
      height={124}
      covered={(...box) => findPostsInArea(lanes, scale, gutter, box)}
    >
      <p className={styles.tipHead}>
        <b>{names[tree.author[row]]}</b>
        <span className="label">
          Round {formatRoundNumber(tree.tick[row])}, {formatTimeOfDay(info.config, tree.tick[row])}
        </span>
      </p>
      <p>
        {VERBS[kind]} {parent >= 0 ? `${names[tree.author[parent]]}: ` : ''}“{tree.text[row]}”
      </p>
      <p className="label">
        {formatNounCount(below, 'post')} below it, {depth} above, {formatNounCount(tree.likes[row], 'like')}
      </p>
    </ChartTip>
  );
}

/** Number of posts of the highlighted branch within an area of the chart. */
function findPostsInArea(
  plot: CascadePlot,
  scale: TimeScale,
  gutter: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  let count = 0;
  for (const row of plot.lit ?? []) {
    const [x, y] = [gutter + getCascadeRowX({ tree: plot.tree, scale }, row), getCascadeRowY(plot, row)];
    if (x > left && x < right && y > top && y < bottom) count++;
  }
  return count;
}
