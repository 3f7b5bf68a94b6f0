import type { CascadeTree } from '../../../../engine/models/social/reports/socialQueries.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import type { TimeScale } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getHeadLabelLeft } from '../../../views/time/TimelineTools.tsx';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { type CascadePlot, drawCascadeTree } from '../cascade/cascade.ts';
import { computeTidyLanes } from '../cascade/cascadeLayout.ts';
import { CASCADE_MEASURES } from '../cascade/measureWords.ts';
import { KIND_HUES } from '../socialAppearance.ts';
import { getSocialPart } from '../socialPart.ts';
import styles from './PairCascade.module.css';

interface Half {
  readonly plot: CascadePlot;
  readonly tree: CascadeTree;
  /** Answers that the other run does not have. */
  readonly only: number;
}

type Whose = readonly [by: string, when: string];

interface PairPlot {
  readonly a: Half | null;
  readonly b: Half | null;
  /** Whose post it is in both, and of when. */
  readonly whose: Whose;
}

/** The cascade on the screen in both runs, from one root: A's grows up, B's down; what both have is faint. */
export function PairCascade() {
  return (
    <ChartCanvas
      name="Cascade"
      isPlotOnly
      plot={buildPairCascadePlot}
      draw={drawPairCascades}
      watch={state => [
        getSocialPart(state).pairTrees,
        state.pair,
        state.scale,
        state.plotWidth,
        getViewedTick(state),
      ]}
      share={1}
      label="Cascade in both runs"
      spoken={describePairCascades}
      summary={describePairCascades}
      table={buildPairPostsTable}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Cascade" twin={twin} />
          <PairMeasures />
        </div>
      )}
    />
  );
}

/** The cascades as A and B, each null if its run does not have it, and their round; null while they are requested. */
function getPairTrees(state: Pick<PageState, 'modelParts' | 'pair'>) {
  const { pairTrees } = getSocialPart(state);
  if (pairTrees === null) return null;
  const { at, own, other } = pairTrees;
  return state.pair?.isOwnB ? { at, a: other, b: own } : { at, a: own, b: other };
}

function buildPairCascadePlot({ state, inks, height }: ChartFrame): PairPlot | null {
  const trees = getPairTrees(state);
  if (trees === null) return null;
  const { at, a, b } = trees;
  const { scale, plotWidth: width } = state;
  const kinds = KIND_HUES.map(hue => inks.palette[hue]);
  const frame = { scale, width, height, head: at, kinds, inks };
  const half = (tree: CascadeTree | null, other: CascadeTree | null, side: 'a' | 'b'): Half | null => {
    if (tree === null || tree.post.length === 0) return null;
    const both = findCommonRows(tree, other);
    return { plot: buildHalfPlot(tree, side, both, frame), tree, only: tree.post.length - 1 - both.size };
  };
  return { a: half(a, b, 'a'), b: half(b, a, 'b'), whose: describePairRoot(state) };
}

/** "by Nancy Pelosi" and "Round 12": both cascades begin with the same post. */
function describePairRoot(state: PageState): Whose {
  const { a, b } = getPairTrees(state) ?? {};
  const tree = a ?? b;
  if (!tree || tree.post.length === 0) return ['', ''];
  const name = state.run?.info.names[tree.author[0]] ?? '';
  return [`by ${name}`, `${getCurrentModelWords(state).Tick} ${formatRoundNumber(tree.tick[0])}`];
}

function drawPairCascades(
  ctx: CanvasRenderingContext2D,
  { a, b, whose }: PairPlot,
  { state, inks, width, gutter, height }: ChartFrame,
): void {
  for (const half of [b, a]) if (half) drawCascadeTree(ctx, half.plot);
  const x = getHeadLabelLeft(state);
  const room = width - gutter - x - 4;
  ctx.font = `600 11px ${inks.font}`;
  const lines = whose[0] === '' ? [] : wrapPairRoot(whose, room, text => ctx.measureText(text).width);
  for (const [i, line] of lines.entries()) {
    const y = height / 2 + 4 + 15 * (i - (lines.length - 1) / 2);
    ctx.font = `600 11px ${inks.font}`;
    drawTextLine(ctx, inks, clipTextToWidth(ctx, line, room), x, y, {
      color: inks.ink,
      weight: 600,
      halo: inks.bg,
    });
  }
  for (const [side, half] of [['A', a] as const, ['B', b] as const]) {
    const y = (side === 'A' ? height / 4 : (3 * height) / 4) + 2;
    drawTextLine(ctx, inks, side, x, y, { color: inks.ink, weight: 650, halo: inks.bg });
    const words = half ? `${formatGroupedInteger(half.tree.post.length)} posts` : 'does not have this post';
    drawTextLine(ctx, inks, words, x + 14, y, { color: inks.ink, halo: inks.bg });
    if (half)
      drawTextLine(
        ctx,
        inks,
        `${formatGroupedInteger(half.only)} not in ${side === 'A' ? 'B' : 'A'}`,
        x + 14,
        y + 15,
        {
          color: inks.ink2,
          halo: inks.bg,
        },
      );
  }
}

