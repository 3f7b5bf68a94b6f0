import {
  type Band,
  type Counts,
  convertAgentsToY,
  type DistributionPlot,
} from '../../charts/distribution.ts';
import { convertTickToX } from '../../charts/timeScale.ts';
import type { Worlds } from '../../state/worldsState.ts';

/** Draws how many are active in other worlds: nine in ten between two edges, half of them below a dashed line. */
export function drawWorldBands(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  { ticks, active }: Pick<Worlds, 'ticks' | 'active'>,
): void {
  if (active === null || plot.ribbon === null) return;
  const { inks, scale } = plot;
  const along = (part: 'low' | 'median' | 'high') =>
    ticks.map(
      (tick, i) =>
        [convertTickToX(scale, tick), convertAgentsToY(plot, active.bands[i]?.[part] ?? 0)] as const,
    );
  const low = along('low').reverse();
  clipToPlot(ctx, plot);
  ctx.globalAlpha = 0.3;
  fillBandPath(ctx, [...along('high'), ...low], inks.ink);
  ctx.globalAlpha = 1;
  strokeBandLine(ctx, along('high'), inks.ink3, []);
  strokeBandLine(ctx, low, inks.ink3, []);
  strokeBandLine(ctx, along('median'), inks.ink, [4, 3]);
  ctx.restore();
}

/** Clips to the plot until it is restored. */
function clipToPlot(ctx: CanvasRenderingContext2D, { width, height }: DistributionPlot): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
}

type Way = readonly (readonly [x: number, y: number])[];

function fillBandPath(ctx: CanvasRenderingContext2D, way: Way, ink: string): void {
  ctx.beginPath();
  for (const [x, y] of way) ctx.lineTo(x, y);
  ctx.fillStyle = ink;
  ctx.fill();
}

function strokeBandLine(ctx: CanvasRenderingContext2D, way: Way, ink: string, dash: readonly number[]): void {
  ctx.beginPath();
  for (const [x, y] of way) ctx.lineTo(x, y);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.setLineDash([...dash]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * Draws the top of the stack in another run as a line.
 * @param ticks the first and the last
 * @param bands of the other run; those of the plot if they are the same
 */
export function drawOtherRunTop(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  counts: Pick<Counts, 'count'>,
  [first, last]: readonly [first: number, last: number],
  bands: readonly Band[] = plot.bands,
): void {
  const { inks, scale } = plot;
  clipToPlot(ctx, plot);
  ctx.beginPath();
  for (let tick = first; tick <= last; tick++) {
    const x = convertTickToX(scale, tick);
    if (x < -scale.pixels || x > plot.width + scale.pixels) continue;
    let sum = 0;
    for (const { state } of bands) sum += counts.count(tick, state);
    const y = convertAgentsToY(plot, sum);
    ctx.lineTo(x - scale.pixels / 2, y);
    ctx.lineTo(x + scale.pixels / 2, y);
  }
  ctx.strokeStyle = inks.bg;
  ctx.lineWidth = 3.5;
  ctx.stroke();
  ctx.strokeStyle = inks.ink;
  ctx.lineWidth = 1.25;
  ctx.stroke();
  ctx.restore();
}
