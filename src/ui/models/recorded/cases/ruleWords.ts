import { describeStopRule } from '../../../../engine/models/recorded/governance/describeStopRule.ts';
import type { RuleOutcomes } from '../../../../engine/models/recorded/governance/outcomes.ts';
import type { RuleReport, RuleRow } from '../../../../engine/models/recorded/reports/governanceReport.ts';
import type { Interval } from '../../../../engine/statistics/intervals/interval.ts';
import { counted, grouped } from '../../../lib/words.ts';

/** The rule in full: what it looks for, what the command line calls it, and the setting. */
export const ruleTitle = ({ id, rule }: Pick<RuleRow, 'id' | 'rule'>): string =>
  `${describeStopRule(rule)}\n--rule ${id}: ${JSON.stringify(rule)}`;

/** "12.3 %"; a dash for what is not known. */
export const percent = (share: number | null | undefined, digits = 1): string =>
  share === null || share === undefined ? '–' : `${(share * 100).toFixed(digits)} %`;

/** What a share is at most: "12 %", of less than 1 % "0.4 %", and nothing only where it is nothing. */
export const upToPercent = (share: number): string =>
  share > 0 && share < 0.01 ? percent(Math.max(share, 0.001)) : percent(share, 0);

/** "20 to 45 %", "up to 11 %" from nothing on; one digit where a half per cent would be lost. */
export function intervalWords([low, high]: Interval): string {
  const digits = high - low < 0.1 ? 1 : 0;
  return low === 0
    ? `up to ${high < 0.001 ? 'less than 0.1 %' : percent(high, digits)}`
    : `${(low * 100).toFixed(digits)} to ${percent(high, digits)}`;
}

/** The same in brackets, with what it is; nothing where it is not known. */
const in95 = (interval: Interval | null | undefined): string =>
  interval == null ? '' : ` (95 %: ${intervalWords(interval)})`;

/** What the rule would have done, its costs as plainly as its savings. */
export function reportWords({ outcomes, measure }: RuleReport): readonly string[] {
  const { failed, succeeded, precision, chance, savedShares, cutShares, intervals } = outcomes;
  if (failed + succeeded === 0)
    return [
      `It would have stopped ${grouped(outcomes.stopped)} of ${counted(outcomes.cases, 'case')}; ${grouped(outcomes.after[measure] ?? 0)} ${measure} come after the stops.`,
      'The traces do not say how cases ended: whether that saves anything, or is a false alarm, is unknown.',
    ];
  return [
    `It would have stopped ${grouped(outcomes.stoppedFailed)} of ${counted(failed, 'failed case')}${in95(intervals.recall)} and ${grouped(outcomes.stoppedSucceeded)} of ${counted(succeeded, 'successful one')}${in95(intervals.falseAlarms)}.`,
    `Saved: ${percent(savedShares?.ofAll[measure])} of all ${measure}${in95(savedShares?.intervals.ofAll[measure])}. Cut out of successful cases: ${percent(cutShares?.ofAll[measure])}${in95(cutShares?.intervals.ofAll[measure])}.`,
    ...(precision === null
      ? []
      : [
          `Of the stopped, ${percent(precision, 0)} fail${in95(intervals.precision)}; stopping blindly at the same steps, ${percent(chance, 0)} would.`,
        ]),
  ];
}

/** Stopped cases as shares of all. */
export const barOf = ({ cases, stoppedFailed, stoppedUnknown, stoppedSucceeded }: RuleOutcomes) => ({
  failed: stoppedFailed / Math.max(1, cases),
  unknown: stoppedUnknown / Math.max(1, cases),
  succeeded: stoppedSucceeded / Math.max(1, cases),
});
