import { formatPercent, formatPercentBound } from '../../../../engine/core/formatPercent.ts';
import type { RuleOutcomes } from '../../../../engine/models/recorded/governance/ruleOutcomes.ts';
import {
  describeSavingsChoice,
  type SavingsInterval,
} from '../../../../engine/models/recorded/governance/selectSavingsInterval.ts';
import type { StuckCase } from '../../../../engine/models/recorded/reports/buildStuckReport.ts';
import type { RuleReport, RuleRow } from '../../../../engine/models/recorded/reports/governanceReport.ts';
import { CAREFUL, PRESET_RULES } from '../../../../engine/rules/presetRules.ts';
import { describeStopRule } from '../../../../engine/rules/stopRule.ts';
import type { Interval } from '../../../../engine/statistics/intervals/interval.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';

/** The rule in full: what it looks for, what the command line calls it, and the setting. */
export const formatRuleTitle = ({ id, rule }: Pick<RuleRow, 'id' | 'rule'>): string =>
  `${describeStopRule(rule)}\n--rule ${id}: ${JSON.stringify(rule)}`;

/** Name of the rule by which cases under way are called stuck. */
export const STUCK_RULE_NAME = PRESET_RULES.find(({ rule }) => rule === CAREFUL)?.label ?? '';

/** "npm test, the same call with the same result 36 times in a row, up to step 40" */
export const describeStuckCase = ({ call, reason, step, lasts }: StuckCase): string =>
  `${call}, ${reason}, up to step ${step}${lasts ? '' : ', no longer now'}`;

/** "12.3 %"; a dash for what is not known. */
export const formatRulePercent = (share: number | null | undefined, digits: 0 | 1 = 1): string =>
  share === null || share === undefined ? '–' : formatPercent(share, digits);

/** Upper bound of a share: "12 %", "0.4 %" below 1 %, and "0 %" only for exactly 0. */
export const formatUpperPercent = (share: number): string =>
  formatPercentBound(share > 0 ? Math.max(share, 0.001) : 0, share < 0.01 && share > 0 ? 1 : 0);

/** "20 to 45 %", "up to 11 %" from 0 on; one digit if half a per cent would be lost, or a lower end above 0. */
export function formatPercentInterval([low, high]: Interval): string {
  const digits = high - low < 0.1 || (low > 0 && low < 0.005) ? 1 : 0;
  return low === 0
    ? `up to ${high < 0.001 ? 'less than 0.1 %' : formatPercentBound(high, digits)}`
    : `${(low * 100).toFixed(digits)} to ${formatPercentBound(high, digits)}`;
}

/** The same in brackets with its level; empty if it is not known. */
const formatInterval95 = (interval: Interval | null | undefined): string =>
  interval == null ? '' : ` (95 %: ${formatPercentInterval(interval)})`;

/** " (95 %, as the best of 19 rules: 18 to 72 %)"; empty if it is not known. */
export const formatSavingsInterval = (saved: SavingsInterval): string =>
  saved.interval === null
    ? ''
    : ` (95 %, ${describeSavingsChoice(saved)}: ${formatPercentInterval(saved.interval)})`;

/** Effect that the rule would have had, with its costs as prominent as its savings. */
export function describeRuleReport(
  { outcomes, measure }: RuleReport,
  saved: SavingsInterval,
): readonly string[] {
  const { failed, succeeded, precision, chance, savedShares, cutShares, intervals } = outcomes;
  if (failed + succeeded === 0)
    return [
      `It would have stopped ${formatGroupedInteger(outcomes.stopped)} of ${formatNounCount(outcomes.cases, 'case')}; ${formatGroupedInteger(outcomes.after[measure] ?? 0)} ${measure} come after the stops.`,
      'The traces do not say how cases ended: whether that saves anything, or is a false alarm, is unknown.',
    ];
  return [
    `It would have stopped ${formatGroupedInteger(outcomes.stoppedFailed)} of ${formatNounCount(failed, 'failed case')}${formatInterval95(intervals.recall)} and ${formatGroupedInteger(outcomes.stoppedSucceeded)} of ${formatNounCount(succeeded, 'successful one')}${formatInterval95(intervals.falseAlarms)}.`,
    `Saved: ${formatRulePercent(savedShares?.ofAll[measure])} of all ${measure}${formatSavingsInterval(saved)}. Cut out of successful cases: ${formatRulePercent(cutShares?.ofAll[measure])}${formatInterval95(cutShares?.intervals.ofAll[measure])}.`,
    ...(precision === null
      ? []
      : [
          `Of the stopped, ${formatRulePercent(precision, 0)} fail${formatInterval95(intervals.precision)}; stopping blindly at the same steps, ${formatRulePercent(chance, 0)} would.`,
        ]),
  ];
}

/** Stopped cases as shares of all. */
export const computeStoppedShares = ({
  cases,
  stoppedFailed,
  stoppedUnknown,
  stoppedSucceeded,
}: RuleOutcomes) => ({
  failed: stoppedFailed / Math.max(1, cases),
  unknown: stoppedUnknown / Math.max(1, cases),
  succeeded: stoppedSucceeded / Math.max(1, cases),
});
