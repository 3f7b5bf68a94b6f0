import { describe, expect, it } from 'vitest';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { computeRuleOutcomes } from '../../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import {
  splitCasesInHalves,
  tuneRules,
} from '../../../../../src/engine/models/recorded/reports/governanceReport.ts';
import { CAREFUL } from '../../../../../src/engine/rules/presetRules.ts';
import { listPlainRules } from '../../../../../src/engine/rules/stopRule.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { aCase, recordedSet } from '../recordedRuns.ts';

const set = (name: string) => prepareCases(recordedSet(name), AS_THE_SOURCE_SAYS);
const sql = set('intercode_sql_gpt4');
const airline = set('tau1_airline_gpt4o');

describe('intervals of the savings of a rule', () => {
  const { savedShares, cutShares, intervals, falseAlarms, recall, precision } = computeRuleOutcomes(
    sql,
    CAREFUL,
  );

  it('hold the share that was found', () => {
    for (const [interval, share] of [
      [savedShares?.intervals.ofOutcome.tokens, savedShares?.ofOutcome.tokens],
      [savedShares?.intervals.ofAll.tokens, savedShares?.ofAll.tokens],
      [cutShares?.intervals.ofAll.tokens, cutShares?.ofAll.tokens],
      [intervals.falseAlarms, falseAlarms],
      [intervals.recall, recall],
      [intervals.precision, precision],
    ] as const) {
      expect(interval?.[0]).toBeLessThan(share ?? 0);
      expect(interval?.[1]).toBeGreaterThan(share ?? 1);
    }
  });

  it('are unknown without outcomes, and without the measure', () => {
    const cases = prepareCases([aCase([{}], { id: 'a' }), aCase([{}], { id: 'b' })], EACH_TOOL);
    const untold = computeRuleOutcomes(cases, CAREFUL);
    expect([untold.savedShares, untold.intervals.falseAlarms, untold.intervals.precision]).toEqual([
      null,
      null,
      null,
    ]);
    // Only those that are asked for are made, and they are the same.
    const asked = computeRuleOutcomes(sql, CAREFUL, ['tokens']);
    expect(Object.keys(asked.savedShares?.intervals.ofAll ?? {})).toEqual(['tokens']);
    expect(asked.savedShares?.intervals.ofAll.tokens).toEqual(savedShares?.intervals.ofAll.tokens);
    const { savedShares: moatless } = computeRuleOutcomes(set('moatless_0609_gpt4o'), CAREFUL);
    expect(moatless?.intervals.ofAll.tokens).toBeNull();
    expect(moatless?.intervals.ofAll.usd).not.toBeNull();
  });

  it('are wider where the cases are trials of few tasks', () => {
    const trials = (tasks: number) =>
      prepareCases(
        Array.from({ length: 40 }, (_, i) =>
          aCase([{}, {}, {}], {
            id: String(i),
            outcome: i % tasks < tasks / 2 ? 'failed' : 'succeeded',
            labels: { task: String(i % tasks) },
          }),
        ),
        EACH_TOOL,
      );
    const width = (tasks: number) => {
      const { intervals: found } = computeRuleOutcomes(trials(tasks), {
        rule: 'longer_than',
        threshold: 1,
        compare: 'step',
      });
      return found.precision![1] - found.precision![0];
    };
    expect(width(4)).toBeGreaterThan(1.5 * width(40));
  });
});

describe('rules that are tuned on one half', () => {
  it('are shown on tasks that they have not seen', () => {
    const [own, other] = splitCasesInHalves(airline, 1);
    const tasks = (cases: typeof own) => new Set(cases.map(({ source }) => source.labels.task));
    expect([own.length + other.length, tasks(own).size, tasks(other).size]).toEqual([200, 25, 25]);
    expect([...tasks(own)].filter(task => tasks(other).has(task))).toEqual([]);
    expect(splitCasesInHalves(airline, 1)).toEqual([own, other]);
    expect(tasks(splitCasesInHalves(airline, 2)[0])).not.toEqual(tasks(own));
  });

  it.each([1, 2, 3])(
    'stop at most 2 %% of that half’s successes, and save more than the usual rule: seed %i',
    seed => {
      const [own, other] = splitCasesInHalves(sql, seed);
      const { rule, chosenOn, shownOn } = tuneRules(sql, { seed, measure: 'tokens' });
      expect(rule && listPlainRules(rule).length).toBeLessThanOrEqual(4);
      expect(chosenOn?.falseAlarms).toBeLessThanOrEqual(0.02);
      expect(chosenOn?.saved?.tokens).toBeGreaterThan(computeRuleOutcomes(own, CAREFUL).saved?.tokens ?? 0);
      expect(rule && computeRuleOutcomes(other, rule, ['tokens'])).toEqual(shownOn);
      expect(shownOn?.cases).toBe(other.length);
    },
  );

  it('do not exist where there is nothing to save', () => {
    const cases = prepareCases([aCase([{}, {}, {}], { outcome: 'succeeded' })], EACH_TOOL);
    expect(tuneRules(cases, { seed: 1, measure: 'steps' })).toEqual({
      rule: null,
      chosenOn: null,
      shownOn: null,
    });
  });
});
