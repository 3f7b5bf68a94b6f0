import { formatGroupedInteger } from '../lib/formatCounts.ts';
import { drawTextLine, WARM_UP_ALPHA } from './canvas.ts';
import { formatShortCount } from './fitting.ts';
import type { Inks } from './inks.ts';
import { convertTickToX, type TimeScale } from './timeScale.ts';

/** Counts of agents by tick and state; as the page's columns give them. */
export interface Counts {
  readonly first: number;
  readonly head: number;
  count(tick: number, state: number): number;
  meanCount(a: number, b: number, state: number): number;
}

/** A band of the stack, bottom first; several states may share a label. */
export interface Band {
  readonly state: number;
  readonly label: string;
}

/** The state distribution as plain data; sizes in CSS pixels. */
export interface DistributionPlot {
  readonly counts: Counts;
  /** Stacked bottom to top. */
  readonly bands: readonly Band[];
  /** Name of the agents in the ribbon. */
  readonly resting: string;
  /** State drawn as a thin ribbon below the axis; null to stack it with the others. */
  readonly ribbon: number | null;
  readonly agents: number;
  /** Top of the scale, in agents. */
  readonly max: number;
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  /** Space above and below the stack; absent: as much as the ribbon and its words need. */
  readonly margins?: { readonly top: number; readonly below: number };
  readonly inks: Inks;
}

const DISTRIBUTION_TOP = 14;
const RIBBON = 14;
const RIBBON_GAP = 6;
const DISTRIBUTION_FOOT = 26;

/** y of the axis. */
const getPlotBaseline = ({ height, margins }: DistributionPlot): number =>
  height - (margins?.below ?? DISTRIBUTION_FOOT);
/** y of the upper end of the scale. */
const getPlotTop = ({ margins }: DistributionPlot): number => margins?.top ?? DISTRIBUTION_TOP;
/** y of a number of agents. */
export const convertAgentsToY = (plot: DistributionPlot, agents: number): number =>
  getPlotBaseline(plot) - ((getPlotBaseline(plot) - getPlotTop(plot)) * agents) / plot.max;

/** A round number at or above the largest value, with a little air. */
export function roundUpScaleMax(largest: number): number {
  const wanted = Math.max(4, largest * 1.06);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  for (const step of [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]) if (unit * step >= wanted) return unit * step;
  return unit * 10;
}

/** One to four whole values for grid lines below the greatest value of a scale, in steps of 1, 2 or 5 times a power of ten. */
export function computeGridValues(max: number): number[] {
  const unit = Math.max(1, 10 ** Math.floor(Math.log10(max / 3)));
  // The step nearest to a third of the scale, as a ratio.
  const square = (max / 3 / unit) ** 2;
  const step = unit * [1, 2, 5, 10][[2, 10, 50].filter(limit => square >= limit).length];
  const values = [];
  for (let value = step; value < max * 0.999; value += step) values.push(value);
  return values;
}

/** Writes the values of the scale left of the plot: thousands as `20k`, which is exact for round values. */
export function drawScale(ctx: CanvasRenderingContext2D, plot: DistributionPlot): void {
  for (const value of [0, ...computeGridValues(plot.max)]) {
    drawTextLine(ctx, plot.inks, formatShortCount(value), -6, getGridLineY(plot, value) + 4, {
      color: plot.inks.ink3,
      align: 'right',
    });
  }
}

/** y of a grid line, on a pixel. */
export const getGridLineY = (plot: DistributionPlot, value: number): number =>
  Math.round(convertAgentsToY(plot, value)) + 0.5;

/** Draws the ticks from `from` to the head; anything to the right of them is cleared. */
export function drawDistribution(ctx: CanvasRenderingContext2D, plot: DistributionPlot, from: number): void {
  const start = getBinFirstTick(plot.scale, from);
  const clear = Math.max(0, getColumnLeft(plot.scale, start));
  ctx.clearRect(clear, 0, plot.width - clear, plot.height);
  const hatched = findHatchedBands(plot);
  for (const bin of iterateTickBins(
    plot.scale,
    plot.width,
    Math.max(start, plot.counts.first),
    plot.counts.head,
  )) {
    ctx.globalAlpha = bin.last <= 0 ? WARM_UP_ALPHA : 1;
    drawStack(ctx, plot, bin, hatched);
  }
  ctx.globalAlpha = 1;
}

/** Bands whose colour an earlier one of another name has: no colour is left for them. */
function findHatchedBands({ bands, inks }: DistributionPlot): ReadonlySet<Band> {
  const first = new Map<string, string>();
  return new Set(
    bands.filter(({ state, label }) => {
      const holder = first.get(inks.states[state]) ?? label;
      first.set(inks.states[state], holder);
      return holder !== label;
    }),
  );
}

