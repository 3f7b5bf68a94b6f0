import type { ArtifactLine, ExchangeRow } from '../../../../engine/models/workflow/reports/workflowDetail.ts';
import { coverRightPart, drawDisc, drawTextLine } from '../../../charts/canvas.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { type ExchangePlot, getExchangePlotEnd, getExchangeRowY } from './drawExchangeLabels.ts';

/** An artifact on its maker's row. */
export interface PlacedArtifact {
  readonly artifact: ArtifactLine;
  readonly maker: number;
  readonly row: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  /** Width in pixels, by the price. */
  readonly width: number;
  readonly fate: 'sold' | 'dropped' | 'open';
}

/** An artifact's way to its buyer. */
interface Sale {
  readonly line: PlacedArtifact;
  readonly x: number;
  /** From the maker's row to the buyer's; to the edge if the buyer has no row. */
  readonly from: number;
  readonly to: number;
  /** End of the line while it is not highlighted: next to the row if the buyer has none. */
  readonly stub: number;
  readonly isOutside: boolean;
}

/** A purchase from an agent without a row. */
interface Arrival {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** The exchange's lines and sales, placed. */
export interface ExchangeLayout {
  readonly lines: readonly PlacedArtifact[];
  readonly sales: readonly Sale[];
  readonly arrivals: readonly Arrival[];
}

/** Line widths of a cheap and of an expensive artifact, pixels. */
const ARTIFACT_LINE_WIDTHS = { least: 1.2, most: 3.2 };
/** Length of a sale to an agent without a row, pixels. */
const STUB = 12;

/** Width of the line of an artifact at this price. */
export function computePriceWidth(price: number, [low, high]: ExchangePlot['prices']): number {
  const share = high > low ? (price - low) / (high - low) : 0.5;
  return (
    ARTIFACT_LINE_WIDTHS.least +
    (ARTIFACT_LINE_WIDTHS.most - ARTIFACT_LINE_WIDTHS.least) * Math.max(0, Math.min(1, share))
  );
}

/** Places of everything: lines in the order of rows and time, sales by row. */
export function computeExchangeLayout(plot: ExchangePlot): ExchangeLayout {
  const rowOf = new Map(plot.agents.map((agent, row) => [agent, row]));
  const lines = plot.rows.flatMap((row, position) =>
    row === undefined
      ? []
      : row.artifacts.map(artifact => createArtifactLine(plot, artifact, plot.agents[position], position)),
  );
  const sales = lines.flatMap(line => {
    const { sold, buyer } = line.artifact;
    if (sold === null || buyer === null || sold > plot.head) return [];
    return [createSaleMark(plot, line, rowOf.get(buyer) ?? null, buyer)];
  });
  const arrivals = plot.rows.flatMap((row, position) =>
    (row?.purchases ?? [])
      .filter(({ seller, tick }) => !rowOf.has(seller) && tick <= plot.head)
      .map(({ tick }) => ({
        row: position,
        x: convertTickToX(plot.scale, tick),
        y: getExchangeRowY(plot, position),
      })),
  );
  return { lines, sales, arrivals };
}

function createArtifactLine(
  plot: ExchangePlot,
  artifact: ArtifactLine,
  maker: number,
  row: number,
): PlacedArtifact {
  const { made, sold, dropped, price } = artifact;
  const isOver = (tick: number | null): tick is number => tick !== null && tick <= plot.head;
  const fate = isOver(sold) ? 'sold' : isOver(dropped) ? 'dropped' : 'open';
  const last = isOver(sold) ? sold : isOver(dropped) ? dropped : plot.head;
  // An artifact still in hand reaches to the end of the last tick.
  const reach = fate === 'open' ? plot.scale.pixels / 2 : 0;
  return {
    artifact,
    maker,
    row,
    y: getExchangeRowY(plot, row),
    from: convertTickToX(plot.scale, made),
    to: convertTickToX(plot.scale, last) + reach,
    width: computePriceWidth(price, plot.prices),
    fate,
  };
}

function createSaleMark(plot: ExchangePlot, line: PlacedArtifact, row: number | null, buyer: number): Sale {
  const to = row === null ? (plot.isAbove(buyer) ? 0 : plot.height) : getExchangeRowY(plot, row);
  const isOutside = row === null;
  const stub = isOutside ? line.y + Math.sign(to - line.y) * Math.min(STUB, plot.pitch * 0.45) : to;
  return { line, x: line.to, from: line.y, to, stub, isOutside };
}

/** Pixels per tick below which marks on the lines are left out. */
const FINE = 3;
const DIM = 0.26;

/** True if an artifact is highlighted: under the pointer, or made or bought by the agent in the inspector. */
type Lit = (line: PlacedArtifact) => boolean;

/**
 * Draws the exchange; the origin is the upper left corner of the rows' plot.
 * @param veiled place at which the room right of the head covers the past; null: nowhere.
 */
export function drawExchangePlot(
  ctx: CanvasRenderingContext2D,
  plot: ExchangePlot,
  layout: ExchangeLayout,
  veiled: number | null,
): void {
  const isOne = plot.active >= 0 || (plot.selected >= 0 && plot.agents.includes(plot.selected));
  const lit: Lit = ({ artifact, maker }) =>
    plot.active >= 0
      ? artifact.id === plot.active
      : maker === plot.selected || artifact.buyer === plot.selected;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, -2, Math.min(plot.width, getExchangePlotEnd(plot)) + 4, plot.height + 4);
  ctx.clip();
  drawRowGuides(ctx, plot);
  const parts = isOne ? [(line: PlacedArtifact) => !lit(line), lit] : [() => true];
  parts.forEach((has, position) => {
    const isDim = isOne && position === 0;
    ctx.globalAlpha = isDim ? DIM : 1;
    drawSaleLines(
      ctx,
      plot,
      layout.sales.filter(({ line }) => has(line)),
      isOne && !isDim,
    );
    drawArtifactLines(ctx, plot, layout.lines.filter(has));
  });
  ctx.globalAlpha = isOne ? DIM : 1;
  ctx.lineWidth = 1.2;
  for (const { x, y } of layout.arrivals)
    drawDisc(ctx, x, y, computeBuyerRadius(plot), plot.inks.bg, plot.inks.ink2);
  ctx.globalAlpha = 1;
  parts.forEach((has, position) => {
    ctx.globalAlpha = isOne && position === 0 ? DIM : 1;
    drawBuyerRings(
      ctx,
      plot,
      layout.sales.filter(({ line }) => has(line)),
    );
  });
  ctx.globalAlpha = 1;
  ctx.restore();
  if (veiled !== null) coverRightPart(ctx, plot.inks, veiled, plot.width, plot.height);
  drawMoneyLabels(ctx, plot);
}

