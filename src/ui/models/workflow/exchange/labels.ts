import type { ExchangeRow } from '../../../../engine/models/workflow/reports/detail.ts';
import { xOf } from '../../../charts/timeScale.ts';
import { type ExchangePlot, endOf } from './plot.ts';

/** "+15" where the agent sold, "−12" where it bought. */
export interface Label {
  readonly x: number;
  readonly text: string;
  readonly isSale: boolean;
}

/** Width of a digit, and the gap between two labels, pixels. */
const LETTER = 6.5;
const GAP = 3;

/**
 * What an agent earned and paid, in the order of time; where they would overlap, sales stay, then the first.
 */
export function labelsOf(row: ExchangeRow, plot: Pick<ExchangePlot, 'scale' | 'wordsAt' | 'head'>): Label[] {
  const at = (tick: number) => xOf(plot.scale, tick);
  const sales = row.artifacts
    .filter(({ sold }) => sold !== null && sold <= plot.head)
    .map(({ sold, price }) => ({ x: at(sold!), text: `+${price}`, isSale: true }));
  const purchases = row.purchases
    .filter(({ tick }) => tick <= plot.head)
    .map(({ tick, price }) => ({ x: at(tick), text: `−${price}`, isSale: false }));
  const kept: Label[] = [];
  for (const label of [...byTime(sales), ...byTime(purchases)]) {
    if (label.x < 0 || label.x + widthOf(label) > endOf(plot)) continue;
    if (kept.every(other => isApart(other, label))) kept.push(label);
  }
  return byTime(kept);
}

const byTime = (labels: readonly Label[]): Label[] => [...labels].sort((a, b) => a.x - b.x);
const widthOf = ({ text }: Label): number => text.length * LETTER;

/** Labels begin a little right of their tick. */
const isApart = (a: Label, b: Label): boolean =>
  a.x + widthOf(a) + GAP <= b.x || b.x + widthOf(b) + GAP <= a.x;
