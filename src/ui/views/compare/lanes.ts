import type { Differences } from '../../../workers/protocol/api.ts';
import { clipTextToWidth, drawTextLine } from '../../charts/canvas.ts';
import { iterateTickBins } from '../../charts/distribution.ts';
import { drawTimelines, TIMELINE_ROW_HEIGHT, type TimelinesPlot } from '../../charts/drawTimelines.ts';
import type { Inks } from '../../charts/inks.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import { getStateAtTick } from '../../run/histories.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { getHeadLabelLeft } from '../time/TimelineTools.tsx';
import { describeParting, getPartingContext } from './describeParting.ts';
import { getLastCommonTick, getPairSides } from './sides.ts';

/** Height of an agent's two lanes, pixels. */
export const LANES = 2 * TIMELINE_ROW_HEIGHT + 5;
/** Height above the rows, for the bars of how many are elsewhere, pixels. */
export const ABOVE = 24;

/** A row of the view. */
interface LaneRow {
  readonly parting: Differences['partings'][number];
  /** Its number in both runs. */
  readonly agent: number;
}

/** The lanes of one run. */
interface Lane extends TimelinesPlot {
  /** The run's states. */
  readonly names: readonly string[];
}

interface LanesPlot {
  readonly rows: readonly LaneRow[];
  /** Lanes of A and B. */
  readonly a: Lane;
  readonly b: Lane;
  readonly active: number;
}

/** The rows as plain data; null unless there are two runs. */
export function buildLanesPlot(
  { state, inks }: ChartFrame,
  rows: readonly LaneRow[],
  active: number,
): LanesPlot | null {
  const sides = getPairSides(state);
  if (sides === null) return null;
  const lane = (run: RunState): Lane => ({
    ...buildLaneTimelines(run, state, inks),
    rows: rows.map(({ agent }) => run.histories.get(agent)),
  });
  return { rows, a: lane(sides.a.run), b: lane(sides.b.run), active };
}

/** A state of both runs looks the same in both, at any place of its chart. */
function buildLaneTimelines(run: RunState, state: PageState, inks: Inks): Omit<Lane, 'rows'> {
  const { states: names, initial } = run.info.chart;
  const own = state.run?.info.chart.states ?? names;
  const look = getCurrentAppearance(state).states;
  let others = own.length;
  const heightOf = (name: string): number => {
    const at = own.includes(name) ? own.indexOf(name) : others++;
    return look.heights[name] ?? look.heightAt?.(at) ?? (at === 0 ? 1 : 5);
  };
  return {
    names,
    first: run.columns.first,
    head: Math.min(run.columns.head, getLastCommonTick(state)),
    initial: names.indexOf(initial),
    heights: names.map(heightOf),
    scale: state.scale,
    width: state.plotWidth,
    inks: createInksForStates(inks, own, names),
  };
}

/** Draws how many are elsewhere, then the rows; the origin is the plot's upper left corner. */
export function drawPairLanes(ctx: CanvasRenderingContext2D, plot: LanesPlot, frame: ChartFrame): void {
  const { state, inks, gutter, width } = frame;
  drawElsewhereBars(ctx, frame);
  const right = getHeadLabelLeft(state);
  const context = getPartingContext(state);
  const chosen = getInspectedAgent(state.selection);
  for (const [i, row] of plot.rows.entries()) {
    const y = ABOVE + i * LANES;
    ctx.save();
    ctx.translate(0, y);
    if (row.agent === chosen || i === plot.active) {
      ctx.globalAlpha = row.agent === chosen ? 0.1 : 0.05;
      ctx.fillStyle = inks.ink;
      ctx.fillRect(-gutter, 0, width, LANES);
      ctx.globalAlpha = 1;
    }
    drawLanePair(ctx, plot, i, right);
    ctx.fillStyle = inks.hair;
    ctx.fillRect(-gutter, LANES - 1, width, 1);
    const round = formatRoundNumber(row.parting.tick);
    drawTextLine(ctx, inks, round, -12, 18, { color: inks.ink2, align: 'right' });
    ctx.font = `600 11px ${inks.font}`;
    const name = clipTextToWidth(
      ctx,
      context?.nameOf(row.parting.agent_id) ?? row.parting.agent_id,
      gutter - 52,
    );
    drawTextLine(ctx, inks, name, 16 - gutter, 18, {
      color: inks.ink,
      weight: row.agent === chosen ? 600 : 500,
    });
    if (context !== null) {
      ctx.font = `420 11px ${inks.font}`;
      const words = clipTextToWidth(ctx, describeParting(row.parting, context), width - gutter - right - 12);
      drawTextLine(ctx, inks, words, right, 18, { color: inks.ink2, halo: inks.bg });
    }
    ctx.restore();
  }
}

