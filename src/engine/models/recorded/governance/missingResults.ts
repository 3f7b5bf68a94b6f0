import type { StopRule } from '../../../rules/stopRule.ts';
import type { PreparedCase } from './prepareCases.ts';

/** True if there are calls, and none has a result. */
export function areResultsMissing(cases: readonly PreparedCase[]): boolean {
  let calls = 0;
  for (const { steps } of cases)
    for (const { isMessage, hasResult } of steps) {
      if (isMessage) continue;
      if (hasResult) return false;
      calls++;
    }
  return calls > 0;
}

/** True if a rule, or a part of it, looks at results. */
export const isResultRule = (rule: StopRule): boolean =>
  rule.rule === 'any' ? rule.of.some(isResultRule) : rule.compare === 'result';

/** Behaviour of rules on results if there are none. */
export const WITHOUT_RESULTS =
  'These traces have no results of calls: rules that compare results take those of equal calls for equal, and those that count equal results in all hold nowhere.';
