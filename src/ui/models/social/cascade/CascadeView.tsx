import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import { formatPostId } from '../../../../engine/core/indices.ts';
import type { CascadeTree } from '../../../../engine/models/social/reports/socialQueries.ts';
import { isLanguageModelOracle } from '../../../../engine/oracle/oracleSetup.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { Icon } from '../../../controls/Icon.tsx';
import { preloadOnActivity } from '../../../controls/preloadOnActivity.ts';
import {
  useCalmPage,
  useCommands,
  useLayout,
  useMedia,
  usePage,
  usePageStore,
} from '../../../hooks/hooks.ts';
import { abbreviateFirstName } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { explainNoReplicates } from '../../../store/deciders.ts';
import { findSearchedAgents } from '../../../store/found.ts';
import { PlaceSwitch } from '../../../views/time/PlaceSwitch.tsx';
import { SeenBy } from '../inspector/SeenBy.tsx';
import { KIND_HUES } from '../socialAppearance.ts';
import {
  getFocusedRow,
  getPointedRow,
  getPostSelection,
  getSocialPart,
  SOCIAL_PICKED,
  type SocialPicked,
} from '../socialPart.ts';
import styles from './CascadeView.module.css';
import { type CascadePlot, drawCascadeTree, findPostAtPoint, isRootPinnedLeft } from './cascade.ts';
import { CountingDialog, LargestCascades } from './cascadeDialogsLater.ts';
import { appendLanes, collectBranchRows, computeTidyLanes, type LaneLayout } from './cascadeLayout.ts';
import {
  drawPostNames,
  findNameAtPoint,
  type NamedPlot,
  type NameWish,
  placePostNames,
} from './cascadeNames.ts';
import {
  describeCascade,
  describeSpread,
  drawRootText,
  isCascadeOutgrown,
  measureRootText,
} from './cascadeRoot.ts';
import { CASCADE_MEASURES, type MeasureWords } from './measureWords.ts';
import type { PostTipProps } from './PostTip.tsx';
import { CASCADE_ID } from './showPost.ts';

/** Time in which a tree tidies, milliseconds. */
const TIDY = 320;

/** The lanes of the tree on the screen: appended while it plays, tidied when it pauses. */
export class LaneTween {
  layout: LaneLayout = {
    lane: new Float64Array(),
    lanes: 1,
    branch: new Uint32Array(),
    offsets: new Uint32Array(1),
    children: new Uint32Array(),
  };
  lane: Float64Array = new Float64Array();
  lanes = 1;
  private tree: CascadeTree | null = null;
  private tidy = true;
  private from: Float64Array = new Float64Array();
  private fromLanes = 1;
  private started = 0;
  private duration = 0;

  /** Takes the tree as it is now; `animate` false jumps. */
  update(tree: CascadeTree, playing: boolean, animate: boolean, now: number): void {
    const grown = this.tree?.root === tree.root && tree.post.length >= this.tree.post.length;
    const changed = tree !== this.tree;
    if (!changed && (playing || this.tidy)) return;
    const append = playing && grown && this.lane.length > 0;
    const layout = append ? appendLanes(this.layout, tree) : computeTidyLanes(tree);
    const glide = animate && grown && !append;
    this.from = this.lane;
    this.fromLanes = this.lanes;
    this.layout = layout;
    this.tree = tree;
    this.tidy = !append;
    this.started = now;
    this.duration = glide ? TIDY : 0;
    this.advance(now);
  }

  /** Moves the lanes to their place at `now`; false once they have arrived. */
  advance(now: number): boolean {
    const part = this.duration === 0 ? 1 : Math.min(1, (now - this.started) / this.duration);
    const eased = 1 - (1 - part) ** 3;
    this.lanes =
      this.duration === 0 ? this.layout.lanes : this.fromLanes + (this.layout.lanes - this.fromLanes) * eased;
    // New rows begin between the others, so that a row is never below the last lane.
    const shrink = (this.fromLanes - 1) / Math.max(1, this.layout.lanes - 1);
    this.lane = this.layout.lane.map((to, row) => {
      const from = this.duration === 0 ? to : (this.from[row] ?? to * shrink);
      return from + (to - from) * eased;
    });
    if (part >= 1) this.duration = 0;
    return part < 1;
  }
}

const LIST_ORDERED =
  'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02';

