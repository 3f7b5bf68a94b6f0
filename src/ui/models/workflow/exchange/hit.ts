import type { Layout, Line } from './layout.ts';
import { type ExchangePlot, getExchangePlotEnd } from './plot.ts';

/** Pixels by which a line or a vertical may be missed. */
const NEAR = { line: 7, sale: 4 };

/** The artifact under a point: its line first, then its way to the buyer; null for none. */
export function findArtifactAtPoint(
  { lines, sales }: Layout,
  plot: Pick<ExchangePlot, 'wordsAt'>,
  x: number,
  y: number,
): Line | null {
  if (x < 0 || x > getExchangePlotEnd(plot)) return null;
  let best: Line | null = null;
  let least = NEAR.line;
  for (const line of lines) {
    const miss = Math.max(Math.abs(y - line.y), line.from - x, x - line.to);
    if (miss >= least) continue;
    best = line;
    least = miss;
  }
  if (best) return best;
  const isOn = ({ x: at, from, stub: to }: (typeof sales)[number]) =>
    Math.abs(x - at) < NEAR.sale && y > Math.min(from, to) && y < Math.max(from, to);
  return sales.find(isOn)?.line ?? null;
}
