/** Failed cases that a rule must stop to be recommended, and for a guard to act on it: fewer are anecdotes. */
export const MIN_STOPPED_CASES = 5;

/** Cases by their outcome, and the failed ones that a rule stops. */
interface RuleEvidence {
  readonly failed: number;
  readonly succeeded: number;
  readonly stoppedFailed: number;
}

/** Part of the evidence that recordings lack for a guard to act on a rule. */
type EvidenceGap = 'outcomes' | 'successes' | 'stops';

/** Finds what recordings lack for a guard to act on a rule; null for nothing. */
export function findEvidenceGap({ failed, succeeded, stoppedFailed }: RuleEvidence): EvidenceGap | null {
  if (failed + succeeded === 0) return 'outcomes';
  if (succeeded === 0) return 'successes';
  return stoppedFailed >= MIN_STOPPED_CASES ? null : 'stops';
}
