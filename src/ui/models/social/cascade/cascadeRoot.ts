import type { CascadeTree } from '../../../../engine/models/social/reports/frame.ts';
import { write } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import { xOf } from '../../../charts/timeScale.ts';
import { counted } from '../../../lib/words.ts';
import type { PageState } from '../../../state/pageState.ts';
import { roundNumber, timeOfDay } from '../../../words/clock.ts';
import { type CascadePlot, isRootHeld, yOfRow } from './cascade.ts';
import { isOutgrown } from './cascadeSentence.ts';

const LINE = 18;
/** Least room left of the root for its text; with less it stands above the tree. */
const BESIDE = 190;
const LONGEST = 210;
const OUTGROWN = 'not the largest';

const isBeside = (state: PageState, tree: CascadeTree): boolean =>
  xOf(state.scale, tree.tick[0]) - 16 >= BESIDE;

/** Top of the tree: below the root's text where that stands above it. */
export function rootTextHeight(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  state: PageState,
  tree: CascadeTree,
): number {
  return isBeside(state, tree) ? 18 : 24 + LINE * above(ctx, inks, state, tree).length + 16;
}

/** The root's text with its author, time and likes: beside the root, or above the tree. */
export function drawRootText(
  ctx: CanvasRenderingContext2D,
  plot: CascadePlot,
  state: PageState,
  tree: CascadeTree,
): void {
  const { inks } = plot;
  const { names, config } = state.run!.info;
  const author = names[tree.author[0]];
  const since = isRootHeld(plot) ? ` (round ${roundNumber(tree.tick[0])}, left of here)` : '';
  const by = `${author}, ${timeOfDay(config, tree.tick[0])}${since}, ${counted(tree.likes[0], 'like')}`;
  const below = isOutgrown(state) ? [by, OUTGROWN] : [by];
  if (isBeside(state, tree)) {
    const x = xOf(plot.scale, tree.tick[0]) - 16;
    const lines = wrapped(ctx, inks, tree.text[0], Math.min(LONGEST, x - 8));
    const tall = (lines.length + below.length - 1) * LINE;
    const middle = yOfRow(plot, 0) - (lines.length + 1) * (LINE / 2) + 6;
    let y = Math.max(28, Math.min(middle, plot.bottom - tall));
    for (const line of lines) {
      write(ctx, inks, line, x, y, { color: inks.ink, size: 13, align: 'right', halo: inks.bg });
      y += LINE;
    }
    for (const line of below) {
      write(ctx, inks, line, x, y + 1, { color: inks.ink2, align: 'right', halo: inks.bg });
      y += LINE - 3;
    }
    return;
  }
  let y = 24;
  for (const line of above(ctx, inks, state, tree)) {
    write(ctx, inks, line, 8, y, { color: inks.ink, size: 13, halo: inks.bg });
    y += LINE;
  }
  write(ctx, inks, below.join('; '), 8, y - 2, { color: inks.ink2, halo: inks.bg });
}

/** At most two lines over the width up to the head. */
function above(ctx: CanvasRenderingContext2D, inks: Inks, state: PageState, tree: CascadeTree): string[] {
  const room = Math.max(240, Math.min(state.plotWidth - 20, xOf(state.scale, state.head) - 16));
  const lines = wrapped(ctx, inks, tree.text[0], room);
  return lines.length > 2 ? [lines[0], `${lines[1]}…`] : lines;
}

function wrapped(ctx: CanvasRenderingContext2D, inks: Inks, text: string, room: number): string[] {
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