/** The measures of the cascade on the screen, its table, and the way to the others. */
export function CascadeMeasureList({ twin }: { readonly twin: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [isCounting, setCounting] = useState(false);
  const rule = usePage(state => getPostSelection(state).rule);
  const measures = useCalmPage(state => getSocialPart(state).tree?.measures, 'measures');
  const spread = measures ? describeSpread(measures) : null;
  return (
    <>
      <div className={styles.title}>
        <h2>Cascade</h2>
        {twin}
        <button
          type="button"
          aria-label="Largest cascades"
          title="the largest cascades"
          onClick={() => setOpen(true)}
        >
          <Icon outline={LIST_ORDERED} size={14} />
        </button>
      </div>
      <PlaceSwitch own="tree" />
      {measures && (
        <dl className={styles.measures}>
          {CASCADE_MEASURES.map(({ key, nameOf, meaning, digitsOf }) => (
            <div key={key} title={meaning}>
              <dd>
                {POST_KIND_MARKS[key] && (
                  <span className={POST_KIND_MARKS[key].form} style={POST_KIND_MARKS[key].style} />
                )}
                <b>{digitsOf(measures[key])}</b>
              </dd>
              <dt>{nameOf(measures[key])}</dt>
            </div>
          ))}
        </dl>
      )}
      {spread !== null && <p className={styles.spread}>{spread}</p>}
      <SeenBy />
      <PostAgain />
      {measures && (
        <button type="button" className={styles.again} onClick={() => setCounting(true)}>
          {rule ? `parents: ${rule.replace('_', ' ')}…` : 'how it is counted…'}
        </button>
      )}
      {isCounting && <CountingDialog onClose={() => setCounting(false)} />}
      {open && <LargestCascades onClose={() => setOpen(false)} />}
    </>
  );
}

/** Plays the post of the tree again, in many worlds. */
function PostAgain() {
  const commands = useCommands();
  const isPossible = usePage(
    state => state.phase === 'paused' && state.run !== null && !isLanguageModelOracle(state.run.setup.oracle),
  );
  const obstacle = usePage(explainNoReplicates);
  const tree = usePage(state => getSocialPart(state).tree);
  const head = usePage(state => state.head);
  const store = usePageStore();
  if (!isPossible || tree === null || tree.tick[0] >= head) return null;
  return (
    <button
      type="button"
      className={styles.again}
      aria-disabled={obstacle !== null}
      title={obstacle ?? 'same past, new chance from this post on: in 200 worlds'}
      onClick={() => {
        if (obstacle !== null) return;
        store.getState().pick(SOCIAL_PICKED, { root: tree.root, post: null, isChosen: true });
        void commands.playWorlds({ worlds: 200, subject: formatPostId(tree.root), from: tree.tick[0] + 1 });
      }}
    >
      this post again
    </button>
  );
}

/** Marks of the kinds of posts next to their numbers. */
const POST_KIND_MARKS: { readonly [key in MeasureWords['key']]?: PostKindMark } = {
  reshares: getMeasureMark(styles.key, '--state-engaging-reshare'),
  replies: getMeasureMark(`${styles.key} ${styles.ring}`, '--state-engaging-reply'),
};

interface PostKindMark {
  readonly form: string | undefined;
  readonly style: CSSProperties;
}

function getMeasureMark(form: string | undefined, hue: string): PostKindMark {
  return { form, style: { '--hue': `var(${hue})` } as CSSProperties };
}

const PostTip = createLazyView<PostTipProps>(
  preloadOnActivity(async () => (await import('./PostTip.tsx')).PostTip),
);
const loadCascadeTable = () => import('./buildCascadeTable.ts').catch(createLoadErrorHandler('the table'));

/** The chosen cascade as a tree over time. */
export function CascadeView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const tween = useMemo(() => new LaneTween(), []);
  const moving = useRef(false);
  const names = useMemo(createNameCache, []);
  const isTold = usePage(state => getPointedRow(state) >= 0);
  const x = usePage(state => (state.head <= 0 ? convertTickToX(state.scale, 0) + state.scale.pixels : 0));

  const point = (row: number | null): boolean => {
    const { tree } = getSocialPart(store.getState());
    const [thing, tick] = row === null ? [] : [tree?.post[row], tree?.tick[row]];
    if (thing === undefined || tick === undefined) return false;
    store.getState().select({ hover: { kind: 'thing', thing, tick } });
    return true;
  };
  const choose = (row: number | null): boolean => {
    const state = store.getState();
    const { tree } = getSocialPart(state);
    const [post, author] = row === null ? [] : [tree?.post[row], tree?.author[row]];
    if (post === undefined || author === undefined) return false;
    const own: SocialPicked = { ...getPostSelection(state), post };
    state.select({ agents: [author], state: null, own });
    if (row === 0 && tree && isRootPinnedLeft({ tree, scale: state.scale }))
      state.showSpan(tree.tick[0], state.head);
    return true;
  };
  /** Up and down go through the posts by time. */
  const pressed = (key: string): boolean => {
    const state = store.getState();
    const { tree } = getSocialPart(state);
    if (!tree) return false;
    const { hover } = state.selection;
    if (key === 'Enter' && hover?.kind === 'thing') choose(getExistingRow(tree.post.indexOf(hover.thing)));
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (by === undefined) return false;
    point(Math.min(tree.post.length - 1, Math.max(0, getFocusedRow(state) + by)));
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
        const { tree } = getSocialPart(state);
        if (!tree || tree.post.length === 0) return null;
        const now = performance.now();
        tween.update(tree, state.phase === 'playing', !still, now);
        moving.current = tween.advance(now);
        const top = measureRootText(ctx, inks, state, tree);
        const plot = buildCascadePlot(state, tree, tween, inks, height, top);
        return { ...plot, names: names(plot, ctx, run.info.names, moving.current) };
      }}
      draw={drawNamedCascade}
      isMoving={() => moving.current}
      watch={selectCascadeInputs}
      share={1}
      hitTest={(plot, x, y) => findNameAtPoint(plot.names, x, y) ?? findPostAtPoint(plot, x, y)}
      onHover={point}
      onPick={choose}
      tip={(_, place, drawn) => isTold && <PostTip plot={drawn} gutter={gutter} place={place} />}
      label="Cascade"
      spoken={describeCascade}
      onKey={pressed}
      summary={describeCascade}
      table={async state => (await loadCascadeTable()).buildCascadeTable(state)}
      tools={twin => (
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

const getExistingRow = (row: number): number | null => (row < 0 ? null : row);

function drawNamedCascade(ctx: CanvasRenderingContext2D, plot: NamedPlot, { state }: ChartFrame): void {
  const { tree } = getSocialPart(state);
  drawCascadeTree(ctx, plot);
  drawPostNames(ctx, plot);
  if (tree) drawRootText(ctx, plot, state, tree);
}

/** Places names, and keeps their places while nothing that they depend on changes: a pointer moves many times. */
function createNameCache() {
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
    const names = placePostNames(plot, collectNameWishes(plot, people), widthOf);
    kept = isMoving ? null : { key, names };
    return names;
  };
}

/** While it plays the tree is drawn as of its own last round, once a round. */
const getCascadeTick = (state: PageState): number =>
  state.phase === 'playing'
    ? (getSocialPart(state).tree?.upTo ?? getViewedTick(state))
    : getViewedTick(state);

const selectCascadeInputs = (state: PageState) => [
  getSocialPart(state).tree,
  isCascadeOutgrown(state),
  state.search,
  state.scale,
  state.plotWidth,
  state.phase,
  state.selection,
  getCascadeTick(state),
];

function buildCascadePlot(
  state: PageState,
  tree: CascadeTree,
  tween: LaneTween,
  inks: Inks,
  height: number,
  top: number,
): CascadePlot {
  const focus = getFocusedRow(state);
  return {
    tree,
    layout: tween.layout,
    lane: tween.lane,
    lanes: tween.lanes,
    scale: state.scale,
    width: state.plotWidth,
    top,
    bottom: height - 16,
    head: getCascadeTick(state),
    faint: findPostsOutsideRange(state, tree),
    lit: focus >= 0 ? collectBranchRows(tree, tween.layout, focus) : findSearchedPosts(state, tree),
    focus,
    author: getInspectedAgent(state.selection) ?? -1,
    playing: state.phase === 'playing',
    kinds: KIND_HUES.map(hue => inks.palette[hue]),
    inks,
  };
}

/** Posts that were made outside of the brushed rounds; none while none are brushed. */
function findPostsOutsideRange({ selection: { range } }: PageState, tree: CascadeTree): ReadonlySet<number> {
  const rows = new Set<number>();
  if (range === null) return rows;
  tree.tick.forEach((tick, row) => {
    if (tick < range[0] || tick > range[1]) rows.add(row);
  });
  return rows;
}

/** Posts that the search found, or whose authors it found; null while nothing is searched for. */
function findSearchedPosts(state: PageState, tree: CascadeTree): ReadonlySet<number> | null {
  const agents = findSearchedAgents(state);
  if (!agents) return null;
  const posts = new Set(state.search.hits?.map(({ thing }) => thing));
  const rows = new Set<number>();
  tree.post.forEach((post, row) => {
    if (posts.has(post) || agents.has(tree.author[row])) rows.add(row);
  });
  return rows;
}

/** Names for posts with answers, for what is new, for the lit branch and for the selected author. */
function collectNameWishes(plot: CascadePlot, names: readonly string[]): NameWish[] {
  const wishes: NameWish[] = [];
  const { tree, layout } = plot;
  for (let row = 1; row < tree.parent.length; row++) {
    const author = tree.author[row];
    const strong = author === plot.author;
    const fresh = tree.tick[row] === plot.head && plot.head > 0;
    const wanted = plot.lit
      ? plot.lit.has(row) && row !== plot.focus
      : layout.branch[row] > 1 || fresh || strong;
    if (!wanted || convertTickToX(plot.scale, tree.tick[row]) < 0) continue;
    const full = fresh || strong || plot.lit !== null;
    const weight = (strong ? 1e6 : 0) + layout.branch[row] * 9 - row / 1000;
    wishes.push({
      row,
      text: full ? names[author] : abbreviateFirstName(names[author]),
      weight,
      atHead: fresh && !strong,
      strong,
    });
  }
  return wishes;
}
