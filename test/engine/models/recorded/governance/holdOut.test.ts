import { describe, expect, it } from 'vitest';
import {
  exemptCases,
  getCallKind,
} from '../../../../../src/engine/models/recorded/governance/exemptCases.ts';
import { computeHoldOut } from '../../../../../src/engine/models/recorded/governance/holdOut.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { computeRuleOutcomes } from '../../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import type { PlainRule } from '../../../../../src/engine/rules/stopRule.ts';
import { EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, step } from '../cases.ts';

const inARow = (threshold: number): PlainRule => ({ rule: 'in_a_row', threshold, compare: 'call' });
const candidates = [2, 3, 5].map(threshold => ({ threshold, rule: inARow(threshold) }));
/** A case that makes one call so often, and then other ones. */
const looping = (id: string, times: number, outcome: TraceCase['outcome'], tool = 'look'): TraceCase =>
  aCase(
    id,
    [
      ...Array.from({ length: times }, () => step(tool, { argsHash: 'a', tokensIn: 10 })),
      step('end', { argsHash: id, tokensIn: 10 }),
    ],
    { outcome, tokens: 'exact' },
  );
const prepare = (...cases: readonly TraceCase[]) => prepareCases(cases, EACH_TOOL);
const rest = async () => undefined;
const many = (count: number, make: (i: number) => TraceCase) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('rules that are chosen on one half of the tasks', () => {
  it('save on the other half what they would save of all, if all tasks are alike', async () => {
    const cases = prepare(...many(20, i => looping(`${i}`, 9, 'failed')));
    const report = await computeHoldOut(cases, candidates, 'tokens', 1, rest);
    expect(report?.splits).toHaveLength(200);
    for (const { threshold, isChosen, saved, lost } of report?.splits ?? []) {
      expect([threshold, isChosen, lost]).toEqual([2, true, 0]);
      expect(saved).toBeCloseTo(0.8, 10);
    }
    expect(report?.range).toEqual([0.8, 0.8, 0.8]);
  });

  it('lose successes there that the first half did not have', async () => {
    const cases = prepare(...many(19, i => looping(`${i}`, 9, 'failed')), looping('poll', 3, 'succeeded'));
    const { splits = [] } = (await computeHoldOut(cases, candidates, 'tokens', 7, rest)) ?? {};
    // The one success is in either half of about half of the splits.
    const unseen = splits.filter(({ threshold }) => threshold === 2);
    expect(unseen.length).toBeGreaterThan(60);
    expect(unseen.length).toBeLessThan(140);
    expect(unseen.every(({ lost }) => lost === 1)).toBe(true);
    expect(splits.filter(({ threshold }) => threshold === 5).every(({ lost }) => lost === 0)).toBe(true);
  });

  it('choose nothing where each candidate loses a success, or saves nothing', async () => {
    const cases = prepare(...many(8, i => looping(`${i}`, 9, 'succeeded')));
    const report = await computeHoldOut(cases, candidates, 'tokens', 1, rest);
    expect(report?.splits.every(({ isChosen, saved }) => !isChosen && saved === 0)).toBe(true);
  });

  it('are unknown without outcomes, and for one task alone', async () => {
    expect(
      await computeHoldOut(
        prepare(looping('a', 9, null), looping('b', 9, null)),
        candidates,
        'tokens',
        1,
        rest,
      ),
    ).toBeNull();
    expect(
      await computeHoldOut(prepare(looping('a', 9, 'failed')), candidates, 'tokens', 1, rest),
    ).toBeNull();
  });

  it('are drawn alike for the same seed', async () => {
    const cases = prepare(
      ...many(20, i => looping(`${i}`, 2 + (i % 7), i % 3 === 0 ? 'succeeded' : 'failed')),
    );
    const draw = async (seed: number) => await computeHoldOut(cases, candidates, 'tokens', seed, rest);
    expect(await draw(4)).toEqual(await draw(4));
    expect(await draw(4)).not.toEqual(await draw(5));
  });
});

describe('calls that a rule does not count', () => {
  it('neither repeat nor part others, and their amounts stay', () => {
    const cases = prepare(looping('a', 9, 'failed', 'poll'), looping('b', 9, 'failed'));
    const exempt = exemptCases(cases, [getCallKind({ tool: 'poll', args: null })]);
    const outcomes = computeRuleOutcomes(exempt, inARow(3));
    expect([outcomes.stoppedFailed, outcomes.failed]).toEqual([1, 2]);
    expect(outcomes.saved?.tokens).toBe(70);
    expect(exempt[0].total.tokens).toBe(100);
    expect(exemptCases(cases, [])).toBe(cases);
  });

  it('are, of a shell, those of one command', () => {
    expect(getCallKind({ tool: 'Bash', args: '{"command":"npm test -- cart"}' })).toEqual({
      ...{ tool: '^Bash$', args: '"command"\\s*:\\s*"npm\\b', words: 'Bash npm' },
    });
    expect(getCallKind({ tool: 'a.b', args: '{"command":"npm test"}' })).toEqual({
      ...{ tool: '^a\\.b$', args: null, words: 'a.b' },
    });
  });
});
