import { describe, expect, it } from 'vitest';
import type { RecordedModelState } from '../../../../../src/engine/models/recorded/recordedModel.ts';
import { buildMappingReport } from '../../../../../src/engine/models/recorded/reports/buildMappingReport.ts';
import { aCase, runOf, step } from '../cases.ts';

describe('the states of steps', () => {
  const cases = [
    aCase('a', [step('fetch', { args: '{"path":"a"}' }), step('say'), step('fetch'), step('store')]),
    aCase('b', [step('say'), step('fetch')]),
  ];
  const report = async () => buildMappingReport((await runOf(cases)).state as unknown as RecordedModelState);

  it('are counted by tool, the most frequent first, with an example and the first case', async () => {
    const { rows, rowsInAll, steps, leftOut } = await report();
    expect([rowsInAll, steps, leftOut]).toEqual([3, 6, 0]);
    expect(rows.map(({ state, tool, steps: own, cases: many }) => [state, tool, own, many])).toEqual([
      ['fetch', 'fetch', 3, 2],
      ['say', 'say', 2, 2],
      ['store', 'store', 1, 1],
    ]);
    expect(rows[0]).toMatchObject({ example: '{"path":"a"}', first: { agent: 0, step: 1 } });
  });

  it('have the cases that have been there, each with its first step and its steps', async () => {
    const { states } = await report();
    expect(states.find(({ state }) => state === 'fetch')).toEqual({
      ...{ state: 'fetch', steps: 3, cases: 2, visitors: [0, 1] },
      agents: [
        { agent: 0, step: 1, steps: 2 },
        { agent: 1, step: 2, steps: 1 },
      ],
    });
  });
});
