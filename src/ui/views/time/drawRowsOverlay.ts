import type { Tick } from '../../../engine/core/indices.ts';
import { clipTextToWidth, drawTextLine } from '../../charts/canvas.ts';
import { TIMELINE_ROW_HEIGHT, type TimelinesPlot } from '../../charts/drawTimelines.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import { abbreviateFirstName } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { RowMark } from '../../model/modelAppearance.ts';
import { getStateAtTick } from '../../run/histories.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { forgetFits, getCachedFit } from './fitCachedText.ts';
import { getCachedMarks } from './marks.ts';
import { getRowEndLeft, hasRowEnds } from './TimelineTools.tsx';

/** Everything above the bars: names, rings, the state at the shown round, selection and dimming. */
interface RowsOver {
  readonly state: PageState;
  readonly run: RunState;
  readonly agents: readonly number[];
  readonly plot: TimelinesPlot;
  readonly gutter: number;
  readonly width: number;
  readonly inks: Inks;
  readonly small: boolean;
}

/** Space for a state's name at the right of the head, pixels. */
const STATE_ROOM = 74;

/** Draws over the rows; the origin is the plot's upper left corner. */
export function drawRowsOverlay(ctx: CanvasRenderingContext2D, over: RowsOver): void {
  const { state, run, agents, plot, gutter, inks } = over;
  ctx.translate(-gutter, 0);
  const marks = getCachedMarks(state);
  const look = getCurrentAppearance(state);
  const { ends, findLastTick } = look.timelines;
  const hasEnds = hasRowEnds(state);
  const rings = look.timelines.marks(state, agents);
  const hovered = state.selection.hover?.kind === 'agent' ? state.selection.hover.agent : -1;
  const right = hasEnds
    ? gutter + getRowEndLeft(state)
    : gutter +
      Math.min(convertTickToX(plot.scale, state.head) + plot.scale.pixels / 2 + 22, plot.width - STATE_ROOM);
  clearRowEnds(ctx, over, right);
  agents.forEach((agent, row) => {
    const y = row * TIMELINE_ROW_HEIGHT;
    const strong = agent === marks.strong;
    const lit = marks.dim && marks.agents.has(agent);
    const last = findLastTick?.(state, agent) ?? null;
    if (last !== null) clearAfterTick(ctx, over, last, y);
    if (strong || agent === hovered) highlightTimelineRow(ctx, over, y, strong);
    if (marks.dim && !lit) veilTimelineRow(ctx, over, y);
    const alpha = marks.dim && !lit ? 0.5 : 1;
    ctx.globalAlpha = alpha;
    if (plot.fills) drawGroupSwatch(ctx, plot.fills[row], y);
    const pin = state.pinned.includes(agent) ? '⌃ ' : '';
    const end = ends?.describe(state, run, agent);
    const name = fitRowName(ctx, over, agent, pin);
    drawTextLine(ctx, inks, name, 16, y + 10, {
      color: end?.isWaiting ? inks.ink3 : strong || lit || row === 0 ? inks.ink : inks.ink2,
      weight: strong || lit ? 600 : 420,
    });
    const most = hasEnds ? right - 14 : gutter + plot.width;
    for (const ring of rings.get(agent) ?? []) drawRowRing(ctx, over, ring, row, most);
    const history = plot.rows[row];
    if (end) ends?.draw(ctx, end, { ...over, x: right, y: y + 10, isStrong: strong });
    if (!end?.words && history && run.columns.has(getViewedTick(state))) {
      const at = getStateAtTick(run.histories.get(agent)!, getViewedTick(state), plot.initial);
      const word = look.states.short(run.info.chart.states[at]);
      drawTextLine(ctx, inks, word, right, y + 10, { color: lit ? inks.ink2 : inks.ink3, halo: inks.bg });
    }
    ctx.globalAlpha = 1;
  });
}

/** The colour of an agent's group before its name: a state that is a thin line hardly shows it. */
function drawGroupSwatch(ctx: CanvasRenderingContext2D, fill: string, y: number): void {
  ctx.fillStyle = fill;
  ctx.fillRect(6, y + 2, 5, TIMELINE_ROW_HEIGHT - 4);
}

