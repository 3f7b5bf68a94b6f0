import { MIN_STOPPED_CASES } from '../../../rules/findEvidenceGap.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { TAIL } from '../../../statistics/intervals/interval.ts';
import type { Measure } from './ruleAmounts.ts';
import type { RuleOutcomes, RuleTally } from './ruleOutcomes.ts';

/** The rule that is looked at if none is recommended. */
export const USUAL_RULE = 'careful';

/**
 * The interval for a rule's savings of all, if it was chosen of several because it saves most: the chosen one is likely
 * to look better than it is, so the lower end allows for as many chances to do so (Bonferroni), and the upper end needs
 * no correction.
 * @returns null if the share is
 */
export function computeSelectionInterval(tally: RuleTally, measure: Measure, among: number): Interval | null {
  const alone = tally.savedOfAll(measure, TAIL);
  const wide = tally.savedOfAll(measure, TAIL / among);
  return alone && wide && [wide[0], alone[1]];
}

/** Facts about a rule among others. */
interface RuleCandidate {
  readonly outcomes: RuleOutcomes;
}

/** The share of all that a rule saves; 0 if that is not known. */
export const getSavedShare = ({ outcomes }: RuleCandidate, measure: Measure): number =>
  outcomes.savedShares?.ofAll[measure] ?? 0;

/**
 * True if a rule saves something and ends no successful case, of which there are some, nor a possibly successful one.
 */
const isCostFreeRule = (rule: RuleCandidate, measure: Measure): boolean =>
  rule.outcomes.succeeded > 0 &&
  rule.outcomes.stoppedSucceeded === 0 &&
  rule.outcomes.stoppedUnknown === 0 &&
  getSavedShare(rule, measure) > 0;

/** A possible recommendation among several rules. */
export interface Recommendation<Rule> {
  /** The rule that saves most among those that end no successful case, and at least five failed ones; null for none. */
  readonly best: Rule | null;
  /** Rules that save something at no cost, and stop fewer. */
  readonly tooFew: number;
}

/** The rule to recommend of several that were tried on the same cases. */
export function recommendRule<Rule extends RuleCandidate>(
  rules: readonly Rule[],
  measure: Measure,
): Recommendation<Rule> {
  const free = rules.filter(rule => isCostFreeRule(rule, measure));
  const enough = free.filter(({ outcomes }) => outcomes.stoppedFailed >= MIN_STOPPED_CASES);
  const best = enough.reduce<Rule | null>(
    (most, rule) =>
      most === null || getSavedShare(rule, measure) > getSavedShare(most, measure) ? rule : most,
    null,
  );
  return { best, tooFew: free.length - enough.length };
}
