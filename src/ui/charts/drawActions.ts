import { WARM_UP_ALPHA } from './canvas.ts';
import { getBinFirstTick, getColumnLeft, iterateTickBins } from './distribution.ts';
import type { Inks } from './inks.ts';
import type { TimeScale } from './timeScale.ts';

/** The actions chart as plain data; sizes in CSS pixels. */
export interface ActionsPlot {
  readonly first: number;
  readonly head: number;
  value(tick: number, series: number): number;
  /** Stacked bottom to top: series and its colour. */
  readonly stack: readonly { readonly series: number; readonly color: string }[];
  /** Top of the scale: the largest sum of a tick. */
  readonly max: number;
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly inks: Inks;
}

/** Bars of what was done in each tick, from `from` to the head; a pixel that holds many ticks shows the mean. */
export function drawActions(ctx: CanvasRenderingContext2D, plot: ActionsPlot, from: number): void {
  const start = getBinFirstTick(plot.scale, from);
  const clear = Math.max(0, getColumnLeft(plot.scale, start));
  ctx.clearRect(clear, 0, plot.width - clear, plot.height);
  const base = plot.height - 6;
  const gap = plot.scale.pixels >= 5 ? 1 : 0;
  for (const bin of iterateTickBins(plot.scale, plot.width, Math.max(start, plot.first), plot.head)) {
    ctx.globalAlpha = bin.last <= 0 ? WARM_UP_ALPHA : 1;
    let y = base;
    for (const { series, color } of plot.stack) {
      const height =
        (computeMeanActions(plot, bin.first, bin.last, series) * (plot.height - 12)) / Math.max(1, plot.max);
      if (height <= 0) continue;
      ctx.fillStyle = color;
      ctx.fillRect(bin.left + gap, y - height, bin.right - bin.left - 2 * gap, Math.max(0.8, height - 0.7));
      y -= height;
    }
  }
  ctx.globalAlpha = 1;
}

function computeMeanActions(plot: ActionsPlot, a: number, b: number, series: number): number {
  let sum = 0;
  for (let tick = a; tick <= b; tick++) sum += plot.value(tick, series);
  return sum / (b - a + 1);
}
