import { clipTextToWidth, drawTextLine } from '../../charts/canvas.ts';
import { TIMELINE_ROW_HEIGHT, type TimelinesPlot } from '../../charts/drawTimelines.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import { abbreviateFirstName } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { RowEnd, RowMark } from '../../model/modelAppearance.ts';
import { getStateAtTick } from '../../run/histories.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getCachedMarks } from './marks.ts';
import { getRowEndLeft, selectFittingNumbers } from './TimelineTools.tsx';

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
  const hasEnds = look.timelines.columns(state).length > 0;
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
    if (strong || agent === hovered) highlightTimelineRow(ctx, over, y, strong);
    if (marks.dim && !lit) veilTimelineRow(ctx, over, y);
    const alpha = marks.dim && !lit ? 0.5 : 1;
    ctx.globalAlpha = alpha;
    if (plot.fills) drawGroupSwatch(ctx, plot.fills[row], y);
    const pin = state.pinned.includes(agent) ? '⌃ ' : '';
    const end = look.timelines.end(state, run, agent);
    const name = fitRowName(ctx, over, agent, pin);
    drawTextLine(ctx, inks, name, 16, y + 10, {
      color: end?.isWaiting ? inks.ink3 : strong || lit || row === 0 ? inks.ink : inks.ink2,
      weight: strong || lit ? 600 : 420,
    });
    const most = hasEnds ? right - 14 : gutter + plot.width;
    for (const ring of rings.get(agent) ?? []) drawRowRing(ctx, over, ring, row, most);
    const history = plot.rows[row];
    if (end) drawRowEnd(ctx, over, end, right, y + 10, strong);
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

/** Columns of numbers at the right edge: distance of each one's right end from it, and room for its digits. */
const NUMBER_COLUMN = { width: 58, edge: 12, digits: 28 };

/** Least room for the strong words of an end, pixels. */
const STRONG = 40;

/** A row's outcome or progress: words, then numbers at the right edge. */
function drawRowEnd(
  ctx: CanvasRenderingContext2D,
  { state, inks, width }: RowsOver,
  end: RowEnd,
  x: number,
  y: number,
  strong: boolean,
): void {
  const numbers = selectFittingNumbers(state, end.numbers);
  const columns = selectFittingNumbers(
    state,
    getCurrentAppearance(state).timelines.columns(state).slice(1),
  ).length;
  const color = end.isWaiting ? inks.ink3 : strong ? inks.ink : inks.ink2;
  const left = width - NUMBER_COLUMN.edge - NUMBER_COLUMN.width * (columns - 1) - NUMBER_COLUMN.digits;
  ctx.font = `420 11px ${inks.font}`;
  const at = x + ctx.measureText(end.words).width;
  // A word or two of it fit, or nothing.
  const hasStrong = end.strong !== '' && left - at >= STRONG;
  const words = hasStrong ? end.words : fitCachedText(ctx, inks, end.words.replace(/: $/, ''), left - x);
  drawTextLine(ctx, inks, words, x, y, { color });
  if (hasStrong)
    drawTextLine(ctx, inks, fitCachedText(ctx, inks, end.strong, left - at), at, y, {
      color: inks.ink,
      weight: 560,
    });
  if (end.boxes) drawRowEndBoxes(ctx, inks, end.boxes, [x + BOX.from, left - BOX.pitch], y);
  numbers.forEach((number, column) => {
    const right = width - NUMBER_COLUMN.edge - NUMBER_COLUMN.width * (numbers.length - 1 - column);
    drawTextLine(ctx, inks, number, right, y, { color, align: 'right' });
  });
}

/** Boxes at the end of a row: their distance from its words, and from each other; less if they are many. */
const BOX = { from: 58, pitch: 9, least: 4, width: 7, height: 8 };

/** Draws the boxes, only the last ones if there is no room for all. */
function drawRowEndBoxes(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  boxes: readonly boolean[],
  [from, to]: readonly [from: number, to: number],
  y: number,
): void {
  const pitch = Math.max(BOX.least, Math.min(BOX.pitch, (to - from) / Math.max(1, boxes.length)));
  const fitting = Math.max(0, Math.floor((to - from) / pitch));
  const width = Math.min(BOX.width, pitch - 1);
  ctx.lineWidth = 1;
  boxes.slice(boxes.length - Math.min(fitting, boxes.length)).forEach((isFilled, position) => {
    ctx.beginPath();
    ctx.roundRect(
      from + position * pitch + 0.5,
      y - 7.5,
      width - 1,
      BOX.height - 1,
      Math.min(1.5, width / 6),
    );
    ctx.strokeStyle = isFilled ? inks.ink2 : inks.ink3;
    ctx.fillStyle = inks.ink2;
    if (isFilled) ctx.fill();
    ctx.stroke();
  });
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
  if (names !== named) widths.clear();
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

/** A text that fits. */
const fitCachedText = (ctx: CanvasRenderingContext2D, inks: Inks, text: string, room: number): string =>
  getCachedFit(ctx, inks, `${room}|${text}`, () => clipTextToWidth(ctx, text, room));

const widths = new Map<string, string>();
/** Names that those in `widths` must stay distinguishable from. */
let named: readonly string[] | null = null;

/** The fitted text, measured once for each text and room. */
function getCachedFit(ctx: CanvasRenderingContext2D, inks: Inks, key: string, fitting: () => string): string {
  const found = widths.get(key);
  if (found !== undefined) return found;
  ctx.font = `600 11px ${inks.font}`;
  const text = fitting();
  if (widths.size > 4000) widths.clear();
  widths.set(key, text);
  return text;
}
