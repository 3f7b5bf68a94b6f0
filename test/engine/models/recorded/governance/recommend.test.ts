import { describe, expect, it } from 'vitest';
import { recommendRule } from '../../../../../src/engine/models/recorded/governance/recommend.ts';
import type { RuleOutcomes } from '../../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import { MIN_STOPPED_CASES } from '../../../../../src/engine/rules/findEvidenceGap.ts';

const rule = (id: string, share: number, stopped: Partial<RuleOutcomes>) => ({
  id,
  outcomes: {
    ...{ succeeded: 30, stoppedFailed: 5, stoppedSucceeded: 0, stoppedUnknown: 0 },
    ...stopped,
    savedShares: { ofAll: { tokens: share } },
  } as RuleOutcomes,
});
const best = (...rules: ReturnType<typeof rule>[]) => recommendRule(rules, 'tokens').best?.id ?? null;

describe('the rule that is recommended', () => {
  it('saves most of those that lose no success', () => {
    const dear = rule('dear', 0.9, { stoppedSucceeded: 1 });
    expect(best(rule('less', 0.2, {}), dear, rule('most', 0.4, {}))).toBe('most');
  });

  it('stops at least five failed cases, whatever else it stops', () => {
    const few = rule('few', 0.4, { stoppedFailed: MIN_STOPPED_CASES - 1 });
    expect(recommendRule([few], 'tokens')).toEqual({ best: null, tooFew: 1 });
  });

  it('stops no case of unknown outcome, and does not exist where no case succeeded', () => {
    expect(best(rule('a', 0.4, { stoppedUnknown: 1 }))).toBeNull();
    expect(best(rule('a', 0.4, { succeeded: 0 }))).toBeNull();
    expect(best(rule('a', 0, {}))).toBeNull();
  });
});