/** Draws both lanes of a row: solid after they part, faint while they agree. */
function drawLanePair(ctx: CanvasRenderingContext2D, plot: LanesPlot, i: number, right: number): void {
  const { a, b } = plot;
  const { parting } = plot.rows[i];
  const { inks, scale, width } = a;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, Math.min(width, right - 8), LANES);
  ctx.clip();
  // Each clears its own lane before it draws.
  ctx.translate(0, 2);
  drawTimelines(ctx, { ...a, rows: [a.rows[i]] }, a.first);
  ctx.translate(0, TIMELINE_ROW_HEIGHT);
  drawTimelines(ctx, { ...b, rows: [b.rows[i]] }, b.first);
  ctx.translate(0, -TIMELINE_ROW_HEIGHT);
  const [inA, inB] = [a.rows[i], b.rows[i]];
  if (inA && inB) {
    ctx.globalAlpha = 0.62;
    ctx.fillStyle = inks.bg;
    for (const bin of iterateTickBins(scale, width, a.first, Math.min(a.head, b.head)))
      if (isSameStateAt(plot, i, bin.last))
        ctx.fillRect(bin.left, 0, bin.right - bin.left, 2 * TIMELINE_ROW_HEIGHT);
    ctx.globalAlpha = 1;
  }
  const x = Math.round(convertTickToX(scale, parting.tick) - scale.pixels / 2);
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  ctx.moveTo(x + 5, TIMELINE_ROW_HEIGHT - 7);
  ctx.lineTo(x, TIMELINE_ROW_HEIGHT);
  ctx.lineTo(x + 5, TIMELINE_ROW_HEIGHT + 7);
  ctx.stroke();
  ctx.restore();
}

/** True if the agent of a row is in states of the same name in both runs at the end of a tick. */
export const isSameStateAt = ({ a, b }: Pick<LanesPlot, 'a' | 'b'>, row: number, tick: number): boolean =>
  getLaneState(a, row, tick) === getLaneState(b, row, tick);

const getLaneState = (lane: Lane, row: number, tick: number): string =>
  lane.names[getStateAtTick(lane.rows[row] as Parameters<typeof getStateAtTick>[0], tick, lane.initial)];

/** Bars of the agents that are in another state in B, above the rows. */
function drawElsewhereBars(ctx: CanvasRenderingContext2D, { state, inks, gutter }: ChartFrame): void {
  const differences = state.pair?.differences;
  if (!differences) return;
  const { first, counts } = differences.elsewhere;
  const most = Math.max(1, ...counts);
  const base = ABOVE - 4;
  ctx.fillStyle = inks.ink3;
  for (const bin of iterateTickBins(state.scale, state.plotWidth, first, first + counts.length - 1)) {
    let sum = 0;
    for (let tick = bin.first; tick <= bin.last; tick++) sum += counts[tick - first];
    const size = (16 * sum) / (bin.last - bin.first + 1) / most;
    if (size === 0) continue;
    const gap = bin.right - bin.left >= 4 ? 1 : 0;
    ctx.fillRect(bin.left, base - Math.max(1, size), bin.right - bin.left - gap, Math.max(1, size));
  }
  drawTextLine(ctx, inks, 'elsewhere in B', 16 - gutter, base - 2, { color: inks.ink3 });
  drawTextLine(
    ctx,
    inks,
    `at most ${formatGroupedInteger(Math.max(...counts))} at once`,
    getHeadLabelLeft(state),
    base - 2,
    {
      color: inks.ink3,
      halo: inks.bg,
    },
  );
}

/**
 * Inks for the states of another run: a state of the same name has the same colour, the others what is free.
 * @param own states of the run that the inks are for
 */
export function createInksForStates(inks: Inks, own: readonly string[], states: readonly string[]): Inks {
  const free = inks.palette.filter(color => !inks.states.includes(color));
  let taken = 0;
  const colors = states.map(state => {
    const at = own.indexOf(state);
    return at >= 0 ? inks.states[at] : (free[taken++] ?? inks.ink3);
  });
  return { ...inks, states: colors };
}
