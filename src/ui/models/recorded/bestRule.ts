import type { Measure } from '../../../engine/models/recorded/governance/amounts.ts';
import type { RuleReport, RuleRow } from '../../../engine/models/recorded/governanceReport.ts';

/** The usual rule, where none saves anything at no cost. */
const USUAL = 'careful';

interface Known {
  readonly rules: readonly RuleRow[];
  /** The rule that the user has chosen; null for none. */
  readonly ruleId: string | null;
}

/** What the savings of rules are told in. */
export const measureIn = (rules: readonly RuleRow[]): Measure =>
  rules.some(({ outcomes }) => outcomes.after.tokens !== null) ? 'tokens' : 'steps';

/** The share of all that a rule saves; 0 where that is not known. */
export const savedBy = ({ outcomes }: Pick<RuleReport, 'outcomes'>, measure: Measure): number =>
  outcomes.savedShares?.ofAll[measure] ?? 0;

/** The rule that saves most among those that end no successful case; null where none of these saves anything. */
export function bestRule(rules: readonly RuleRow[]): RuleRow | null {
  const measure = measureIn(rules);
  const free = rules.filter(({ outcomes }) => outcomes.succeeded > 0 && outcomes.stoppedSucceeded === 0);
  const saving = free.filter(rule => savedBy(rule, measure) > 0);
  return saving.reduce<RuleRow | null>(
    (best, rule) => (best === null || savedBy(rule, measure) > savedBy(best, measure) ? rule : best),
    null,
  );
}

/** The rule that is looked at: the chosen one, else the best, else the usual one; null until the rules have been tried. */
export const ruleIdNow = ({ rules, ruleId }: Known): string | null =>
  ruleId ?? (rules.length === 0 ? null : (bestRule(rules)?.id ?? USUAL));
