import type { Verdict } from '../../engine/export/verdict.ts';

/** "every section follows from set-up, seed and answers", or the first place that does not. */
export function describeVerdict({ verdict, difference, reason }: Verdict): string {
  if (verdict === 'verified') return 'verified: every section follows from its set-up, seed and answers.';
  if (difference === null) return `it is not what it says: ${reason}.`;
  const { where, said, is } = difference;
  return `it is not what it says: ${where} is ${said ?? 'missing'}, and would be ${is ?? 'missing'}.`;
}
