import { PROGRAM_LIMITS } from '../../../python/limits.ts';
import { Meter } from '../../../python/meter.ts';
import { evaluateCondition } from '../../../python/runCode.ts';
import { isTruthy } from '../../../python/value.ts';
import type { Condition } from '../inputs/workflow.ts';
import type { TurnContext } from './turnContext.ts';
import type { Warning } from './warnings.ts';

/**
 * True if a condition holds; one that cannot be evaluated counts as false, and `warn` is called with the reason. A
 * missing condition always holds. Once the agent's share of the tick is spent, all others are false.
 */
export function isConditionMet(
  condition: Condition | null,
  context: TurnContext,
  warn: (warning: Warning) => void = () => {},
): boolean {
  if (condition === null) return true;
  const { allowance } = context;
  if (allowance.isSpent) return false;
  const outcome = evaluateCondition(condition.program, context, new Meter(PROGRAM_LIMITS, allowance));
  if (outcome.kind === 'done') return isTruthy(outcome.value);
  const { line, column } = condition;
  const why =
    outcome.error === 'NameError' && outcome.name !== undefined
      ? `nothing has set “${outcome.name}” yet`
      : outcome.problem.message;
  const message = `condition “${condition.text}” is taken as false: ${why}`;
  warn({ message, kind: outcome.name ?? outcome.error, line, column });
  return false;
}
