import type { Tick } from '../../../../engine/core/indices.ts';
import type {
  EntryPassage,
  MemoryTrace,
} from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { clipTextToWidth, drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import { escapeInvisibleText, formatGroupedInteger, pluralizeNoun } from '../../../lib/formatCounts.ts';
import { listLiveRuns, type MemoryRun } from './memoryLayout.ts';
import { getMemoryPlotEnd, type MemoryPlot } from './memoryPlot.ts';
import { getMemoryRunMiddle, selectVisibleLimits } from './room.ts';

const MEMORY_LINE_HEIGHT = 12.5;

/** Right of the head: the newest entries by name, and what has moved so far. */
export function drawMemoryLabels(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { width, wordsAt } = plot;
  if (width - wordsAt < 60) return;
  drawNewestEntries(ctx, plot);
  drawMoveCounts(ctx, plot);
}

function drawNewestEntries(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { layout, read, room, inks, wordsAt, width, trace, selected } = plot;
  const { paging } = selectVisibleLimits(trace, layout.working.most);
  const top = paging === null ? 52 : room.base - paging * room.working + 16;
  const fitting = Math.max(1, Math.floor((room.base - 4 - top) / MEMORY_LINE_HEIGHT) + 1);
  const newest = listLiveRuns(layout.working, read).slice(-fitting);
  const ys = spreadNameBaselines(newest, plot, top);
  newest.forEach((run, row) => {
    const y = ys[row];
    const isChosen = run.span.id === selected;
    ctx.font = `${isChosen ? 600 : 420} 11px ${inks.font}`;
    const name = clipTextToWidth(ctx, escapeInvisibleText(run.span.tag), width - wordsAt - 8);
    const color = isChosen ? inks.ink : inks.ink2;
    drawTextLine(ctx, inks, name, wordsAt, y, { color, weight: isChosen ? 600 : 420, halo: inks.bg });
    // Words about an earlier tick do not belong at the head.
    if (read !== trace.upTo) return;
    ctx.beginPath();
    ctx.moveTo(getMemoryPlotEnd(plot) + 3, getMemoryRunMiddle(room, run));
    ctx.lineTo(wordsAt - 4, y - 4);
    ctx.strokeStyle = inks.link;
    ctx.lineWidth = 1;
    ctx.stroke();
  });
}

/** Baselines of the names, the oldest first: next to their bands, a line apart, above the base line. */
function spreadNameBaselines(
  runs: readonly MemoryRun[],
  { room }: MemoryPlot,
  top: number,
): readonly number[] {
  let below = room.base + MEMORY_LINE_HEIGHT - 4;
  const up = runs.map(run => {
    below = Math.min(below - MEMORY_LINE_HEIGHT, getMemoryRunMiddle(room, run) + 4);
    return below;
  });
  let above = top - MEMORY_LINE_HEIGHT;
  return up
    .reverse()
    .map(y => {
      above = Math.max(above + MEMORY_LINE_HEIGHT, y);
      return above;
    })
    .reverse();
}

/** Counts of moves of each kind up to a tick, in words. Rare kinds are listed only if there are any. */
export function countMovesUpTo(
  { moves, lost }: Pick<MemoryTrace, 'moves' | 'lost'>,
  tick: Tick,
): readonly {
  readonly cause: EntryPassage['cause'] | null;
  readonly count: number;
  readonly words: string;
}[] {
  const counts = new Map<EntryPassage['cause'], number>();
  for (const move of moves) if (move.tick <= tick) counts.set(move.cause, (counts.get(move.cause) ?? 0) + 1);
  const line = (cause: EntryPassage['cause'], words: string) => ({
    cause,
    count: counts.get(cause) ?? 0,
    words,
  });
  const gone = lost.filter(when => when <= tick).length;
  return [
    line('paging', 'moved out by paging'),
    line('load', 'copied back by a load'),
    line('hard_limit', 'moved at the hard limit'),
    ...[line('save', 'copied by a save'), line('displaced', 'displaced')].filter(({ count }) => count > 0),
    { cause: null, count: gone, words: `${pluralizeNoun(gone, 'entry', 'entries')} lost` },
  ];
}

function drawMoveCounts(ctx: CanvasRenderingContext2D, plot: MemoryPlot): void {
  const { trace, read, room, inks, wordsAt, width, height, hues } = plot;
  let y = room.hang + 16;
  for (const { cause, count, words } of countMovesUpTo(trace, read)) {
    if (cause === null) y += 6;
    if (y > height - 4) return;
    const number = formatGroupedInteger(count);
    const x = wordsAt + (cause === null ? 0 : 13);
    if (cause !== null) drawDisc(ctx, wordsAt + 4, y - 4, 4, hues[cause], null);
    drawTextLine(ctx, inks, number, x, y, { color: inks.ink, weight: 600, halo: inks.bg });
    const left = x + ctx.measureText(`${number} `).width;
    ctx.font = `420 11px ${inks.font}`;
    drawTextLine(ctx, inks, clipTextToWidth(ctx, words, width - left - 4), left, y, {
      color: inks.ink2,
      halo: inks.bg,
    });
    y += 16;
  }
}
