import {
  type Recommendation,
  recommendRule,
  USUAL_RULE,
} from '../../../../engine/models/recorded/governance/recommend.ts';
import type { RuleRequest, RuleRow } from '../../../../engine/models/recorded/reports/governanceReport.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getCasesView } from '../casesView.ts';
import { getRecordedPart } from '../recordedPart.ts';

type KnownRules = Pick<PageState, 'modelParts' | 'view'>;

/** The recommended rule among those that were tried; null before any was tried. */
export const getRecommendedRule = (rules: readonly RuleRow[]): Recommendation<RuleRow> =>
  rules.length === 0 ? { best: null, tooFew: 0 } : recommendRule(rules, rules[0].measure);

/** The request for the report on the rule that is looked at, as JSON; null until the rules have been tried. */
export function formatRuleRequest(state: KnownRules): string | null {
  const id = getCurrentRuleId(state);
  if (id === null) return null;
  const { ruleId, ruleThreshold: threshold, exempt } = getCasesView(state);
  // Of a rule that is not known nothing holds for the one in its place.
  const request: RuleRequest =
    ruleId === null || ruleId === id ? { id, threshold, exempt } : { id, threshold: null, exempt: [] };
  return JSON.stringify(request);
}

/** The rule that is looked at: the chosen one, if it is known, else the recommended, else the usual one; null until the rules have been tried. */
export function getCurrentRuleId(state: KnownRules): string | null {
  const { rules } = getRecordedPart(state);
  const { ruleId } = getCasesView(state);
  if (rules.length === 0) return null;
  if (rules.some(({ id }) => id === ruleId)) return ruleId;
  return getRecommendedRule(rules).best?.id ?? USUAL_RULE;
}