/** A hairline on each row, up to the present tick. */
function drawRowGuides(ctx: CanvasRenderingContext2D, plot: ExchangePlot): void {
  const end = Math.min(
    getExchangePlotEnd(plot),
    convertTickToX(plot.scale, plot.head) + plot.scale.pixels / 2,
  );
  ctx.fillStyle = plot.inks.hair;
  for (const row of plot.agents.keys()) ctx.fillRect(0, getExchangeRowY(plot, row), Math.max(0, end), 1);
}

function drawArtifactLines(
  ctx: CanvasRenderingContext2D,
  plot: ExchangePlot,
  lines: readonly PlacedArtifact[],
): void {
  const { hues, inks, scale } = plot;
  const seen = lines.filter(({ from, to }) => to >= 0 && from <= getExchangePlotEnd(plot));
  ctx.lineCap = 'butt';
  strokeByPen(
    ctx,
    seen,
    line => ({ color: line.fate === 'dropped' ? inks.ink3 : hues.made, width: line.width }),
    (path, line) => {
      path.moveTo(line.from, line.y + 0.5);
      path.lineTo(Math.max(line.from + 1, line.to), line.y + 0.5);
    },
  );
  if (scale.pixels < FINE) return;
  const size = Math.min(3, scale.pixels * 0.4);
  for (const line of seen) drawArtifactMarks(ctx, plot, line, size);
}

