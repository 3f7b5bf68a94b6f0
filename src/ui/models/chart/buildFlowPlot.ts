import { convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getViewedTick } from '../../state/viewState.ts';

/** Most rows: the transitions that were taken most often. */
const MOST_ROWS = 14;
/** Pixels above the rows, for the title and the choice of views, and on both sides of a name in the gutter. */
const FLOW_TOP = 60;
const MARGINS = 22;
/** Height of a line of words, and the least row that has room for two. */
const FLOW_LINE_HEIGHT = 14;
const TWO_LINES = 32;

/** A row: a transition, and how many took it in each tick. */
interface FlowRow {
  readonly transition: number;
  readonly label: string;
  /** Its two ends, if several transitions share a label. */
  readonly ends: string | null;
  /** Distinguishes it from all others in one line: its label, its ends, or both. */
  readonly line: string;
  readonly ink: string;
}

/** Input of the drawing. */
interface FlowPlot {
  readonly rows: readonly FlowRow[];
  /** Transitions that had no room. */
  readonly more: number;
  readonly pitch: number;
  /** Pixels that a row's name has. */
  readonly room: number;
  /** Flow whose bar fills a row. */
  readonly most: number;
  readonly scale: TimeScale;
  readonly from: number;
  readonly to: number;
  /** The tick whose numbers are shown. */
  readonly read: number;
  readonly ink: string;
  readonly faint: string;
  readonly hair: string;
  readonly font: string;
  flow(tick: number, transition: number): number;
}

/** "date → time" */
export const formatTransitionEnds = ({
  source,
  target,
}: {
  readonly source: string;
  readonly target: string;
}): string => `${source === '*' ? 'any state' : source} → ${target}`;

/** Names of the rows. @param names @param ways of all transitions */
function getFlowRowNames(names: readonly string[], ways: readonly string[], at: number) {
  const [label, ends] = [names[at], ways[at]];
  if (occursOnce(names, label)) return { label, ends: null, line: label };
  return { label, ends, line: occursOnce(ways, ends) ? ends : `${label}: ${ends}` };
}

const occursOnce = (all: readonly string[], one: string): boolean =>
  all.indexOf(one) === all.lastIndexOf(one);

/** Rows in the chart's order; if there are too many, the most used ones. */
export function buildFlowPlot({ state, run, inks, height, gutter }: ChartFrame): FlowPlot {
  const { transitions, states } = run.info.chart;
  const { columns } = run;
  const { scale, plotWidth, head } = state;
  const from = Math.max(columns.first, Math.floor(scale.from));
  const to = Math.min(head, Math.ceil(scale.from + plotWidth / scale.pixels));
  const sums = transitions.map(() => 0);
  let most = 1;
  for (let tick = from; tick <= to; tick++)
    for (let i = 0; i < transitions.length; i++) {
      const flow = columns.flow(tick, i);
      sums[i] += flow;
      most = Math.max(most, flow);
    }
  const shown = [...sums.keys()].filter(i => !transitions[i].isRest || sums[i] > 0);
  const kept = shown.sort((a, b) => sums[b] - sums[a] || a - b).slice(0, MOST_ROWS);
  const more = shown.length - kept.length;
  const names = transitions.map(({ trigger }) => trigger);
  const ways = transitions.map(formatTransitionEnds);
  const rows = kept
    .sort((a, b) => a - b)
    .map(transition => ({
      transition,
      ...getFlowRowNames(names, ways, transition),
      ink: inks.states[states.indexOf(transitions[transition].target)] ?? inks.ink,
    }));
  return {
    rows,
    more,
    room: gutter - MARGINS,
    pitch: (height - FLOW_TOP - (more > 0 ? FLOW_LINE_HEIGHT : 0)) / Math.max(1, rows.length),
    most,
    scale,
    from,
    to,
    read: getViewedTick(state),
    ink: inks.ink,
    faint: inks.ink3,
    hair: inks.hairStrong,
    font: inks.font,
    flow: (tick, transition) => columns.flow(tick, transition),
  };
}

/** A bar for each tick in which somebody took the transition, about the row's middle; its name at the left, the number of the tick that is read at the right. */
export function drawFlowPlot(ctx: CanvasRenderingContext2D, plot: FlowPlot): void {
  const { rows, pitch, most, scale, from, to, read } = plot;
  const width = Math.max(1, scale.pixels - (scale.pixels > 3 ? 1 : 0));
  for (const [row, { transition, ink, label, ends, line }] of rows.entries()) {
    const y = FLOW_TOP + (row + 0.5) * pitch;
    ctx.fillStyle = plot.hair;
    ctx.fillRect(0, y - 0.25, Math.max(0, convertTickToX(scale, to)), 0.5);
    ctx.fillStyle = ink;
    for (let tick = from; tick <= to; tick++) {
      const flow = plot.flow(tick, transition);
      if (flow === 0) continue;
      const height = Math.max(2, (flow / most) * pitch * 0.86);
      ctx.fillRect(convertTickToX(scale, tick) - width / 2, y - height / 2, width, height);
    }
    ctx.fillStyle = plot.ink;
    ctx.font = `420 11px ${plot.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    const isTall = pitch >= TWO_LINES;
    const up = ends !== null && isTall ? FLOW_LINE_HEIGHT / 2 : 0;
    ctx.fillText(fitFlowName(ctx, isTall ? label : line, plot.room), -10, y - up);
    if (up > 0) {
      ctx.fillStyle = plot.faint;
      ctx.fillText(fitFlowName(ctx, ends!, plot.room), -10, y + up);
      ctx.fillStyle = plot.ink;
    }
    if (read < from || read > to) continue;
    ctx.font = `600 11px ${plot.font}`;
    ctx.textAlign = 'left';
    ctx.fillText(String(plot.flow(read, transition)), convertTickToX(scale, to) + 26, y);
  }
  if (plot.more === 0) return;
  ctx.fillStyle = plot.faint;
  ctx.font = `420 11px ${plot.font}`;
  ctx.textAlign = 'right';
  ctx.fillText(`and ${plot.more} more`, -10, FLOW_TOP + rows.length * pitch + FLOW_LINE_HEIGHT / 2);
}

/** A name that fits into so many pixels. */
function fitFlowName(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > room) length--;
  return `${text.slice(0, length)}…`;
}
