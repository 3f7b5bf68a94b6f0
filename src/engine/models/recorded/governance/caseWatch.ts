import { createRuleJudge, type Judge } from '../../../rules/createRuleJudge.ts';
import { findRepeatedStep } from '../../../rules/findRepeatedStep.ts';
import { StepKeyer, type StepKeys } from '../../../rules/stepKeyer.ts';
import { listPlainRules, type PlainRule, type StopRule } from '../../../rules/stopRule.ts';
import type { TraceStep } from '../../../traces/traces.ts';

/** A rule's verdict after a step. */
interface Verdict {
  /** The rule that holds: one of several. */
  readonly rule: PlainRule;
  /** Place of the step that this one repeats, from 0; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
}

/** Judges one case while it runs, step by step. */
export class CaseWatch {
  readonly #keyer = new StepKeyer();
  readonly #judges: readonly (readonly [rule: PlainRule, judge: Judge])[];
  readonly #steps: StepKeys[] = [];

  /** A watch that has seen nothing yet. */
  constructor(rule: StopRule) {
    this.#judges = listPlainRules(rule).map(plain => [plain, createRuleJudge(plain)]);
  }

  /** Takes the next step. @param state that the mapping gives it @returns null if the rule does not hold after it */
  step(step: TraceStep, state: string): Verdict | null {
    const keys = this.#keyer.of(step, state);
    const at = this.#steps.push(keys) - 1;
    const held = this.#judges.filter(([, judge]) => judge(keys));
    if (held.length === 0) return null;
    const [rule] = held[0];
    return { rule, repeats: findRepeatedStep(this.#steps, at, rule) };
  }
}
