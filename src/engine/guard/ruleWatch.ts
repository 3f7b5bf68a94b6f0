import { createRuleJudge, type Judge } from '../rules/createRuleJudge.ts';
import type { StepKeys } from '../rules/stepKeyer.ts';
import { listPlainRules, type PlainRule } from '../rules/stopRule.ts';
import type { GuardRule, RuleEnd } from './guardPolicy.ts';

/** Consequence of a step for one rule. `obeyed`: the step after an advice at which the rule no longer holds. */
type RuleVerdict = { readonly kind: RuleEnd; readonly held: PlainRule } | { readonly kind: 'obeyed' };

/** Follows one rule and its escalation through a session, step by step. */
export class RuleWatch {
  readonly #rule: GuardRule;
  #judges: readonly (readonly [rule: PlainRule, judge: Judge])[];
  #isAdvised = false;
  #ignored = 0;

  /** A watch that has seen nothing yet. */
  constructor(rule: GuardRule) {
    this.#rule = rule;
    this.#judges = createJudges(rule);
  }

  /** Takes the next step. @returns null if nothing follows from it */
  take(step: StepKeys): RuleVerdict | null {
    // Every judge has to see every step.
    const holding = this.#judges.filter(([, judge]) => judge(step));
    if (holding.length > 0) return { kind: this.#escalate(), held: holding[0][0] };
    // A message neither repeats nor obeys.
    if (!this.#isAdvised || step.isMessage) return null;
    this.#forgetAdvice();
    return { kind: 'obeyed' };
  }

  /** Begins again, as if nothing had happened before. */
  restart(): void {
    this.#judges = createJudges(this.#rule);
    this.#forgetAdvice();
  }

  /** The next time that the rule holds is the first again. */
  #forgetAdvice(): void {
    this.#isAdvised = false;
    this.#ignored = 0;
  }

  #escalate(): RuleEnd {
    const { advise, ignored, end } = this.#rule;
    if (this.#isAdvised) this.#ignored++;
    const isEnd = end !== 'advise' && (advise === null || this.#ignored >= ignored);
    this.#isAdvised = true;
    return isEnd ? end : 'advise';
  }
}

const createJudges = (rule: GuardRule): readonly (readonly [rule: PlainRule, judge: Judge])[] =>
  listPlainRules(rule.when).map(plain => [plain, createRuleJudge(plain)]);