/** Nothing is known of a row after its last tick. */
function clearAfterTick(
  ctx: CanvasRenderingContext2D,
  { plot, gutter, inks }: RowsOver,
  tick: Tick,
  y: number,
): void {
  const x = Math.max(0, convertTickToX(plot.scale, tick) + plot.scale.pixels / 2);
  ctx.fillStyle = inks.bg;
  ctx.fillRect(gutter + x, y, Math.max(0, plot.width - x), TIMELINE_ROW_HEIGHT);
}

/** Clears the words' area, so that bars of a manually moved window do not run into them. */
function clearRowEnds(
  ctx: CanvasRenderingContext2D,
  { state, plot, gutter, agents, width, inks }: RowsOver,
  x: number,
) {
  if (gutter + convertTickToX(plot.scale, state.head) + plot.scale.pixels / 2 < x - 8) return;
  ctx.fillStyle = inks.bg;
  ctx.fillRect(x - 8, 0, width - x + 8, agents.length * TIMELINE_ROW_HEIGHT);
}

function drawRowRing(
  ctx: CanvasRenderingContext2D,
  { plot, gutter, inks }: RowsOver,
  ring: RowMark,
  row: number,
  most: number,
): void {
  const [x, y] = [convertTickToX(plot.scale, ring.tick), row * TIMELINE_ROW_HEIGHT + TIMELINE_ROW_HEIGHT / 2];
  if (x < 0 || gutter + x > most) return;
  ctx.beginPath();
  ctx.arc(gutter + x, y, 4, 0, 2 * Math.PI);
  ctx.strokeStyle = inks.bg;
  ctx.lineWidth = 3.2;
  ctx.stroke();
  ctx.fillStyle = ring.state === null ? inks.bg : (plot.fills?.[row] ?? inks.states[ring.state] ?? inks.ink);
  ctx.fill();
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 1.3;
  ctx.stroke();
}

/** A translucent band over the bars, which stay readable. */
function highlightTimelineRow(
  ctx: CanvasRenderingContext2D,
  { width, inks }: RowsOver,
  y: number,
  strong: boolean,
): void {
  ctx.globalAlpha = strong ? 0.1 : 0.06;
  ctx.fillStyle = inks.ink;
  ctx.fillRect(0, y, width, TIMELINE_ROW_HEIGHT);
  ctx.globalAlpha = 1;
  if (strong) ctx.fillRect(0, y, 2, TIMELINE_ROW_HEIGHT);
}

function veilTimelineRow(ctx: CanvasRenderingContext2D, { plot, gutter, inks }: RowsOver, y: number): void {
  ctx.globalAlpha = 0.68;
  ctx.fillStyle = inks.bg;
  ctx.fillRect(gutter, y, plot.width, TIMELINE_ROW_HEIGHT);
  ctx.globalAlpha = 1;
}

/** A name as it fits, with an initial for a person; another run has other names to distinguish from. */
function fitRowName(
  ctx: CanvasRenderingContext2D,
  { state, run, gutter, inks }: RowsOver,
  agent: number,
  pin: string,
): string {
  const { names } = run.info;
  if (names !== named) forgetFits();
  named = names;
  const [name, room] = [names[agent], gutter - 24];
  return getCachedFit(ctx, inks, `${room} ${pin}${name}`, () => {
    const cut = getCurrentAppearance(state).timelines.nameIn;
    if (cut) return cut(ctx, names, agent, pin, room);
    const isPerson = /^[^\s\d_]+ [^\s\d_]+$/.test(name);
    const text = clipTextToWidth(ctx, pin + name, room, length => (isPerson ? 0 : length >> 1));
    return isPerson && text !== pin + name
      ? clipTextToWidth(ctx, pin + abbreviateFirstName(name), room)
      : text;
  });
}

/** Names that fitted ones must stay distinguishable from. */
let named: readonly string[] | null = null;
