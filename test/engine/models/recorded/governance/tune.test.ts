import { describe, expect, it } from 'vitest';
import { savingIntervals } from '../../../../../src/engine/models/recorded/governance/intervals.ts';
import { outcomesOf } from '../../../../../src/engine/models/recorded/governance/outcomes.ts';
import { prepare } from '../../../../../src/engine/models/recorded/governance/prepare.ts';
import { CAREFUL } from '../../../../../src/engine/models/recorded/governance/presets.ts';
import { plainRules } from '../../../../../src/engine/models/recorded/governance/rule.ts';
import { halvesOf, tuned } from '../../../../../src/engine/models/recorded/governance/tune.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/models/recorded/states/presets.ts';
import { aCase, recordedSet } from '../recordedRuns.ts';

const set = (name: string) => prepare(recordedSet(name), AS_THE_SOURCE_SAYS);
const sql = set('intercode_sql_gpt4');
const airline = set('tau1_airline_gpt4o');

describe('intervals of what a rule saves', () => {
  const { savedShares, cutShares } = outcomesOf(sql, CAREFUL);
  const found = savingIntervals(sql, CAREFUL, 'tokens', 1);

  it('hold the share that was found', () => {
    for (const [interval, share] of [
      [found.savedOfFailed, savedShares?.ofOutcome.tokens],
      [found.savedOfAll, savedShares?.ofAll.tokens],
      [found.cutOfAll, cutShares?.ofAll.tokens],
    ] as const) {
      expect(interval?.[0]).toBeLessThan(share ?? 0);
      expect(interval?.[1]).toBeGreaterThan(share ?? 1);
    }
  });

  it('are the same by the same seed alone', () => {
    expect(savingIntervals(sql, CAREFUL, 'tokens', 1)).toEqual(found);
    expect(savingIntervals(sql, CAREFUL, 'tokens', 2)).not.toEqual(found);
  });

  it('are unknown without outcomes, and without what is measured', () => {
    const none = { savedOfFailed: null, savedOfAll: null, cutOfAll: null };
    const cases = prepare([aCase([{}], { id: 'a' }), aCase([{}], { id: 'b' })], EACH_TOOL);
    expect(savingIntervals(cases, CAREFUL, 'steps', 1)).toEqual(none);
    expect(savingIntervals(set('moatless_0609_gpt4o'), CAREFUL, 'tokens', 1)).toEqual(none);
  });
});

describe('rules that are tuned on one half', () => {
  it('are shown on tasks that they have not seen', () => {
    const [own, other] = halvesOf(airline, 1);
    const tasks = (cases: typeof own) => new Set(cases.map(({ source }) => source.labels.task));
    expect([own.length + other.length, tasks(own).size, tasks(other).size]).toEqual([200, 25, 25]);
    expect([...tasks(own)].filter(task => tasks(other).has(task))).toEqual([]);
    expect(halvesOf(airline, 1)).toEqual([own, other]);
    expect(tasks(halvesOf(airline, 2)[0])).not.toEqual(tasks(own));
  });

  it.each([1, 2, 3])(
    'stop at most 2 %% of that half’s successes, and save more than the usual rule: seed %i',
    seed => {
      const [own, other] = halvesOf(sql, seed);
      const { rule, chosenOn, shownOn } = tuned(sql, { seed, measure: 'tokens' });
      expect(rule && plainRules(rule).length).toBeLessThanOrEqual(4);
      expect(chosenOn?.falseAlarms).toBeLessThanOrEqual(0.02);
      expect(chosenOn?.saved?.tokens).toBeGreaterThan(outcomesOf(own, CAREFUL).saved?.tokens ?? 0);
      expect(rule && outcomesOf(other, rule)).toEqual(shownOn);
      expect(shownOn?.cases).toBe(other.length);
    },
  );

  it('are none where there is nothing to save', () => {
    const cases = prepare([aCase([{}, {}], { outcome: 'succeeded' })], EACH_TOOL);
    expect(tuned(cases, { seed: 1, measure: 'steps' })).toEqual({
      rule: null,
      chosenOn: null,
      shownOn: null,
    });
  });
});
