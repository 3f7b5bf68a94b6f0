import { useMemo, useRef } from 'react';
import { surfaceOf } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { useInks, useLayout, useMedia, usePage, usePageStore, usePainter, useSize } from '../../hooks.ts';
import { requestPaint } from '../../paint.ts';
import { inspected } from '../../selection.ts';
import type { PageState } from '../../store/pageState.ts';
import { xOf } from '../../timeScale.ts';
import column from '../../views/TimeColumn.module.css';
import { shortName } from '../../words.ts';
import { CascadeMeasureList } from './CascadeMeasureList.tsx';
import styles from './CascadeView.module.css';
import { type CascadePlot, drawCascade, drawNames, hitCascade, type NameWish } from './cascade.ts';
import { branchOf } from './cascadeLayout.ts';
import { drawRootText, rootTextHeight } from './cascadeRoot.ts';
import { cascadeSentence } from './cascadeSentence.ts';
import { LaneTween } from './laneTween.ts';
import { KIND_STATES } from './look.ts';
import { PostTip } from './PostTip.tsx';
import { focusRow, type SocialPicked, socialOf, socialPicked } from './socialPart.ts';

/** The chosen cascade as a tree over time. */
export function CascadeView() {
  const store = usePageStore();
  const inks = useInks();
  const { gutter } = useLayout();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<CascadePlot | null>(null);
  const tween = useMemo(() => new LaneTween(), []);
  const { width, height } = useSize(box);
  const label = usePage(state =>
    state.phase === 'playing' ? 'Cascade' : `Cascade. ${cascadeSentence(state)}`,
  );

  const repaint = usePainter(
    () => {
      const state = store.getState();
      const surface = canvas.current && surfaceOf(canvas.current, state.plotWidth, height);
      if (!surface || height === 0) return;
      surface.ctx.clearRect(0, 0, state.plotWidth, height);
      plot.current = null;
      const { tree } = socialOf(state);
      if (!tree || tree.post.length === 0) return;
      const now = performance.now();
      tween.update(tree, state.phase === 'playing', !still, now);
      const moving = tween.advance(now);
      const info = state.run!.info;
      const top = rootTextHeight(surface.ctx, inks, state, tree);
      plot.current = plotOf(state, tween, inks, height, top);
      drawCascade(surface.ctx, plot.current);
      drawNames(surface.ctx, plot.current, wishesOf(plot.current, info.names));
      drawRootText(surface.ctx, plot.current, state, tree);
      if (moving) requestPaint(repaint);
    },
    watchTree,
    1,
  );

  /** Hovers the post under the pointer; false where there is none. */
  const point = (event: React.PointerEvent): boolean => {
    const bounds = box.current?.getBoundingClientRect();
    const tree = socialOf(store.getState()).tree;
    if (!plot.current || !bounds || !tree) return false;
    const row = hitCascade(plot.current, event.clientX - bounds.left - gutter, event.clientY - bounds.top);
    if (row < 0) return false;
    store.getState().select({ hover: { kind: 'thing', thing: tree.post[row]!, tick: tree.tick[row]! } });
    return true;
  };
  const choose = () => {
    const state = store.getState();
    const { tree } = socialOf(state);
    const { hover } = state.selection;
    const row = tree && hover?.kind === 'thing' ? tree.post.indexOf(hover.thing) : -1;
    if (!tree || row < 0) return false;
    const own: SocialPicked = { ...socialPicked(state), post: tree.post[row]! };
    state.select({ agents: [tree.author[row]!], state: null, own });
    return true;
  };
  /** Up and down go through the posts by time. */
  const pressed = (event: React.KeyboardEvent) => {
    const state = store.getState();
    const { tree } = socialOf(state);
    if (!tree) return;
    if (event.key === 'Enter') choose();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const row = Math.min(tree.post.length - 1, Math.max(0, focusRow(state) + by));
    state.select({ hover: { kind: 'thing', thing: tree.post[row]!, tick: tree.tick[row]! } });
  };
  return (
    <section ref={box} aria-label="Cascade" className={styles.view}>
      <canvas ref={canvas} className={column.canvas} style={{ left: gutter }} data-testid="cascade" />
      <div
        className={column.plot}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: up, down and Enter go through the posts
        tabIndex={0}
        aria-label={label}
        onPointerMove={event => point(event) && event.stopPropagation()}
        onClick={event => choose() && event.stopPropagation()}
        onKeyDown={pressed}
      />
      <div className={column.gutter}>
        <CascadeMeasureList />
      </div>
      <PostTip plot={plot} gutter={gutter} width={width} height={height} />
      <FirstHint gutter={gutter} />
    </section>
  );
}

/** While it plays the tree is drawn as of its own last round, once a round. */
const seenAt = (state: PageState): number =>
  state.phase === 'playing' ? (socialOf(state).tree?.upTo ?? state.head) : state.head;

const watchTree = (state: PageState) => [
  socialOf(state).tree,
  state.scale,
  state.plotWidth,
  state.phase,
  state.selection,
  seenAt(state),
];

function plotOf(state: PageState, tween: LaneTween, inks: Inks, height: number, top: number): CascadePlot {
  const tree = socialOf(state).tree!;
  const focus = focusRow(state);
  const states = state.run!.info.chart.states;
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
    lit: focus >= 0 ? branchOf(tree, tween.layout, focus) : null,
    focus,
    author: inspected(state.selection) ?? -1,
    playing: state.phase === 'playing',
    kinds: KIND_STATES.map(kind => inks.states[states.indexOf(kind)]!),
    inks,
  };
}

/** Names for posts with answers, for what is new, for the lit branch and for the selected author. */
function wishesOf(plot: CascadePlot, names: readonly string[]): NameWish[] {
  const wishes: NameWish[] = [];
  const { tree, layout } = plot;
  for (let row = 1; row < tree.parent.length; row++) {
    const author = tree.author[row]!;
    const strong = author === plot.author;
    const fresh = tree.tick[row] === plot.head && plot.head > 0;
    const wanted = plot.lit
      ? plot.lit.has(row) && row !== plot.focus
      : layout.branch[row]! > 1 || fresh || strong;
    if (!wanted || xOf(plot.scale, tree.tick[row]!) < 0) continue;
    const full = fresh || strong || plot.lit !== null;
    const weight = (strong ? 1e6 : 0) + layout.branch[row]! * 9 - row / 1000;
    wishes.push({
      row,
      text: full ? names[author]! : shortName(names[author]!),
      weight,
      atHead: fresh && !strong,
      strong,
    });
  }
  return wishes;
}

/** Before the first round the empty future says what comes. */
function FirstHint({ gutter }: { gutter: number }) {
  const shown = usePage(state => state.run !== null && state.head <= 0);
  const x = usePage(state => (state.head <= 0 ? xOf(state.scale, 0) + state.scale.pixels : 0));
  if (!shown) return null;
  return (
    <div className={column.hint} style={{ left: gutter + Math.max(0, x) }}>
      <p>Round 1 comes next</p>
      <p>Space plays, → takes one step. Cascades show within ten rounds.</p>
    </div>
  );
}
