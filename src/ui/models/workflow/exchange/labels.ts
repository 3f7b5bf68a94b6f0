import type { ExchangeRow } from '../../../../engine/models/workflow/reports/detail.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
import { type ExchangePlot, getExchangePlotEnd } from './plot.ts';

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
export function collectMoneyLabels(
  row: ExchangeRow,
  plot: Pick<ExchangePlot, 'scale' | 'wordsAt' | 'head'>,
): Label[] {
  const at = (tick: number) => convertTickToX(plot.scale, tick);
  const sales = row.artifacts
    .filter(({ sold }) => sold !== null && sold <= plot.head)
    .map(({ sold, price }) => ({ x: at(sold!), text: `+${price}`, isSale: true }));
  const purchases = row.purchases
    .filter(({ tick }) => tick <= plot.head)
    .map(({ tick, price }) => ({ x: at(tick), text: `−${price}`, isSale: false }));
  const kept: Label[] = [];
  for (const label of [...sortLabelsByTime(sales), ...sortLabelsByTime(purchases)]) {
    if (label.x < 0 || label.x + measureMoneyLabel(label) > getExchangePlotEnd(plot)) continue;
    if (kept.every(other => areLabelsApart(other, label))) kept.push(label);
  }
  return sortLabelsByTime(kept);
}

const sortLabelsByTime = (labels: readonly Label[]): Label[] => [...labels].sort((a, b) => a.x - b.x);
const measureMoneyLabel = ({ text }: Label): number => text.length * LETTER;

/** Labels begin a little right of their tick. */
const areLabelsApart = (a: Label, b: Label): boolean =>
  a.x + measureMoneyLabel(a) + GAP <= b.x || b.x + measureMoneyLabel(b) + GAP <= a.x;
