import { useMemo, useRef } from 'react';
import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import type { CascadeTree } from '../../../../engine/models/social/reports/frame.ts';
import type { Inks } from '../../../charts/inks.ts';
import { xOf } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { lazily } from '../../../controls/lazily.tsx';
import { soon } from '../../../controls/soon.ts';
import { useLayout, useMedia, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { shortName } from '../../../lib/words.ts';
import type { PageState } from '../../../state/pageState.ts';
import { inspected } from '../../../state/selection.ts';
import { shownTick } from '../../../state/shown.ts';
import { foundAgents } from '../../../store/found.ts';
import { KIND_HUES } from '../look.ts';
import { focusRow, pointedRow, type SocialPicked, socialOf, socialPicked } from '../socialPart.ts';
import { CascadeMeasureList } from './CascadeMeasureList.tsx';
import styles from './CascadeView.module.css';
import { type CascadePlot, drawCascade, hitCascade, isRootHeld } from './cascade.ts';
import { branchOf } from './cascadeLayout.ts';
import { drawNames, type NamedPlot, type NameWish, nameAt, placeNames } from './cascadeNames.ts';
import { drawRootText, rootTextHeight } from './cascadeRoot.ts';
import { cascadeSentence, isOutgrown } from './cascadeSentence.ts';
import { LaneTween } from './laneTween.ts';
import type { PostTipProps } from './PostTip.tsx';
import { CASCADE_ID } from './showPost.ts';

const PostTip = lazily<PostTipProps>(soon(async () => (await import('./PostTip.tsx')).PostTip));
const table = () => import('./cascadeTable.ts').catch(createLoadErrorHandler('the table'));

/** The chosen cascade as a tree over time. */
export function CascadeView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const tween = useMemo(() => new LaneTween(), []);
  const moving = useRef(false);
  const names = useMemo(keptNames, []);
  const isTold = usePage(state => pointedRow(state) >= 0);
  const x = usePage(state => (state.head <= 0 ? xOf(state.scale, 0) + state.scale.pixels : 0));

  const point = (row: number | null): boolean => {
    const { tree } = socialOf(store.getState());
    const [thing, tick] = row === null ? [] : [tree?.post[row], tree?.tick[row]];
    if (thing === undefined || tick === undefined) return false;
    store.getState().select({ hover: { kind: 'thing', thing, tick } });
    return true;
  };
  const choose = (row: number | null): boolean => {
    const state = store.getState();
    const { tree } = socialOf(state);
    const [post, author] = row === null ? [] : [tree?.post[row], tree?.author[row]];
    if (post === undefined || author === undefined) return false;
    const own: SocialPicked = { ...socialPicked(state), post };
    state.select({ agents: [author], state: null, own });
    if (row === 0 && tree && isRootHeld({ tree, scale: state.scale }))
      state.showSpan(tree.tick[0], state.head);
    return true;
  };
  /** Up and down go through the posts by time. */
  const pressed = (key: string): boolean => {
    const state = store.getState();
    const { tree } = socialOf(state);
    if (!tree) return false;
    const { hover } = state.selection;
    if (key === 'Enter' && hover?.kind === 'thing') choose(existing(tree.post.indexOf(hover.thing)));
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (by === undefined) return false;
    point(Math.min(tree.post.length - 1, Math.max(0, focusRow(state) + by)));
    return true;
  };
  return (
    <ChartCanvas
      name="Cascade"
      id={CASCADE_ID}
      className={styles.view ?? ''}
      testId="cascade"
      isPlotOnly
      plot={({ state, run, inks, height, ctx }) => {
        moving.current = false;
        const { tree } = socialOf(state);
        if (!tree || tree.post.length === 0) return null;
        const now = performance.now();
        tween.update(tree, state.phase === 'playing', !still, now);
        moving.current = tween.advance(now);
        const top = rootTextHeight(ctx, inks, state, tree);
        const plot = plotOf(state, tree, tween, inks, height, top);
        return { ...plot, names: names(plot, ctx, run.info.names, moving.current) };
      }}
      draw={drawAll}
      isMoving={() => moving.current}
      watch={watchTree}
      share={1}
      hitTest={(plot, x, y) => nameAt(plot.names, x, y) ?? hitCascade(plot, x, y)}
      onHover={point}
      onPick={choose}
      tip={(_, place, drawn) => isTold && <PostTip plot={drawn} gutter={gutter} place={place} />}
      label="Cascade"
      told={cascadeSentence}
      onKey={pressed}
      summary={cascadeSentence}
      table={async state => (await table()).cascadeTable(state)}
      beside={twin => (
        <div className={chart.gutter}>
          <CascadeMeasureList twin={twin} />
        </div>
      )}
    >
      <ChartHint
        left={gutter + Math.max(0, x)}
        title="Round 1 comes next"
        text="Space plays, → takes one step. Cascades show within ten rounds."
      />
    </ChartCanvas>
  );
}

