import type { Verdict } from '../../engine/export/verdict.ts';
import type { Replayed } from '../state/pageState.ts';

/** "every section follows from set-up, seed and answers", or the first place that does not. */
export function describeVerdict({ verdict, difference, reason }: Verdict): string {
  if (verdict === 'verified') return 'verified: every section follows from its set-up, seed and answers.';
  if (difference === null) return `it is not what it says: ${reason}.`;
  const { where, said, is } = difference;
  return `it is not what it says: ${where} is ${said ?? 'missing'}, and would be ${is ?? 'missing'}.`;
}

/** Result of a document's check, for a line: "verified", "differs in agents[4].current_state". */
export function describeCheckBriefly(check: Replayed['check']): string {
  if (check === null) return 'not checked';
  if (typeof check === 'number') return `${Math.round(check * 100)} % checked`;
  if (check.verdict === 'verified') return 'verified';
  return `differs: ${check.difference?.where ?? check.reason ?? ''}`;
}
