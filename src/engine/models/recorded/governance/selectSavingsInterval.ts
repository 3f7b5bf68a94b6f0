import { formatNounCount } from '../../../core/formatNounCount.ts';
import type { StopRule } from '../../../rules/stopRule.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { findPresetThreshold } from './describeRuleChange.ts';
import { getSavedShare, recommendRule } from './recommend.ts';
import type { Measure } from './ruleAmounts.ts';
import type { RuleOutcomes } from './ruleOutcomes.ts';

/** The interval for a rule's savings of all, 95 %, and the choice for which its lower end allows. */
export interface SavingsInterval {
  readonly interval: Interval | null;
  /** Null: the rule alone; unless it `isTuned`, as if it had been named before anybody saw the cases. */
  readonly bestOf: { readonly count: number; readonly noun: 'rule' | 'threshold' } | null;
  /** True if somebody has changed threshold or exemptions with the cases in sight. Only an offered threshold's interval allows for it. */
  readonly isTuned: boolean;
}

/** A rule as it is looked at: of a preset by its id, perhaps with another threshold and with exemptions. */
interface LookedAtRule {
  readonly id: string;
  readonly rule: StopRule;
  readonly exempt: readonly unknown[];
  readonly measure: Measure;
  readonly outcomes: RuleOutcomes;
  /** Thresholds that were tried. */
  readonly curve: readonly unknown[] | null;
  /** The threshold that is offered as the best of them. */
  readonly best: { readonly threshold: number; readonly saved: Interval | null } | null;
}

/** A rule of those that were tried, with its own threshold. */
interface TriedRule {
  readonly id: string;
  readonly outcomes: RuleOutcomes;
  readonly savedIfChosen: Interval | null;
}

/**
 * The interval to show with the savings of a rule: of the recommended rule that which allows for the choice among
 * all rules, of a threshold that was offered that which allows for the choice among thresholds, else that of the rule alone. With
 * exemptions it is that of the rule alone, since nothing allows for their choice by the same cases.
 * @param rows all rules that were tried, with the same exemptions
 */
export function selectSavingsInterval(report: LookedAtRule, rows: readonly TriedRule[]): SavingsInterval {
  const { rule, exempt, measure, outcomes, best, curve } = report;
  const isTuned = exempt.length > 0 || findPresetThreshold(report) !== null;
  const alone = { interval: outcomes.savedShares?.intervals.ofAll[measure] ?? null, bestOf: null, isTuned };
  if (exempt.length > 0) return alone;
  const row = rows.find(({ id }) => id === report.id);
  if (row !== undefined && findPresetThreshold(report) === null) {
    // While exemptions change, the rows may be those of the previous ones.
    const isCurrent = getSavedShare(row, measure) === getSavedShare(report, measure);
    if (isCurrent && recommendRule(rows, measure).best === row)
      return { interval: row.savedIfChosen, bestOf: { count: rows.length, noun: 'rule' }, isTuned };
  } else if (best !== null && rule.rule !== 'any' && rule.threshold === best.threshold)
    return { interval: best.saved, bestOf: { count: curve?.length ?? 0, noun: 'threshold' }, isTuned };
  return alone;
}

/** "as the best of 19 rules", "this rule alone", "too narrow, as the rule was changed on these cases" */
export const describeSavingsChoice = ({ bestOf, isTuned }: SavingsInterval): string => {
  if (bestOf !== null) return `as the best of ${formatNounCount(bestOf.count, bestOf.noun)}`;
  return isTuned ? 'too narrow, as the rule was changed on these cases' : 'this rule alone';
};
