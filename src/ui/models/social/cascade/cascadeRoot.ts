import type { CascadeMeasures } from '../../../../engine/models/social/cascade/measureCascade.ts';
import type { CascadeTree } from '../../../../engine/models/social/reports/socialQueries.ts';
import { drawTextLine } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { describeTickSpan, formatRoundNumber, formatTimeOfDay } from '../../../words/runClock.ts';
import { getSocialPart } from '../socialPart.ts';
import { type CascadePlot, getCascadeRowY, isRootPinnedLeft } from './cascade.ts';

const ROOT_LINE_HEIGHT = 18;
/** Least room left of the root for its text; with less it stands above the tree. */
const MIN_ROOM_LEFT_OF_ROOT = 190;
const MAX_ROOT_TEXT_WIDTH = 210;

const isRootTextLeft = (state: PageState, tree: CascadeTree): boolean =>
  convertTickToX(state.scale, tree.tick[0]) - 16 >= MIN_ROOM_LEFT_OF_ROOT;

/** Top of the tree: below the root's text if that stands above it. */
export function measureRootText(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  state: PageState,
  tree: CascadeTree,
): number {
  return isRootTextLeft(state, tree)
    ? 18
    : 24 + ROOT_LINE_HEIGHT * wrapTextAboveTree(ctx, inks, state, tree).length + 16;
}

/** Draws the root's text with its author, time and likes, next to the root or above the tree. */
export function drawRootText(
  ctx: CanvasRenderingContext2D,
  plot: CascadePlot,
  state: PageState,
  tree: CascadeTree,
): void {
  const { inks } = plot;
  const { names, config } = state.run!.info;
  const author = names[tree.author[0]];
  const since = isRootPinnedLeft(plot) ? ` (round ${formatRoundNumber(tree.tick[0])}, left of here)` : '';
  const by = `${author}, ${formatTimeOfDay(config, tree.tick[0])}${since}, ${formatNounCount(tree.likes[0], 'like')}`;
  if (isRootTextLeft(state, tree)) {
    const x = convertTickToX(plot.scale, tree.tick[0]) - 16;
    const lines = wrapRootText(ctx, inks, tree.text[0], Math.min(MAX_ROOT_TEXT_WIDTH, x - 8));
    const tall = lines.length * ROOT_LINE_HEIGHT;
    const middle = getCascadeRowY(plot, 0) - (lines.length + 1) * (ROOT_LINE_HEIGHT / 2) + 6;
    let y = Math.max(28, Math.min(middle, plot.bottom - tall));
    for (const line of lines) {
      drawTextLine(ctx, inks, line, x, y, { color: inks.ink, size: 13, align: 'right', halo: inks.bg });
      y += ROOT_LINE_HEIGHT;
    }
    drawTextLine(ctx, inks, by, x, y + 1, { color: inks.ink2, align: 'right', halo: inks.bg });
    return;
  }
  let y = 24;
  for (const line of wrapTextAboveTree(ctx, inks, state, tree)) {
    drawTextLine(ctx, inks, line, 8, y, { color: inks.ink, size: 13, halo: inks.bg });
    y += ROOT_LINE_HEIGHT;
  }
  drawTextLine(ctx, inks, by, 8, y - 2, { color: inks.ink2, halo: inks.bg });
}

/** At most two lines over the width up to the head. */
function wrapTextAboveTree(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  state: PageState,
  tree: CascadeTree,
): string[] {
  const room = Math.max(240, Math.min(state.plotWidth - 20, convertTickToX(state.scale, state.head) - 16));
  const lines = wrapRootText(ctx, inks, tree.text[0], room);
  return lines.length > 2 ? [lines[0], `${lines[1]}…`] : lines;
}

function wrapRootText(ctx: CanvasRenderingContext2D, inks: Inks, text: string, room: number): string[] {
  ctx.font = `420 13px ${inks.font}`;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ctx.measureText(longer).width > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

/** Least share of the posts for which "mostly" is said, and fewest posts of which anything is. */
const MOSTLY = 0.6;
const FEW_PEOPLE = 5;

/**
 * Shape of the spread: "mostly straight from the source: 109 of 130". Replies and reshares of the first post come
 * straight from it. Null if there are too few posts below it.
 */
export function describeSpread({ posts, postRootR }: CascadeMeasures): string | null {
  const below = posts - 1;
  if (postRootR === null || below < FEW_PEOPLE) return null;
  const passed = Math.round(postRootR * below);
  if (postRootR >= MOSTLY)
    return `mostly from person to person: ${formatGroupedInteger(passed)} of ${formatGroupedInteger(below)}`;
  const straight = `straight from the source: ${formatGroupedInteger(below - passed)} of ${formatGroupedInteger(below)}`;
  return postRootR <= 1 - MOSTLY ? `mostly ${straight}` : straight;
}

/** True if another cascade has more people than the one on the screen; the headline describes that one. */
export function isCascadeOutgrown(state: Pick<PageState, 'modelParts'>): boolean {
  const { tree, largest } = getSocialPart(state);
  return tree !== null && largest !== null && largest.root !== tree.root && largest.size > tree.measures.size;
}

/** "34 people in 37 posts about climate since round 2: 19 reshares, 17 replies; 4 deep, 24 wide." */
export function describeCascade(state: Pick<PageState, 'modelParts' | 'run' | 'selection'>): string {
  const { tree } = getSocialPart(state);
  if (!tree) return 'No post yet.';
  const m = tree.measures;
  const spread = describeSpread(m);
  const { range } = state.selection;
  const made = range && tree.tick.filter(tick => tick >= range[0] && tick <= range[1]).length;
  const when = range
    ? `; ${formatGroupedInteger(made ?? 0)} of the posts ${describeTickSpan(range, getCurrentModelWords(state).tick)}`
    : '';
  const outgrown = isCascadeOutgrown(state) ? '; not the largest' : '';
  return `${formatGroupedInteger(m.size)} people in ${formatGroupedInteger(m.posts)} posts about ${tree.topic}: ${formatGroupedInteger(m.reshares)} reshares, ${formatGroupedInteger(m.replies)} replies, seen by ${formatGroupedInteger(tree.exposure.seen)} others; ${formatGroupedInteger(m.depth)} deep, ${formatGroupedInteger(m.maxBreadth)} wide, structural virality ${m.structuralVirality.toFixed(1)}${spread === null ? '' : `; ${spread}`}${when}${outgrown}.`;
}
