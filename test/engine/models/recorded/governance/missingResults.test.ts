import { describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { buildRuleRows } from '../../../../../src/engine/models/recorded/reports/governanceReport.ts';
import { aCase, runOf, step } from '../cases.ts';

const call = { argsHash: 'q' };
const rowsOf = async (results: readonly (string | null)[]) => {
  const steps = results.map(resultHash => step('search', { ...call, resultHash }));
  return buildRuleRows(
    (await runOf([aCase('a', [...steps, step('say')])])).state as unknown as RecordedState,
  );
};

describe('rules that compare results', () => {
  it('are marked where no call has a result, and others are not', async () => {
    const rows = await rowsOf([null, null, null]);
    const marked = rows.filter(({ lacksResults }) => lacksResults).map(({ id }) => id);
    expect(marked).toEqual([
      'careful',
      'openhands',
      'result-2',
      'result-3',
      'nothing-new-2',
      'nothing-new-3',
    ]);
  });

  it('take equal calls as equal without results, but those that require one do not count them', async () => {
    const stopped = async (results: readonly (string | null)[], id: string) =>
      (await rowsOf(results)).find(row => row.id === id)!.outcomes.stopped;
    expect(await stopped([null, null, null], 'careful')).toBe(1);
    expect(await stopped(['x', 'y', 'z'], 'careful')).toBe(0);
    expect(await stopped([null, null, null], 'result-2')).toBe(0);
    expect(await stopped(['x', 'x', 'x'], 'result-2')).toBe(1);
  });

  it('are not marked where one call has a result', async () => {
    expect((await rowsOf([null, 'x', null])).some(({ lacksResults }) => lacksResults)).toBe(false);
  });
});
