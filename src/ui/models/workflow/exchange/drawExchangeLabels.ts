import type { Tick } from '../../../../engine/core/indices.ts';
import type { ExchangeRow } from '../../../../engine/models/workflow/reports/workflowDetail.ts';
import { clipTextToWidth, drawTextLine } from '../../../charts/canvas.ts';
import type { Inks } from '../../../charts/inks.ts';
import type { TimeScale } from '../../../charts/timeScale.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { computeProfit } from './exchangeWords.ts';

interface ExchangeLabel {
  readonly names: readonly string[];
  readonly gutter: number;
  /** Width of the whole view. */
  readonly width: number;
}

/** Distances from the right edge at which balances, what was made by selling, and its bars end, pixels. */
const EXCHANGE_COLUMN_OFFSETS = { balance: 14, profit: 58, bars: 96 };
/** Width of the longest bars to both sides, pixels. */
const BARS = 90;

/** Names in the gutter; at the right what was made by selling, as a bar and a number, and the balance. The origin is the view's left edge and the rows' top. */
export function drawExchangeLabels(
  ctx: CanvasRenderingContext2D,
  plot: ExchangePlot,
  { names, gutter, width }: ExchangeLabel,
): void {
  const { inks, rows, agents, strong, hovered, pitch } = plot;
  const left = gutter + plot.wordsAt + 4;
  const bars = computeBalanceBars(
    plot,
    Math.max(left, width - EXCHANGE_COLUMN_OFFSETS.bars - BARS),
    width - EXCHANGE_COLUMN_OFFSETS.bars,
  );
  agents.forEach((agent, position) => {
    const row = rows[position];
    const y = getExchangeRowY(plot, position);
    const isStrong = agent === strong;
    if (isStrong || agent === hovered) highlightExchangeRow(ctx, plot, y - pitch / 2, width, isStrong);
    const color = isStrong || agent === hovered ? inks.ink : position === 0 ? inks.ink : inks.ink2;
    ctx.font = `600 11px ${inks.font}`;
    const name = clipTextToWidth(ctx, names[agent] ?? '', gutter - 24);
    drawTextLine(ctx, inks, name, 16, y + 4, { color, weight: isStrong ? 600 : 420 });
    if (!row) return;
    const profit = computeProfit(row);
    drawTextLine(ctx, inks, formatGroupedInteger(profit), width - EXCHANGE_COLUMN_OFFSETS.profit, y + 4, {
      color: inks.ink,
      weight: 600,
      align: 'right',
    });
    drawTextLine(
      ctx,
      inks,
      formatGroupedInteger(row.balance),
      width - EXCHANGE_COLUMN_OFFSETS.balance,
      y + 4,
      {
        color: inks.ink3,
        weight: 420,
        align: 'right',
      },
    );
    if (!bars) return;
    ctx.fillStyle = isStrong ? inks.ink2 : inks.hairStrong;
    const x = bars.zero + profit * bars.scale;
    ctx.fillRect(Math.min(x, bars.zero), y - 3, Math.abs(x - bars.zero), 6);
    ctx.fillStyle = inks.ink3;
    ctx.fillRect(bars.zero, y - 6, 1, 12);
  });
}

interface Bars {
  /** Start of a bar, pixels. */
  readonly zero: number;
  /** Pixels per scrip. */
  readonly scale: number;
}

/** One scale for all rows, so that the longest bar to either side fits; null if there is no room. */
function computeBalanceBars({ rows }: ExchangePlot, left: number, right: number): Bars | null {
  const room = right - left;
  if (room < 24) return null;
  const made = rows.map(row => (row ? computeProfit(row) : 0));
  const [low, high] = [Math.min(0, ...made), Math.max(0, ...made)];
  const scale = high > low ? Math.min(1, room / (high - low)) : 0;
  return { zero: Math.round(right - high * scale), scale };
}

/** Highlights the row of the agent in the inspector, and that under the pointer. */
function highlightExchangeRow(
  ctx: CanvasRenderingContext2D,
  { inks, pitch }: ExchangePlot,
  y: number,
  width: number,
  isStrong: boolean,
): void {
  ctx.fillStyle = inks.ink;
  ctx.globalAlpha = isStrong ? 0.08 : 0.05;
  ctx.fillRect(0, y, width, pitch);
  ctx.globalAlpha = 1;
  if (isStrong) ctx.fillRect(0, y, 2, pitch);
}

/** Artifacts made, sold and bought, row by row over time, as drawn and hit. */
export interface ExchangePlot {
  /** Agents on the rows, top first, and the facts about them. */
  readonly agents: readonly number[];
  readonly rows: readonly (ExchangeRow | undefined)[];
  /** True if an agent without a row comes above them in their order. */
  isAbove(agent: number): boolean;
  readonly scale: TimeScale;
  /** Width of the plot, without the gutter; rows begin at its upper edge. */
  readonly width: number;
  /** Height of all rows, and of one, pixels. */
  readonly height: number;
  readonly pitch: number;
  /** The last tick that is over. */
  readonly head: Tick;
  /** Left edge of the columns at the right, pixels from the plot's left edge. */
  readonly wordsAt: number;
  /** Lowest and highest price that an artifact can have, scrip. */
  readonly prices: readonly [low: number, high: number];
  /** The agent in the inspector, the row under pointer or keyboard; −1 for none. */
  readonly selected: number;
  /** The same, or the agent looked at while none is selected; its row is marked. */
  readonly strong: number;
  readonly hovered: number;
  /** The artifact under the pointer; −1 for none. */
  readonly active: number;
  readonly hues: { readonly made: string; readonly broken: string; readonly sold: string };
  readonly inks: Inks;
}

/** Largest and smallest distance between two rows, pixels. */
const EXCHANGE_ROW_PITCH = { most: 40, least: 18 };

/** Rows that fit, and their distance. */
export function computeRowsThatFit(
  height: number,
  agents: number,
): { readonly count: number; readonly pitch: number } {
  const count = Math.max(0, Math.min(agents, Math.floor(height / EXCHANGE_ROW_PITCH.least)));
  const pitch =
    count === 0 ? EXCHANGE_ROW_PITCH.most : Math.min(EXCHANGE_ROW_PITCH.most, Math.floor(height / count));
  return { count, pitch };
}

/** Middle of a row. */
export const getExchangeRowY = ({ pitch }: Pick<ExchangePlot, 'pitch'>, row: number): number =>
  Math.round(row * pitch + pitch / 2);

/** Right end of the drawing over time. */
export const getExchangePlotEnd = ({ wordsAt }: Pick<ExchangePlot, 'wordsAt'>): number => wordsAt - 10;
