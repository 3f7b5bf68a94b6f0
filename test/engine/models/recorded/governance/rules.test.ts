import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../src/engine/core/errors.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { computeRuleOutcomes } from '../../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import {
  findLatestFirings,
  findStoppedCases,
} from '../../../../../src/engine/models/recorded/governance/stops.ts';
import { CAREFUL, PRESET_RULES } from '../../../../../src/engine/rules/presetRules.ts';
import { readStopRule } from '../../../../../src/engine/rules/readStopRule.ts';
import type { PlainRule } from '../../../../../src/engine/rules/stopRule.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, recordedSet } from '../recordedRuns.ts';

const sft = prepareCases(recordedSet('tau2_sierra_sft'), AS_THE_SOURCE_SAYS);
const telecom = sft.filter(({ source }) => source.labels.domain === 'telecom');
const rule = (kind: PlainRule['rule'], threshold: number, compare: PlainRule['compare']): PlainRule => ({
  ...{ rule: kind, threshold, compare },
});
/** A letter is a call, with a `!` behind it one that fails; `-` is a message. */
const calls = (text: string, known: Partial<TraceCase> = {}) =>
  aCase(
    [...text.matchAll(/([^!])(!?)/g)].map(([, tool, failed]) => ({
      tool: tool === '-' ? 'say' : tool,
      ...{ args: tool, argsHash: tool, resultHash: tool, failed: failed === '!' },
    })),
    known,
  );
const stopOf = (one: TraceCase, by: PlainRule) => {
  const [found] = findStoppedCases(prepareCases([one], EACH_TOOL), by);
  return found === undefined ? null : [found.step, found.repeats];
};
const mistakeIn = (json: unknown): string => {
  try {
    readStopRule(json);
  } catch (error) {
    if (error instanceof InputError) return error.message;
  }
  return '';
};

describe('a rule', () => {
  it.each([
    ['xaaa.', rule('in_a_row', 3, 'call'), [3, 1]],
    ['aa-a.', rule('in_a_row', 3, 'call'), null],
    ['aa-aaa.', rule('in_a_row', 3, 'call'), [5, 3]],
    ['---.', rule('in_a_row', 3, 'state'), [2, 0]],
    ['ab!-c!d!.', rule('in_a_row', 3, 'error'), [4, 1]],
    ['a!a!-a!a!a!.', rule('in_a_row', 3, 'call_error'), [5, 3]],
    ['abaca.', rule('in_run', 3, 'call'), [4, 0]],
    ['a!bc!.', rule('in_run', 2, 'error'), [2, 0]],
    ['abcbca.', rule('nothing_new', 3, 'result'), [5, 0]],
    ['xab-ab.', rule('alternating', 2, 'tool'), [5, 1]],
    ['aaaa.', rule('alternating', 2, 'tool'), null],
    ['abaca.', rule('similar', 3, 'call'), [4, 0]],
    ['abcd.', rule('longer_than', 2, 'step'), [2, null]],
    ['aaa', rule('in_a_row', 3, 'call'), null],
  ])('over %s stops at the very step and names the step that it repeats: %j', (text, by, expected) => {
    expect(stopOf(calls(text), by)).toEqual(expected);
  });

  it.each([
    ['xaaaa', ['in_a_row', 4, 2, true]],
    ['xaaaabc', ['in_a_row', 4, 2, false]],
    // The second time all has been made before, also where another call follows.
    ['aaaabcdaaaabc', ['nothing_new', 12, 4, true]],
    ['aaa-bcdefggg', ['in_a_row', 11, 1, true]],
    // A message ends what is the same in a row, and nothing else.
    ['aaa-', ['in_a_row', 2, 1, false]],
    ['ab-ab-ab-', ['nothing_new', 7, 2, true]],
    ['abcd', null],
  ])('of several parts has held last over %s where the part says that does at the end', (text, expected) => {
    const found = findLatestFirings(prepareCases([calls(text)], EACH_TOOL)[0], CAREFUL);
    expect(found && [found.rule.rule, found.last, found.count, found.lasts]).toEqual(expected);
  });

  it('takes calls with unknown arguments as different', () => {
    const unknown = aCase(Array.from({ length: 9 }, () => ({ tool: 'a' })));
    for (const compare of ['call', 'result'] as const)
      for (const kind of ['in_a_row', 'in_run', 'nothing_new'] as const)
        expect(stopOf(unknown, rule(kind, 2, compare))).toBeNull();
    expect(stopOf(unknown, rule('in_a_row', 2, 'tool'))).toEqual([1, 0]);
  });

  it('survives JSON unchanged', () => {
    for (const { rule: one } of PRESET_RULES)
      expect(readStopRule(JSON.parse(JSON.stringify(one)))).toEqual(one);
  });

  it.each([
    [{ rule: 'in_a_row', threshold: 0, compare: 'call' }, /^rule\.threshold/],
    [{ rule: 'in_a_row', threshold: 2.5, compare: 'call' }, /^rule\.threshold/],
    [{ rule: 'in_a_loop', threshold: 3, compare: 'call' }, /^rule\.rule/],
    [rule('in_run', 3, 'state'), 'rule.compare: “in_run” compares tool, call, result, error, not “state”'],
    [
      { rule: 'any', of: [rule('similar', 1, 'call')] },
      /^rule\.of\[0\]\.threshold must be at least 2: one call/,
    ],
    [{ rule: 'any', of: [] }, /^rule\.of/],
    [{ ...rule('in_run', 3, 'call'), window: 3 }, /^rule: likeness and window belong to “similar”/],
    [{ ...rule('similar', 3, 'call'), likeness: 2 }, /^rule\.likeness/],
    ['careful', /^rule/],
  ])('is refused with the place of a mistake: %j', (json, message) => {
    expect(mistakeIn(json)).toMatch(message);
  });
});