function drawStack(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  { left: x, right, first: a, last: b }: Bin,
  hatched: ReadonlySet<Band>,
): void {
  const w = right - x;
  let sum = 0;
  let y = getPlotBaseline(plot);
  const edges: number[] = [];
  for (const band of plot.bands) {
    sum += a === b ? plot.counts.count(a, band.state) : plot.counts.meanCount(a, b, band.state);
    const top = convertAgentsToY(plot, sum);
    ctx.fillStyle = plot.inks.states[band.state];
    if (y - top > 0) ctx.fillRect(x, top, w, y - top);
    if (y - top > 0 && hatched.has(band)) {
      ctx.strokeStyle = plot.inks.bg;
      drawHatching(ctx, x, top, w, y - top);
    }
    if (y - top > 1.4) edges.push(top);
    y = top;
  }
  ctx.fillStyle = plot.inks.bg;
  for (const edge of edges) ctx.fillRect(x, edge - 0.35, w, 0.7);
  if (plot.ribbon === null) return;
  const resting = plot.counts.meanCount(a, b, plot.ribbon);
  ctx.fillStyle = plot.inks.states[plot.ribbon];
  ctx.globalAlpha *= 0.6;
  ctx.fillRect(x, getPlotBaseline(plot) + RIBBON_GAP, w, (RIBBON * resting) / plot.agents);
}

/** A band's name and value at a tick, with its place at the right edge. */
interface BandLabel {
  readonly label: string;
  readonly value: number;
  readonly color: string;
  /** y of the band's middle, and of the label after it made room for the others. */
  readonly mark: number;
  readonly y: number;
}

/** Words at the ribbon, which has a scale of its own. */
const SMALLER = '(drawn smaller)';

/** Smallest y of a label. */
const HIGHEST = 10;

/** Moves labels down if the upper ones would leave the plot. */
function shiftLabelsDown(highest: number, labels: readonly BandLabel[], gap: number): BandLabel[] {
  let least = highest;
  const down = labels.toReversed().map(label => {
    const y = Math.max(label.y, least);
    least = y + gap;
    return { ...label, y };
  });
  return down.reverse();
}

/** Least pixels between labels: lines of text that do not touch. */
const MIN_LABEL_GAP = 11;

/** The largest labels that fit, with their gap: they end at the beginning of the ribbon's label. */
function selectFittingLabels(plot: DistributionPlot, all: readonly BandLabel[], gap: number) {
  const room = getPlotBaseline(plot) + RIBBON_GAP + 8 - gap - HIGHEST;
  const most = Math.max(1, Math.floor(room / MIN_LABEL_GAP) + 1);
  const values = all.map(({ value }) => value).sort((a, b) => b - a);
  const least = values[most - 1] ?? 0;
  let ties = most - values.filter(value => value > least).length;
  const labels =
    all.length <= most ? all : all.filter(({ value }) => value > least || (value === least && ties-- > 0));
  return { labels, gap: Math.min(gap, room / Math.max(1, labels.length - 1)) };
}

/** Direct labels of one tick, bottom first, `gap` pixels apart or, if they are many, nearer; the smallest give way. */
export function placeDistributionLabels(plot: DistributionPlot, tick: number, gap: number): BandLabel[] {
  const groups = new Map<string, { value: number; state: number; low: number; high: number }>();
  let sum = 0;
  for (const { state, label } of plot.bands) {
    const value = plot.counts.count(tick, state);
    const group = groups.get(label) ?? { value: 0, state, low: sum, high: sum };
    sum += value;
    groups.set(label, { ...group, value: group.value + value, high: sum });
  }
  const all = [...groups].map(([label, { value, state, low, high }]) => {
    const mark = convertAgentsToY(plot, (low + high) / 2);
    return { label, value, color: plot.inks.states[state], mark, y: mark };
  });
  const fit = selectFittingLabels(plot, all, gap);
  const labels: BandLabel[] = [];
  for (const label of fit.labels) {
    const below = labels.at(-1);
    labels.push({ ...label, y: below ? Math.min(label.mark, below.y - fit.gap) : label.mark });
  }
  return shiftLabelsDown(HIGHEST, labels, fit.gap);
}

