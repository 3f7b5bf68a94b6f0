import type { PlainRule } from '../../../rules/stopRule.ts';
import type { PreparedCase } from './prepareCases.ts';
import { computeRuleOutcomes, type RuleOutcomes } from './ruleOutcomes.ts';

/** Effects of a rule at each of some thresholds, in their order, without intervals of the savings. */
export function computeRuleCurve(
  cases: readonly PreparedCase[],
  rule: PlainRule,
  thresholds: readonly number[],
): { readonly threshold: number; readonly outcomes: RuleOutcomes }[] {
  return thresholds.map(threshold => ({
    threshold,
    outcomes: computeRuleOutcomes(cases, { ...rule, threshold }, []),
  }));
}
