import type { Tick } from '../../../../engine/core/indices.ts';
import type { MemoryTrace, Move } from '../../../../engine/models/librarian/reports/detail.ts';
import { clipped, disc, write } from '../../../charts/canvas.ts';
import { escapeInvisibleText, grouped, noun } from '../../../lib/words.ts';
import { liveAt, type MemoryRun } from './layout.ts';
import { endOf, type MemoryPlot } from './plot.ts';
import { limitsShown, middleOf } from './room.ts';

const LINE = 12.5;

/** Right of the head: the newest entries by name, and what has moved so far. */
export function drawBeside(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { width, wordsAt } = plot;
  if (width - wordsAt < 60) return;
  drawNewest(ctx, plot);
  drawCounts(ctx, plot);
}

function drawNewest(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { layout, read, room, inks, wordsAt, width, trace, selected } = plot;
  const { paging } = limitsShown(trace, layout.working.most);
  const top = paging === null ? 52 : room.base - paging * room.working + 16;
  const fitting = Math.max(1, Math.floor((room.base - 4 - top) / LINE) + 1);
  const newest = liveAt(layout.working, read).slice(-fitting);
  const ys = spread(newest, plot, top);
  newest.forEach((run, row) => {
    const y = ys[row];
    const isChosen = run.span.id === selected;
    ctx.font = `${isChosen ? 600 : 420} 11px ${inks.font}`;
    const name = clipped(ctx, escapeInvisibleText(run.span.tag), width - wordsAt - 8);
    const color = isChosen ? inks.ink : inks.ink2;
    write(ctx, inks, name, wordsAt, y, { color, weight: isChosen ? 600 : 420, halo: inks.bg });
    // Words about an earlier tick do not belong at the head.
    if (read !== trace.upTo) return;
    ctx.beginPath();
    ctx.moveTo(endOf(plot) + 3, middleOf(room, run));
    ctx.lineTo(wordsAt - 4, y - 4);
    ctx.strokeStyle = inks.link;
    ctx.lineWidth = 1;
    ctx.stroke();
  });
}

/** Base lines of the names, the oldest first: beside their bands, a line apart, above the base line. */
function spread(runs: readonly MemoryRun[], { room }: MemoryPlot, top: number): readonly number[] {
  let below = room.base + LINE - 4;
  const up = runs.map(run => {
    below = Math.min(below - LINE, middleOf(room, run) + 4);
    return below;
  });
  let above = top - LINE;
  return up
    .reverse()
    .map(y => {
      above = Math.max(above + LINE, y);
      return above;
    })
    .reverse();
}

/**
 * Counts of moves of each kind up to a tick, in words: those that every run has, and the others where there
 * are any.
 */
export function countsUpTo(
  { moves, lost }: Pick<MemoryTrace, 'moves' | 'lost'>,
  tick: Tick,
): readonly { readonly cause: Move['cause'] | null; readonly count: number; readonly words: string }[] {
  const counts = new Map<Move['cause'], number>();
  for (const move of moves) if (move.tick <= tick) counts.set(move.cause, (counts.get(move.cause) ?? 0) + 1);
  const line = (cause: Move['cause'], words: string) => ({ cause, count: counts.get(cause) ?? 0, words });
  const gone = lost.filter(when => when <= tick).length;
  return [
    line('paging', 'moved out by paging'),
    line('load', 'copied back by a load'),
    line('hard_limit', 'moved at the hard limit'),
    ...[line('save', 'copied by a save'), line('displaced', 'displaced')].filter(({ count }) => count > 0),
    { cause: null, count: gone, words: `${noun(gone, 'entry', 'entries')} lost` },
  ];
}

function drawCounts(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { trace, read, room, inks, wordsAt, width, height, hues } = plot;
  let y = room.hang + 16;
  for (const { cause, count, words } of countsUpTo(trace, read)) {
    if (cause === null) y += 6;
    if (y > height - 4) return;
    const number = grouped(count);
    const x = wordsAt + (cause === null ? 0 : 13);
    if (cause !== null) disc(ctx, wordsAt + 4, y - 4, 4, hues[cause], null);
    write(ctx, inks, number, x, y, { color: inks.ink, weight: 600, halo: inks.bg });
    const left = x + ctx.measureText(`${number} `).width;
    ctx.font = `420 11px ${inks.font}`;
    write(ctx, inks, clipped(ctx, words, width - left - 4), left, y, { color: inks.ink2, halo: inks.bg });
    y += 16;
  }
}
