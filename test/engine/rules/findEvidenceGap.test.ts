import { describe, expect, it } from 'vitest';
import { findEvidenceGap, MIN_STOPPED_CASES } from '../../../src/engine/rules/findEvidenceGap.ts';

describe('the evidence for a guard that acts', () => {
  it('lacks outcomes, then successes, then stopped failures, and nothing from the fifth on', () => {
    const cases = { failed: 9, succeeded: 9 };
    expect(findEvidenceGap({ failed: 0, succeeded: 0, stoppedFailed: 0 })).toBe('outcomes');
    expect(findEvidenceGap({ failed: 9, succeeded: 0, stoppedFailed: 9 })).toBe('successes');
    expect(findEvidenceGap({ ...cases, stoppedFailed: MIN_STOPPED_CASES - 1 })).toBe('stops');
    expect(findEvidenceGap({ ...cases, stoppedFailed: MIN_STOPPED_CASES })).toBeNull();
  });
});
