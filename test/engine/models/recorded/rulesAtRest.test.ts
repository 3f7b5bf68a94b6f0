import { expect, it } from 'vitest';
import type { RuleReport, RuleRow } from '../../../../src/engine/models/recorded/reports/governanceReport.ts';
import { PRESET_RULES } from '../../../../src/engine/rules/presetRules.ts';
import { aCase, runOf, step } from './cases.ts';

const same = step('find', { args: 'a', argsHash: 'a', result: '1', resultHash: '1' });
const CASES = [aCase('a', [same, same, same, same], { outcome: 'failed' }), aCase('b', [same])];

/** An answer, and how often others had their turn before it. */
async function answered<Answer>(name: string, argument: object | null) {
  const { state } = await runOf(CASES);
  let rests = 0;
  const rest = async () => rests++;
  const answer = (await state.query(name, argument, { tick: 0, tickSeconds: 5, rest })) as Answer;
  return { answer, rests };
}

it('all rules are computed with a rest after each, so that a round can be played between them', async () => {
  const { answer, rests } = await answered<readonly RuleRow[]>('rules', []);
  expect(answer.map(({ id }) => id)).toEqual(PRESET_RULES.map(({ id }) => id));
  expect(answer.find(({ id }) => id === 's3')?.outcomes.stoppedFailed).toBe(1);
  expect(rests).toBe(PRESET_RULES.length);
});

it('no rule counts a call that is exempt', async () => {
  const { answer } = await answered<readonly RuleRow[]>('rules', [{ tool: '^find$', args: null }]);
  expect(answer.map(({ outcomes }) => outcomes.stopped)).toEqual(answer.map(() => 0));
});

it('one rule is computed with a rest after each part, among them the thresholds of its curve', async () => {
  const { answer, rests } = await answered<RuleReport>('rule', { id: 's3', threshold: null, exempt: [] });
  expect(answer.curve?.map(({ threshold }) => threshold)).toEqual([1, 2, 3, 4]);
  expect(answer.stopped).toMatchObject([{ agent: 0, step: 2, repeats: 1 }]);
  expect(rests).toBe(1 + 4 + 1);
});
