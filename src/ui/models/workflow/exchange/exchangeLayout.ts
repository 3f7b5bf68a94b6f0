import type { ArtifactLine } from '../../../../engine/models/workflow/reports/workflowDetail.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { type ExchangePlot, getExchangeRowY } from './exchangePlot.ts';

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
export interface Sale {
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
export interface Arrival {
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
