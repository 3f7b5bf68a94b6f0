import type { ExemptCall } from '../../../../engine/models/recorded/governance/exemptCases.ts';
import {
  type Recommendation,
  recommendRule,
  USUAL_RULE,
} from '../../../../engine/models/recorded/governance/recommend.ts';
import type { RuleRequest, RuleRow } from '../../../../engine/models/recorded/reports/governanceReport.ts';

interface KnownRules {
  readonly rules: readonly RuleRow[];
  /** The rule that the user has chosen; null for none. */
  readonly ruleId: string | null;
}

/** The recommended rule among those that were tried; null before any was tried. */
export const getRecommendedRule = (rules: readonly RuleRow[]): Recommendation<RuleRow> =>
  rules.length === 0 ? { best: null, tooFew: 0 } : recommendRule(rules, rules[0].measure);

/** The request for the report on the rule that is looked at, as JSON; null until the rules have been tried. */
export function formatRuleRequest(
  known: KnownRules & { readonly ruleThreshold: number | null; readonly exempt: readonly ExemptCall[] },
): string | null {
  const id = getCurrentRuleId(known);
  if (id === null) return null;
  const request: RuleRequest = { id, threshold: known.ruleThreshold, exempt: known.exempt };
  return JSON.stringify(request);
}

/** The rule that is looked at: the chosen one, else the recommended, else the usual one; null until the rules have been tried. */
export const getCurrentRuleId = ({ rules, ruleId }: KnownRules): string | null =>
  ruleId ?? (rules.length === 0 ? null : (getRecommendedRule(rules).best?.id ?? USUAL_RULE));
