import type { Tick } from '../../../engine/core/indices.ts';
import type { Inks } from '../../charts/inks.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import type { Layer } from './CanvasLayers.tsx';

/** The state that a chart is drawn from, and the space that it has, CSS pixels. */
export interface ChartFrame {
  readonly state: PageState;
  readonly run: RunState;
  readonly inks: Inks;
  /** Width of the chart, its gutter included. */
  readonly width: number;
  readonly height: number;
  readonly gutter: number;
  /** Context for measuring texts. */
  readonly ctx: CanvasRenderingContext2D;
}

/** A chart's drawing; the origin is the plot's upper left corner. */
export interface PlotDrawing<Plot> {
  /** Top of the canvases, pixels from the chart's upper edge. */
  readonly top?: number;
  readonly testId?: string;
  /** True if nothing is drawn left of the plot. */
  readonly isPlotOnly?: boolean;
  draw(ctx: CanvasRenderingContext2D, plot: Plot, frame: ChartFrame): void;
  /** The layer below, which grows with the run: as long as its window stays, only new ticks are drawn. */
  readonly ground?: Ground<Plot>;
}

interface Ground<Plot> {
  /** Dependencies in addition to the run's columns, the window and the size. */
  key(plot: Plot, run: RunState): readonly unknown[];
  /** Draws the ticks from `from` to the head. */
  draw(ctx: CanvasRenderingContext2D, plot: Plot, from: Tick): void;
}

interface Picture<Plot> {
  readonly frame: ChartFrame;
  readonly plot: Plot;
}

/** The canvases of a chart: its ground, and over it the layer that is drawn in every frame. */
export function createChartLayers<Plot>(
  { top = 0, testId, isPlotOnly = false, draw, ground }: PlotDrawing<Plot>,
  { gutter, width, height }: { readonly gutter: number; readonly width: number; readonly height: number },
): Layer<Picture<Plot>>[] {
  const over: Layer<Picture<Plot>> = {
    left: isPlotOnly ? gutter : 0,
    top,
    testId: ground ? undefined : testId,
    size: state => [isPlotOnly ? state.plotWidth : width, height],
    draw(ctx, { plot, frame }) {
      if (!isPlotOnly) ctx.translate(gutter, 0);
      draw(ctx, plot, frame);
    },
  };
  if (!ground) return [over];
  const under: Layer<Picture<Plot>> = {
    left: gutter,
    top,
    testId,
    size: state => [state.plotWidth, height],
    key({ plot, frame: { run, state } }) {
      const { scale, plotWidth } = state;
      return [run.columns, scale.from, scale.pixels, plotWidth, height, ...ground.key(plot, run)];
    },
    draw(ctx, { plot, frame: { run, state } }, before) {
      const head = before?.frame.state.head;
      if (head === undefined) ground.draw(ctx, plot, run.columns.first);
      else if (head < state.head) ground.draw(ctx, plot, head + 1);
    },
  };
  return [under, over];
}
