import { describe, expect, it } from 'vitest';
import { createRun } from '../../src/engine/models/openRun.ts';
import { resolveCounting } from '../../src/engine/statistics/counted.ts';
import { computeFailureKeys } from '../../src/workers/engine/reading/computeSortKeys.ts';
import { loadedOf, MODELS } from './everyModel.ts';
import { mixedAnswers } from './mixedAnswers.ts';

describe.each(MODELS)('agents by their failures, %s %j', (model, part) => {
  it('are sorted by the number of failed steps, agent by agent', async () => {
    const run = createRun(await loadedOf(model, part, 5));
    const { signal } = new AbortController();
    while (run.tick < 30 && !run.state.isOver) await run.step(mixedAnswers(run), signal);
    const reports = await run.state.loadReports();
    const keys = computeFailureKeys(run, reports);
    const failedBy = (agent: number): number => {
      const counted = resolveCounting(run.machine, { agents: [agent] });
      const { rows = [] } = reports.steps?.(run.machine, counted) ?? {};
      return rows.reduce((sum, { failed }) => sum + failed, 0);
    };
    expect([...keys].map(key => 0 - key)).toEqual([...keys.keys()].map(failedBy));
    expect(Math.min(...keys)).toBeLessThan(0);
  });
});