interface Pen {
  readonly color: string;
  readonly width: number;
}

/** Strokes parts of equal style at once; widths are rounded to a quarter of a pixel. */
function strokeByPen<Part>(
  ctx: CanvasRenderingContext2D,
  parts: readonly Part[],
  penOf: (part: Part) => Pen,
  trace: (path: Path2D, part: Part) => void,
): void {
  const strokes = new Map<string, { readonly pen: Pen; readonly path: Path2D }>();
  for (const part of parts) {
    const { color, width } = penOf(part);
    const pen = { color, width: Math.round(width * 4) / 4 };
    const key = `${color} ${pen.width}`;
    const stroke = strokes.get(key) ?? { pen, path: new Path2D() };
    strokes.set(key, stroke);
    trace(stroke.path, part);
  }
  for (const { pen, path } of strokes.values()) {
    ctx.strokeStyle = pen.color;
    ctx.lineWidth = pen.width;
    ctx.stroke(path);
  }
}

/** Marks on the lines: made, reworked, found broken, sold. */
function drawArtifactMarks(
  ctx: CanvasRenderingContext2D,
  plot: ExchangePlot,
  line: PlacedArtifact,
  size: number,
): void {
  const { hues, inks, scale } = plot;
  const { artifact, y } = line;
  drawDisc(ctx, line.from, y + 0.5, size, hues.made, null);
  ctx.strokeStyle = hues.made;
  ctx.lineWidth = 1.4;
  for (const tick of artifact.reworked) {
    const x = convertTickToX(scale, tick);
    strokeSegment(ctx, x, y - size - 1, x, y + size + 2);
  }
  for (const tick of artifact.found) {
    const x = convertTickToX(scale, tick);
    const cross = () => {
      strokeSegment(ctx, x - size, y + 0.5 - size, x + size, y + 0.5 + size);
      strokeSegment(ctx, x - size, y + 0.5 + size, x + size, y + 0.5 - size);
    };
    ctx.strokeStyle = inks.bg;
    ctx.lineWidth = 3.4;
    cross();
    ctx.strokeStyle = hues.broken;
    ctx.lineWidth = 1.6;
    cross();
  }
  if (line.fate === 'sold') drawDisc(ctx, line.to, y + 0.5, size, hues.sold, null);
}

