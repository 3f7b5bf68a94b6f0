import { InputError } from '../core/errors.ts';
import { getOutcomeRange, type OutcomeDefinition } from '../model/outcomeDefinition.ts';

/** Comparison of a count or an outcome. */
export type ReachOperator = '>=' | '<=' | '>' | '<';

/** Refuses a comparison that always or never holds. @param outcome null: agents in a state @throws InputError */
export function checkComparisonReach(
  text: string,
  { name, by, value }: { readonly name: string; readonly by: ReachOperator; readonly value: number },
  outcome: Pick<OutcomeDefinition, 'unit' | 'bounds'> | null,
  agents: number,
): void {
  const [least, most] = getOutcomeRange(outcome ?? { unit: '', bounds: 'agents' }, agents);
  const settled = { '>=': [least >= value, most < value], '>': [least > value, most <= value] } as const;
  // The other two are these turned round.
  const [always, never] =
    by === '>=' || by === '>' ? settled[by] : [...settled[by === '<' ? '>=' : '>']].reverse();
  if (!always && !never) return;
  const range =
    most === Number.POSITIVE_INFINITY ? `is never below ${least}` : `is always from ${least} to ${most}`;
  throw new InputError(`"${text}" ${always ? 'always' : 'never'} holds: ${name} ${range}`);
}