const existing = (row: number): number | null => (row < 0 ? null : row);

function drawAll(ctx: CanvasRenderingContext2D, plot: NamedPlot, { state }: ChartFrame): void {
  const { tree } = socialOf(state);
  drawCascade(ctx, plot);
  drawNames(ctx, plot);
  if (tree) drawRootText(ctx, plot, state, tree);
}

/** Places names, and keeps their places while nothing that they depend on changes: a pointer moves many times. */
function keptNames() {
  let kept: { readonly key: readonly unknown[]; readonly names: NamedPlot['names'] } | null = null;
  return (plot: CascadePlot, ctx: CanvasRenderingContext2D, people: readonly string[], isMoving: boolean) => {
    const { tree, layout, lanes, scale, width, top, bottom, head, lit, focus, author, inks } = plot;
    const key = [
      tree,
      layout,
      lanes,
      scale,
      width,
      top,
      bottom,
      head,
      focus,
      author,
      inks,
      people,
      ...(lit ?? [null]),
    ];
    const isSame = kept?.key.length === key.length && key.every((part, at) => part === kept?.key[at]);
    if (kept && isSame && !isMoving) return kept.names;
    ctx.font = `420 11px ${inks.font}`;
    const widthOf = (name: string) => ctx.measureText(name).width + 4;
    const names = placeNames(plot, wishesOf(plot, people), widthOf);
    kept = isMoving ? null : { key, names };
    return names;
  };
}

/** While it plays the tree is drawn as of its own last round, once a round. */
const seenAt = (state: PageState): number =>
  state.phase === 'playing' ? (socialOf(state).tree?.upTo ?? shownTick(state)) : shownTick(state);

const watchTree = (state: PageState) => [
  socialOf(state).tree,
  isOutgrown(state),
  state.search,
  state.scale,
  state.plotWidth,
  state.phase,
  state.selection,
  seenAt(state),
];

function plotOf(
  state: PageState,
  tree: CascadeTree,
  tween: LaneTween,
  inks: Inks,
  height: number,
  top: number,
): CascadePlot {
  const focus = focusRow(state);
  return {
    tree,
    layout: tween.layout,
    lane: tween.lane,
    lanes: tween.lanes,
    scale: state.scale,
    width: state.plotWidth,
    top,
    bottom: height - 16,
    head: seenAt(state),
    faint: outside(state, tree),
    lit: focus >= 0 ? branchOf(tree, tween.layout, focus) : foundRows(state, tree),
    focus,
    author: inspected(state.selection) ?? -1,
    playing: state.phase === 'playing',
    kinds: KIND_HUES.map(hue => inks.palette[hue]),
    inks,
  };
}

/** Posts that were made outside of the brushed rounds; none while none are brushed. */
function outside({ selection: { range } }: PageState, tree: CascadeTree): ReadonlySet<number> {
  const rows = new Set<number>();
  if (range === null) return rows;
  tree.tick.forEach((tick, row) => {
    if (tick < range[0] || tick > range[1]) rows.add(row);
  });
  return rows;
}

/** Posts that the search found, or whose authors it found; null while nothing is searched for. */
function foundRows(state: PageState, tree: CascadeTree): ReadonlySet<number> | null {
  const agents = foundAgents(state);
  if (!agents) return null;
  const posts = new Set(state.search.hits?.map(({ thing }) => thing));
  const rows = new Set<number>();
  tree.post.forEach((post, row) => {
    if (posts.has(post) || agents.has(tree.author[row])) rows.add(row);
  });
  return rows;
}

/** Names for posts with answers, for what is new, for the lit branch and for the selected author. */
function wishesOf(plot: CascadePlot, names: readonly string[]): NameWish[] {
  const wishes: NameWish[] = [];
  const { tree, layout } = plot;
  for (let row = 1; row < tree.parent.length; row++) {
    const author = tree.author[row];
    const strong = author === plot.author;
    const fresh = tree.tick[row] === plot.head && plot.head > 0;
    const wanted = plot.lit
      ? plot.lit.has(row) && row !== plot.focus
      : layout.branch[row] > 1 || fresh || strong;
    if (!wanted || xOf(plot.scale, tree.tick[row]) < 0) continue;
    const full = fresh || strong || plot.lit !== null;
    const weight = (strong ? 1e6 : 0) + layout.branch[row] * 9 - row / 1000;
    wishes.push({
      row,
      text: full ? names[author] : shortName(names[author]),
      weight,
      atHead: fresh && !strong,
      strong,
    });
  }
  return wishes;
}