function strokeSegment(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** Draws verticals to the buyers' rows, with an arrow at the edge if the buyer has no row. */
function drawSaleLines(
  ctx: CanvasRenderingContext2D,
  plot: ExchangePlot,
  sales: readonly Sale[],
  isStrong: boolean,
): void {
  const before = ctx.globalAlpha;
  const seen = sales.filter(({ x }) => x >= 0 && x <= getExchangePlotEnd(plot));
  const end = (sale: Sale) => (isStrong ? sale.to : sale.stub);
  ctx.globalAlpha = before * (isStrong ? 1 : 0.55);
  strokeByPen(
    ctx,
    seen,
    ({ line: { width } }) => ({
      color: plot.hues.sold,
      width: isStrong ? Math.max(1.4, width * 0.8) : Math.max(0.8, width * 0.55),
    }),
    (path, sale) => {
      path.moveTo(sale.x, sale.from);
      path.lineTo(sale.x, end(sale));
    },
  );
  ctx.fillStyle = plot.hues.sold;
  ctx.beginPath();
  for (const sale of seen) if (sale.isOutside) drawSaleArrow(ctx, sale.x, end(sale), sale.to > sale.from);
  ctx.fill();
  ctx.globalAlpha = before;
}

function drawSaleArrow(ctx: CanvasRenderingContext2D, x: number, y: number, isDown: boolean): void {
  const back = y + (isDown ? -5 : 5);
  ctx.moveTo(x, y);
  ctx.lineTo(x - 3, back);
  ctx.lineTo(x + 3, back);
}

const computeBuyerRadius = ({ scale }: ExchangePlot): number =>
  Math.max(1.2, Math.min(3.4, scale.pixels * 0.4));

/** Draws rings at buyers, or points if ticks are narrow. */
function drawBuyerRings(ctx: CanvasRenderingContext2D, plot: ExchangePlot, sales: readonly Sale[]): void {
  const seen = sales.filter(({ x, isOutside }) => !isOutside && x >= -4 && x <= getExchangePlotEnd(plot));
  if (plot.scale.pixels < FINE) {
    ctx.fillStyle = plot.inks.ink;
    for (const { x, to } of seen) ctx.fillRect(x - 0.75, to - 0.5, 1.5, 2);
    return;
  }
  ctx.lineWidth = 1.4;
  for (const { x, to } of seen)
    drawDisc(ctx, x, to + 0.5, computeBuyerRadius(plot), plot.inks.bg, plot.inks.ink);
}

/** Earnings and payments of the agent in the inspector, over its row. */
function drawMoneyLabels(ctx: CanvasRenderingContext2D, plot: ExchangePlot): void {
  const position = plot.agents.indexOf(plot.selected);
  const row = plot.rows[position];
  if (!row) return;
  const { inks } = plot;
  for (const { x, text, isSale } of collectMoneyLabels(row, plot))
    drawTextLine(ctx, inks, text, x + 3, getExchangeRowY(plot, position) - 5, {
      color: isSale ? inks.ink : inks.ink3,
      weight: isSale ? 600 : 420,
      halo: inks.bg,
    });
}

/** "+15" for a sale, "−12" for a purchase. */
interface PriceLabel {
  readonly x: number;
  readonly text: string;
  readonly isSale: boolean;
}

/** Width of a digit, and the gap between two labels, pixels. */
const LETTER = 6.5;
const PRICE_GAP = 3;

/** Earnings and payments of an agent in the order of time; if they would overlap, sales stay, then the first. */
export function collectMoneyLabels(
  row: ExchangeRow,
  plot: Pick<ExchangePlot, 'scale' | 'wordsAt' | 'head'>,
): PriceLabel[] {
  const at = (tick: number) => convertTickToX(plot.scale, tick);
  const sales = row.artifacts
    .filter(({ sold }) => sold !== null && sold <= plot.head)
    .map(({ sold, price }) => ({ x: at(sold!), text: `+${price}`, isSale: true }));
  const purchases = row.purchases
    .filter(({ tick }) => tick <= plot.head)
    .map(({ tick, price }) => ({ x: at(tick), text: `−${price}`, isSale: false }));
  const kept: PriceLabel[] = [];
  for (const label of [...sortLabelsByTime(sales), ...sortLabelsByTime(purchases)]) {
    if (label.x < 0 || label.x + measureMoneyLabel(label) > getExchangePlotEnd(plot)) continue;
    if (kept.every(other => areLabelsApart(other, label))) kept.push(label);
  }
  return sortLabelsByTime(kept);
}

const sortLabelsByTime = (labels: readonly PriceLabel[]): PriceLabel[] =>
  [...labels].sort((a, b) => a.x - b.x);
const measureMoneyLabel = ({ text }: PriceLabel): number => text.length * LETTER;

/** Labels begin a little right of their tick. */
const areLabelsApart = (a: PriceLabel, b: PriceLabel): boolean =>
  a.x + measureMoneyLabel(a) + PRICE_GAP <= b.x || b.x + measureMoneyLabel(b) + PRICE_GAP <= a.x;
