import { expect, it } from 'vitest';
import { collectRuleFindings } from '../../../../../src/engine/models/recorded/findings/collectRuleFindings.ts';
import { FindingsNames } from '../../../../../src/engine/models/recorded/findings/findingsNames.ts';
import type { ExemptCall } from '../../../../../src/engine/models/recorded/governance/exemptCases.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { aCase, runOf, step } from '../cases.ts';

it('a report is about the rule with the threshold and the exemptions that it is asked for', async () => {
  const loop = (id: string, tool: string) =>
    aCase(
      id,
      Array.from({ length: 9 }, () => step(tool, { args: '{}', argsHash: 'a' })),
      { outcome: 'failed' },
    );
  const run = await runOf([loop('a', 'poll'), loop('b', 'look')]);
  const report = await collectRuleFindings(
    run.state as unknown as RecordedState,
    {
      ...{ rule: 'roo-code', threshold: 4, hasHoldOut: false, hasTexts: false },
      exempt: [{ tool: '^poll$', args: null }],
    },
    { file: 'runs/my set.jsonl.gz', names: new FindingsNames() },
    async () => undefined,
  );
  expect(report.condition).toBe('the same call 4 times in a row, not counting poll');
  expect(report.outcomes).toMatchObject({ failed: 2, stoppedFailed: 1 });
  expect(report.change).toBe('with threshold 4 instead of 3, not counting poll');
  // The rule itself has no exemptions: the report says so.
  expect(report.hasExemptions).toBe(true);
  expect(report.setting).not.toContain('poll');
  expect([report.saved.bestOf, report.isRecommended]).toEqual([null, false]);
  expect(JSON.parse(report.policy)).toMatchObject({
    // As the page names it.
    name: 'my-set',
    exempt: [{ tool: '^poll$' }],
    rules: [{ when: { threshold: 4 } }],
  });
});

it('the recommended rule is not reported as the best of all where calls are exempt', async () => {
  const cases = Array.from({ length: 16 }, (_, i) =>
    aCase(
      `c${i}`,
      Array.from({ length: 9 }, (_, at) => step('poll', { argsHash: i % 2 === 0 ? 'a' : `${at}` })),
      { outcome: i % 2 === 0 ? 'failed' : 'succeeded' },
    ),
  );
  const run = await runOf(cases);
  const collect = (exempt: readonly ExemptCall[]) =>
    collectRuleFindings(
      run.state as unknown as RecordedState,
      { rule: null, hasHoldOut: false, hasTexts: false, exempt },
      { file: 'a', names: new FindingsNames() },
      async () => undefined,
    );
  const [plain, exempting] = [await collect([]), await collect([{ tool: '^wait$', args: null }])];
  expect(exempting.id).toBe(plain.id);
  expect([plain.saved.bestOf?.noun, plain.isRecommended]).toEqual(['rule', true]);
  expect([exempting.saved.bestOf, exempting.isRecommended]).toEqual([null, false]);
  // The policy claims what the report does.
  const claimed = [plain, exempting].map(({ policy }) => {
    const { on_all } = JSON.parse(policy).evidence;
    return [on_all.saved_share_95, on_all.saved_share_95_for];
  });
  expect(claimed).toEqual([
    [plain.saved.interval, expect.stringMatching(/^as the best of \d+ rules$/)],
    [exempting.saved.interval, 'too narrow, as the rule was changed on these cases'],
  ]);
  expect(claimed[0]?.[0]).not.toEqual(claimed[1]?.[0]);
});
