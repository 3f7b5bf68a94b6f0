import type { RuleOutcomes } from '../../../engine/models/recorded/governance/outcomes.ts';
import type { PlainRule, StopRule } from '../../../engine/models/recorded/governance/rule.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/governanceReport.ts';
import { counted, grouped } from '../../words/words.ts';

const COMPARED: Readonly<Record<PlainRule['compare'], string>> = {
  tool: 'the same tool',
  call: 'the same call',
  result: 'the same call with the same result',
  state: 'the same state',
  error: 'a failed call',
  call_error: 'the same call failing',
  step: 'steps',
};

/** What an agent goes back and forth between. */
const IN_TURN: Readonly<Partial<Record<PlainRule['compare'], string>>> = {
  tool: 'tools',
  call: 'calls',
  result: 'calls with the same results',
};

/** "the same call 3 times in a row". */
function plainWords({ rule, threshold, compare, window = 6 }: PlainRule): string {
  const what = COMPARED[compare];
  switch (rule) {
    case 'in_a_row':
      return `${what} ${threshold} times in a row`;
    case 'in_run':
      return `${what} ${threshold} times in all`;
    case 'alternating':
      return `back and forth between two ${IN_TURN[compare]}, ${threshold} times`;
    case 'similar':
      return `${threshold} similar calls among the last ${window + 1}`;
    case 'nothing_new':
      return `${threshold} calls in a row that were all made before${compare === 'result' ? ', with the same results' : ''}`;
    case 'longer_than':
      return `more than ${threshold} steps`;
  }
}

/** A rule in words. */
export const ruleWords = (rule: StopRule): string =>
  rule.rule === 'any' ? rule.of.map(plainWords).join(', or ') : plainWords(rule);

/** Rules of several parts, in words for all of them. */
const NAMED: Readonly<Record<string, string>> = {
  careful: 'clear loops',
  specification: 'any repetition',
  openhands: 'as OpenHands stops its agents',
};

/** What a rule is called: what it looks for. */
export const ruleName = ({ id, name, rule }: Pick<RuleRow, 'id' | 'name' | 'rule'>): string =>
  rule.rule === 'any' ? (NAMED[id] ?? name) : plainWords(rule);

/** The rule in full: what it looks for, what the command line calls it, and the setting. */
export const ruleTitle = ({ id, name, rule }: Pick<RuleRow, 'id' | 'name' | 'rule'>): string =>
  `${ruleWords(rule)}\n--rule ${id} (${name}): ${JSON.stringify(rule)}`;

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
