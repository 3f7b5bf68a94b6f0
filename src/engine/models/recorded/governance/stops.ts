import { RuleWatch } from '../../../guard/ruleWatch.ts';
import { createRuleJudge } from '../../../rules/createRuleJudge.ts';
import { findRepeatedStep } from '../../../rules/findRepeatedStep.ts';
import { listPlainRules, type PlainRule, type StopRule } from '../../../rules/stopRule.ts';
import type { TraceOutcome } from '../../../traces/traces.ts';
import type { PreparedCase } from './prepareCases.ts';
import type { Amounts } from './ruleAmounts.ts';

/**
 * Place of the step of the source, from 0, after which a guard stops a case that it advises when the rule holds, once the
 * advice was ignored so often; −1 if it never does. The case is as it was without advice.
 */
export function findStopAfterAdvice(one: PreparedCase, rule: StopRule, ignored: number): number {
  const watch = new RuleWatch({ id: '', when: rule, advise: '', ignored, end: 'stop' });
  const at = one.steps.findIndex(step => watch.take(step)?.kind === 'stop');
  return at === -1 ? -1 : one.stepPlaces[at];
}

/** Place of the first step of the source, from 0, after which the rule holds; −1 if it never does. */
export function findFirstFiring(one: PreparedCase, rule: StopRule): number {
  const at = findFiringPlace(one, rule);
  return at === -1 ? -1 : one.stepPlaces[at];
}

/** Steps in a row after each of which a part of a rule holds. */
interface Firings {
  readonly rule: PlainRule;
  /** Place of the last of them, from 0, among those of the source. */
  readonly last: number;
  readonly count: number;
  /** True if it holds by now. */
  readonly lasts: boolean;
}

/**
 * The latest steps in a row at which the rule holds, by the first of its parts that does at their end; null if it never holds.
 * A message is none of them; it ends those of a part that asks for the same in a row.
 */
export function findLatestFirings({ steps, stepPlaces }: PreparedCase, rule: StopRule): Firings | null {
  const parts = listPlainRules(rule).map(plain => ({ plain, judge: createRuleJudge(plain), count: 0 }));
  let found: { readonly part: (typeof parts)[number]; readonly last: number; readonly count: number } | null =
    null;
  for (const [last, step] of steps.entries()) {
    let isFound = false;
    for (const part of parts) {
      const holds = part.judge(step);
      if (step.isMessage && part.plain.rule !== 'in_a_row') continue;
      part.count = holds ? part.count + 1 : 0;
      if (!holds || isFound) continue;
      found = { part, last, count: part.count };
      isFound = true;
    }
  }
  if (found === null) return null;
  const { part, last, count } = found;
  return { rule: part.plain, last: stepPlaces[last], count, lasts: part.count > 0 };
}

function findFiringPlace({ steps }: PreparedCase, rule: StopRule): number {
  const judge = createRuleJudge(rule);
  for (let i = 0; i < steps.length; i++) if (judge(steps[i])) return i;
  return -1;
}

/** A case that a rule would have stopped. Places of steps are from 0, among those of the source. */
export interface StoppedCase {
  readonly id: string;
  readonly outcome: TraceOutcome | null;
  /** The step after which it is stopped. */
  readonly step: number;
  /** The step that this one repeats; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
  /** The rule that held: one of several. */
  readonly rule: PlainRule;
  /** Amounts after the stop. */
  readonly after: Amounts;
}

/**
 * The cases that a rule stops before their last step, in their order.
 * @param isUnderWay true for a case that goes on after its last step, at which it can be stopped as well
 */
export function findStoppedCases(
  cases: readonly PreparedCase[],
  rule: StopRule,
  isUnderWay: (one: PreparedCase) => boolean = () => false,
): StoppedCase[] {
  return cases.flatMap(one => {
    const { source, stepPlaces, ledger, lastPlace } = one;
    const at = findFiringPlace(one, rule);
    if (at === -1 || (stepPlaces[at] === lastPlace && !isUnderWay(one))) return [];
    const held = listPlainRules(rule).find(plain => findFiringPlace(one, plain) === at);
    if (held === undefined) return [];
    const repeated = findRepeatedStep(one.steps, at, held);
    return [
      {
        id: source.id,
        outcome: source.outcome,
        step: stepPlaces[at],
        repeats: repeated === null ? null : stepPlaces[repeated],
        rule: held,
        after: ledger.from(stepPlaces[at] + 1),
      },
    ];
  });
}