describe('outcomes', () => {
  it('of the same call three times in a row stop five failed runs and no successful one', () => {
    const found = computeRuleOutcomes(telecom, rule('in_a_row', 3, 'call'));
    expect([found.cases, found.stoppedFailed, found.stoppedSucceeded, found.falseAlarms]).toEqual([
      80, 5, 0, 0,
    ]);
  });

  it('are unknown where no case has one, and the steps after the stop are still counted', () => {
    const cases = prepareCases([calls('aaaab'), calls('ab')], EACH_TOOL);
    const found = computeRuleOutcomes(cases, rule('in_a_row', 3, 'call'));
    const { precision, chance, recall, falseAlarms, saved, savedShares, cut, cutShares } = found;
    expect([precision, chance, recall, falseAlarms, saved, savedShares, cut, cutShares]).toEqual(
      Array(8).fill(null),
    );
    expect(found.intervals).toEqual({ precision: null, recall: null, falseAlarms: null });
    expect([found.stopped, found.stoppedUnknown, found.unknown]).toEqual([1, 1, 2]);
    expect(found.after).toEqual({ steps: 2, calls: 2, tokens: null, usd: null, ms: null });
  });

  it('count tokens, money and time after the stop, where the source records them', () => {
    const step = (at: number, tokensIn: number | null) => ({
      ...{ tool: 'a', argsHash: 'a', at, until: at + 5, tokensIn, tokensOut: tokensIn },
    });
    const one = aCase([step(0, 1), step(10, 2), step(20, null), step(30, 8)], { outcome: 'failed' });
    const { saved, savedShares, cut } = computeRuleOutcomes(
      prepareCases([one], EACH_TOOL),
      rule('in_a_row', 2, 'call'),
    );
    expect(saved).toEqual({ steps: 2, calls: 2, tokens: 16, usd: null, ms: 20 });
    expect(savedShares?.ofAll).toEqual({ steps: 0.5, calls: 0.5, tokens: 16 / 22, usd: null, ms: 20 / 35 });
    expect(cut?.steps).toBe(0);
  });

  it('cut nothing where no success is stopped, and an unknown amount only where the source has none', () => {
    const timed = (text: string, outcome: 'failed' | 'succeeded', tokens: number | null) => {
      const one = calls(text, { outcome });
      return { ...one, steps: one.steps.map(step => ({ ...step, tokensIn: tokens })) };
    };
    const cutOf = (tokens: number | null) =>
      computeRuleOutcomes(
        prepareCases([timed('aaaaa', 'failed', tokens), timed('abc', 'succeeded', tokens)], EACH_TOOL),
        rule('in_a_row', 3, 'call'),
      ).cut?.tokens;
    expect([cutOf(10), cutOf(null)]).toEqual([0, null]);
  });

  it('over the threshold stop ever fewer cases', () => {
    const curve = [2, 3, 5, 8, 12].map(threshold =>
      computeRuleOutcomes(sft, rule('in_a_row', threshold, 'state'), []),
    );
    const stopped = curve.map(outcomes => outcomes.stopped + outcomes.firesOnLast);
    expect(stopped).toEqual([...stopped].sort((a, b) => b - a));
    expect(stopped[0]).toBeGreaterThan(stopped[4]);
  });
});
