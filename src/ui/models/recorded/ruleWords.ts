import type { RuleOutcomes } from '../../../engine/models/recorded/governance/outcomes.ts';
import { ruleWords } from '../../../engine/models/recorded/governance/ruleWords.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/governanceReport.ts';
import { counted, grouped } from '../../words/words.ts';

/** The rule in full: what it looks for, what the command line calls it, and the setting. */
export const ruleTitle = ({ id, rule }: Pick<RuleRow, 'id' | 'rule'>): string =>
  `${ruleWords(rule)}\n--rule ${id}: ${JSON.stringify(rule)}`;

/** "12.3 %"; a dash for what is not known. */
export const percent = (share: number | null | undefined, digits = 1): string =>
  share === null || share === undefined ? '–' : `${(share * 100).toFixed(digits)} %`;

/** What a share is at most: "12 %", of less than 1 % "0.4 %", and nothing only where it is nothing. */
export const upToPercent = (share: number): string =>
  share > 0 && share < 0.01 ? percent(Math.max(share, 0.001)) : percent(share, 0);

/** What the rule would have done, its costs as plainly as its savings. */
export function reportWords({ outcomes, measure, intervals }: RuleReport): readonly string[] {
  const { failed, succeeded, falseAlarms, precision, chance, savedShares, cutShares } = outcomes;
  if (failed + succeeded === 0)
    return [
      `It would have stopped ${grouped(outcomes.stopped)} of ${counted(outcomes.cases, 'case')}; ${grouped(outcomes.after[measure] ?? 0)} ${measure} come after the stops.`,
      'The traces do not say how cases ended: whether that saves anything, or is a false alarm, is unknown.',
    ];
  const between = (interval: readonly [low: number, high: number] | null) =>
    interval === null ? '' : ` (95 %: ${percent(interval[0])} to ${percent(interval[1])})`;
  const alarms = falseAlarms === null ? '' : ` (false alarms: ${percent(falseAlarms)})`;
  return [
    `It would have stopped ${grouped(outcomes.stoppedFailed)} of ${counted(failed, 'failed case')} and ${grouped(outcomes.stoppedSucceeded)} of ${counted(succeeded, 'successful one')}${alarms}.`,
    `Saved: ${percent(savedShares?.ofAll[measure])} of all ${measure}${between(intervals.savedOfAll)}. Cut out of successful cases: ${percent(cutShares?.ofAll[measure])}${between(intervals.cutOfAll)}.`,
    ...(precision === null
      ? []
      : [
          `Of the stopped, ${percent(precision, 0)} fail; stopping blindly at the same steps, ${percent(chance, 0)} would.`,
        ]),
  ];
}

/** Stopped cases as shares of all. */
export const barOf = ({ cases, stoppedFailed, stoppedUnknown, stoppedSucceeded }: RuleOutcomes) => ({
  failed: stoppedFailed / Math.max(1, cases),
  unknown: stoppedUnknown / Math.max(1, cases),
  succeeded: stoppedSucceeded / Math.max(1, cases),
});