/** Labels at the right of x (the head's right edge), each with a leader to its band. */
export function drawLabels(
  ctx: CanvasRenderingContext2D,
  plot: DistributionPlot,
  tick: number,
  x: number,
  leaders: boolean,
  roomy: boolean,
): void {
  const { inks } = plot;
  const labels = placeDistributionLabels(plot, tick, 14);
  const idle = plot.ribbon === null ? 0 : plot.counts.count(tick, plot.ribbon);
  ctx.font = `600 11px ${inks.font}`;
  const widest = Math.max(
    ...[idle, ...labels.map(label => label.value)].map(
      value => ctx.measureText(formatGroupedInteger(value)).width,
    ),
  );
  // Leaders end before the widest number begins.
  const led = x + 18;
  const right = led + 6 + Math.max(22, widest);
  for (const label of labels) {
    ctx.strokeStyle = label.color;
    ctx.lineWidth = leaders ? 1.2 : 2;
    ctx.beginPath();
    if (leaders) {
      ctx.moveTo(x + 3, label.mark);
      ctx.lineTo(x + 7, label.mark);
      ctx.lineTo(led - 4, label.y);
      ctx.lineTo(led, label.y);
    } else {
      ctx.moveTo(led - 8, label.y);
      ctx.lineTo(led, label.y);
    }
    ctx.stroke();
    drawTextLine(ctx, inks, formatGroupedInteger(label.value), right, label.y + 4, {
      color: inks.ink,
      weight: 600,
      align: 'right',
      halo: inks.bg,
    });
    drawTextLine(ctx, inks, label.label, right + 6, label.y + 4, { color: inks.ink2, halo: inks.bg });
  }
  const y = getPlotBaseline(plot) + RIBBON_GAP + 12;
  const more = describeHiddenLabels(plot, labels);
  if (plot.ribbon === null) {
    if (more !== '') drawTextLine(ctx, inks, more, right + 6, y, { color: inks.ink3, halo: inks.bg });
    return;
  }
  drawTextLine(ctx, inks, formatGroupedInteger(idle), right, y, {
    color: inks.ink,
    weight: 600,
    align: 'right',
    halo: inks.bg,
  });
  drawTextLine(ctx, inks, plot.resting, right + 6, y, { color: inks.ink2, halo: inks.bg });
  const beside = right + 10 + ctx.measureText(plot.resting).width;
  const words = more || (roomy && plot.resting.length < 8 ? SMALLER : '');
  if (beside + ctx.measureText(words).width <= plot.width)
    drawTextLine(ctx, inks, words, beside, y, { color: inks.ink3, halo: inks.bg });
}

/** Number of states without a label of their own, in words; empty for none. */
export function describeHiddenLabels(
  { bands }: Pick<DistributionPlot, 'bands'>,
  labels: readonly BandLabel[],
): string {
  const left = new Set(bands.map(({ label }) => label)).size - labels.length;
  return left === 0 ? '' : `and ${left} more`;
}

/** Pixels from a line to the next, along either axis. */
const HATCH_PITCH = 5;

/** Draws diagonal lines over a rectangle, which continue in the next one. */
export function drawHatching(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  for (let sum = Math.ceil((x + y) / HATCH_PITCH) * HATCH_PITCH; sum < x + w + y + h; sum += HATCH_PITCH) {
    const [from, to] = [Math.max(x, sum - y - h), Math.min(x + w, sum - y)];
    ctx.moveTo(from, sum - from);
    ctx.lineTo(to, sum - to);
  }
  ctx.stroke();
}

/** Ticks `first` … `last` drawn as one column from `left` to `right`, pixels from the plot's left edge. */
interface Bin {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Columns for the ticks a … b inside a plot: one per tick if a tick has a pixel or more, else one per pixel, so that
 * the cost depends on the screen and not on the length of the run.
 */
export function* iterateTickBins(scale: TimeScale, width: number, a: number, b: number): Generator<Bin> {
  const half = scale.pixels / 2;
  const first = Math.max(a, Math.ceil(scale.from - 0.5));
  const last = Math.min(b, Math.floor(scale.from + width / scale.pixels + 0.5));
  if (scale.pixels >= 1) {
    for (let tick = first; tick <= last; tick++) {
      const left = Math.max(0, getColumnLeft(scale, tick));
      const right = Math.min(width, getColumnLeft(scale, tick + 1));
      if (right > left) yield { left, right, first: tick, last: tick };
    }
    return;
  }
  let tick = first;
  while (tick <= last) {
    const left = getColumnLeft(scale, tick);
    let end = Math.min(last, Math.floor(scale.from + (left + 1 - half) / scale.pixels));
    if (end < tick) end = tick;
    yield { left: Math.max(0, left), right: left + 1, first: tick, last: end };
    tick = end + 1;
  }
}

/** Left edge of a tick's column, a whole pixel: drawing again from there on leaves the columns before it. */
export function getColumnLeft(scale: TimeScale, tick: number): number {
  const half = scale.pixels / 2;
  return scale.pixels >= 1
    ? Math.round(convertTickToX(scale, tick) - half)
    : Math.floor(convertTickToX(scale, tick) + half);
}

/** The first tick of a tick's column: drawing must start there for the column to be whole. */
export function getBinFirstTick(scale: TimeScale, tick: number): number {
  if (scale.pixels >= 1) return tick;
  const half = scale.pixels / 2;
  const left = getColumnLeft(scale, tick);
  return Math.ceil(scale.from + (left - half) / scale.pixels);
}
