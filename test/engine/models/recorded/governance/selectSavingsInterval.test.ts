import { describe, expect, it } from 'vitest';
import type { ExemptCall } from '../../../../../src/engine/models/recorded/governance/exemptCases.ts';
import { recommendRule } from '../../../../../src/engine/models/recorded/governance/recommend.ts';
import {
  describeSavingsChoice,
  selectSavingsInterval,
} from '../../../../../src/engine/models/recorded/governance/selectSavingsInterval.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
} from '../../../../../src/engine/models/recorded/reports/governanceReport.ts';
import { aCase, runOf, step } from '../cases.ts';

/** Eight failed cases that repeat a call nine times, and eight that succeed with two equal calls of four. */
const CASES = Array.from({ length: 16 }, (_, i) =>
  aCase(
    `c${i}`,
    i % 2 === 0
      ? Array.from({ length: 9 }, (_, at) => step('poll', { argsHash: 'a', resultHash: `${at}` }))
      : ['a', 'a', 'b', 'c'].map((argsHash, at) => step('poll', { argsHash, resultHash: `${at}` })),
    { outcome: i % 2 === 0 ? 'failed' : 'succeeded' },
  ),
);

async function select(id: string, threshold: number | null, exempt: readonly ExemptCall[] = []) {
  const { state } = await runOf(CASES);
  const recorded = state as unknown as RecordedState;
  const rows = await buildRuleRows(recorded, undefined, exempt);
  const report = await buildRuleReport(recorded, { id, threshold, exempt });
  const savings = selectSavingsInterval(report, rows);
  return { rows, report, savings, words: describeSavingsChoice(savings) };
}

const CHANGED = 'too narrow, as the rule was changed on these cases';

describe('the interval of a rule’s savings', () => {
  it('allows for the choice among all rules where the rule is the recommended one', async () => {
    const { rows, savings, words } = await select('roo-code', null);
    expect(words).toBe(`as the best of ${rows.length} rules`);
    expect(savings.interval).toEqual(rows.find(({ id }) => id === 'roo-code')?.savedIfChosen);
  });

  it('is the same where the threshold of the preset is named', async () => {
    expect((await select('roo-code', 3)).words).toMatch(/^as the best of \d+ rules$/);
  });

  it('allows for the choice among thresholds where the best one was taken', async () => {
    const { report, savings, words } = await select('gemini-cli', 3);
    expect(report.best?.threshold).toBe(3);
    expect(words).toBe(`as the best of ${report.curve?.length} thresholds`);
    expect(savings.interval).toEqual(report.best?.saved);
  });

  it('is that of the rule alone with exemptions, for whose choice by the same cases nothing allows', async () => {
    const exempt = [{ tool: '^wait$', args: null }];
    const { rows, report, savings, words } = await select('roo-code', null, exempt);
    // It is still the recommended one.
    expect(recommendRule(rows, report.measure).best?.id).toBe('roo-code');
    expect(words).toBe(CHANGED);
    expect(savings.interval).toEqual(report.outcomes.savedShares?.intervals.ofAll[report.measure]);
    expect(savings.interval).not.toBeNull();
    expect((await select('gemini-cli', 3, exempt)).words).toBe(CHANGED);
  });

  it('is that of the rule alone for any other, and too narrow for one that was changed', async () => {
    for (const [threshold, expected] of [
      [null, 'this rule alone'],
      [4, CHANGED],
    ] as const) {
      const { report, savings, words } = await select('gemini-cli', threshold);
      expect(words).toBe(expected);
      expect(savings.interval).toEqual(report.outcomes.savedShares?.intervals.ofAll[report.measure]);
    }
  });
});