/** The measures of the cascade in both. */
function PairMeasures() {
  const a = usePage(state => getPairTrees(state)?.a);
  const b = usePage(state => getPairTrees(state)?.b);
  const earlier = usePage(describeEarlierRound);
  return (
    <table className={styles.measures}>
      {earlier !== '' && <caption className="label">{earlier}</caption>}
      <thead>
        <tr>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {CASCADE_MEASURES.map(({ key, nameOf, meaning, digitsOf }) => (
          <tr key={key} title={meaning}>
            <td>{a ? digitsOf(a.measures[key]) : '–'}</td>
            <td>{b ? digitsOf(b.measures[key]) : '–'}</td>
            <th scope="row">{nameOf(2)}</th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "at Round 50" if it differs from the page's round; else empty. */
function describeEarlierRound(state: PageState): string {
  const at = getPairTrees(state)?.at ?? getViewedTick(state);
  return at === getViewedTick(state) ? '' : `at ${getCurrentModelWords(state).Tick} ${formatRoundNumber(at)}`;
}

function describePairCascades(state: PageState): string {
  const trees = getPairTrees(state);
  if (trees === null) return '';
  const { a, b } = trees;
  const format = (side: string, tree: CascadeTree | null, other: CascadeTree | null) =>
    tree === null
      ? `${side} does not have this post`
      : `${side} has ${tree.post.length} posts, ${findCommonRows(tree, other).size} of the answers in the other as well`;
  const earlier = describeEarlierRound(state);
  return `The post ${describePairRoot(state).filter(Boolean).join(', ')}: ${format('A', a, b)}; ${format('B', b, a)}${earlier && `, ${earlier}`}.`;
}

/** Posts of both cascades with their runs. */
function buildPairPostsTable(state: PageState) {
  const { a, b } = getPairTrees(state) ?? { a: null, b: null };
  const names = state.run?.info.names ?? [];
  const rowsOf = (tree: CascadeTree | null, other: CascadeTree | null, side: string) => {
    if (tree === null) return [];
    const both = findCommonRows(tree, other);
    const isShared = (row: number) => (row === 0 ? other !== null : both.has(row));
    return Array.from(tree.post, (_, row) => ({ row, isOnly: !isShared(row) }))
      .filter(({ isOnly }) => isOnly || side === 'A')
      .map(({ row, isOnly }) => [
        names[tree.author[row]] ?? '',
        formatRoundNumber(tree.tick[row]),
        isOnly ? side : 'both',
        tree.text[row] ?? '',
      ]);
  };
  return { head: ['author', 'Round', 'in', 'text'], rows: [...rowsOf(a, b, 'A'), ...rowsOf(b, a, 'B')] };
}

/** Lines that have room: both parts on one, or each on its own. @param widthOf width of a text, pixels */
export function wrapPairRoot(
  [by, when]: readonly [by: string, when: string],
  room: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const whole = `${by}, ${when}`;
  return widthOf(whole) <= room ? [whole] : [by, when];
}

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
  const step = Math.min(MAX_LANE_GAP, (bottom - top) / Math.max(1, lanes - 1));
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
const MAX_LANE_GAP = 8;

/** Rows of a cascade that another one has as well: posts are equal if author, round and kind are. */
export function findCommonRows(tree: CascadeTree, other: CascadeTree | null): ReadonlySet<number> {
  const keyOf = (one: CascadeTree, row: number) => `${one.author[row]} ${one.tick[row]} ${one.kind[row]}`;
  const known = new Set(other ? Array.from(other.post, (_, row) => keyOf(other, row)) : []);
  const rows = new Set<number>();
  for (let row = 1; row < tree.post.length; row++) if (known.has(keyOf(tree, row))) rows.add(row);
  return rows;
}
