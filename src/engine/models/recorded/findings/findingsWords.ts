import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import { formatPercent, formatPercentBound } from '../../../core/formatPercent.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import type { RepeatKind } from '../costs/findRepeats.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import { formatMilliseconds } from '../recordedTerms.ts';

/** Names of measures. */
export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  steps: 'Steps',
  calls: 'Calls',
  tokens: 'Tokens',
  usd: 'Cost, US$',
  ms: 'Time',
};

/** Names of the kinds of repeats. */
export const REPEAT_NAMES: Readonly<Record<RepeatKind, string>> = {
  same_call: 'the same call in a row',
  in_turn: 'several calls in turn',
  edit_test: 'edits and failing tests in turn',
  rewrite: 'one file written whole again and again',
  later: 'the same call now and again',
};

/** An amount without its unit, unless it is a time: "1,340,967", "1.89", "12.0 min". */
export function formatAmount(amount: number, measure: Measure): string {
  if (measure === 'usd') return amount.toFixed(2);
  if (measure === 'ms') return formatMilliseconds(amount);
  return amount < 100 && !Number.isInteger(amount) ? amount.toFixed(1) : formatGroupedInteger(amount);
}

/** "12 to 34"; a dash for none. */
export const formatAmountInterval = (interval: Interval | null, measure: Measure): string =>
  interval === null ? '–' : `${formatAmount(interval[0], measure)} to ${formatAmount(interval[1], measure)}`;

/** "12.3 %"; a dash for an unknown share. */
export const formatShare = (share: number | null | undefined): string =>
  share == null ? '–' : formatPercent(share, 1);

/** "20.1 % to 45.0 %", "up to 11.4 %" from nothing on; a dash for none. */
export function formatShareInterval(interval: Interval | null | undefined): string {
  if (interval == null) return '–';
  const [low, high] = interval;
  if (low === 0) return `up to ${high < 0.001 ? 'less than 0.1 %' : formatPercentBound(high, 1)}`;
  return `${formatPercentBound(low, 1)} to ${formatPercentBound(high, 1)}`;
}

/** Heading of a section about a set, which is named where there are two. @param set empty for the only one */
export const formatSectionTitle = (set: string, about: string): string =>
  set === '' ? about : `${set}: ${about.charAt(0).toLowerCase()}${about.slice(1)}`;
