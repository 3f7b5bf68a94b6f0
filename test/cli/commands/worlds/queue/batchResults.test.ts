import { describe, expect, it } from 'vitest';
import {
  checkBatchSize,
  computeBatchSize,
  computeJobPosition,
  formatBatchName,
  groupIntoBatches,
  isPossibleBatchSize,
  listBatchJobs,
  parseBatchName,
} from '../../../../../src/cli/commands/worlds/queue/batchResults.ts';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import { generatePlanJobs, type Plan } from '../../../../../src/engine/worlds/worldPlan.ts';

const arm = { label: '', values: {}, setup: DEFAULT_SETUP };
const planOf = (worlds: number, arms = 3): Plan => ({
  ...{ arms: Array.from({ length: arms }, () => arm), worlds, rounds: 5 },
  ...{ from: null, subject: null, files: null },
});

describe('batches of a plan', () => {
  it('hold its jobs in order, each once, and the last batch holds the remainder', () => {
    const plan = planOf(7);
    const jobs = [...generatePlanJobs(plan)];
    const batches = groupIntoBatches(plan, jobs, 5);
    expect(batches.map(formatBatchName)).toEqual(['0-5', '5-10', '10-15', '15-20', '20-21']);
    expect(batches.flatMap(batch => listBatchJobs(plan, batch))).toEqual(jobs);
    expect(jobs.map(job => computeJobPosition(plan, job))).toEqual(jobs.map((_, place) => place));
  });

  it('stay the same for the remaining worlds, and for more worlds', () => {
    const jobs = [...generatePlanJobs(planOf(7))];
    expect(groupIntoBatches(planOf(7), [jobs[11], jobs[6]], 5).map(formatBatchName)).toEqual([
      '5-10',
      '10-15',
    ]);
    expect(groupIntoBatches(planOf(9), [...generatePlanJobs(planOf(9))], 5).slice(0, 4)).toEqual(
      groupIntoBatches(planOf(7), jobs, 5).slice(0, 4),
    );
  });

  it('take two seconds, unless there are fewer than 16 or more than 10,000 of them', () => {
    expect(computeBatchSize(0.1, 1000)).toBe(20);
    expect(computeBatchSize(9, 1000)).toBe(1);
    expect(computeBatchSize(0.01, 64)).toBe(4);
    expect(computeBatchSize(0.5, 1_000_000)).toBe(100);
    expect([
      isPossibleBatchSize(1, 10_000),
      isPossibleBatchSize(1, 10_001),
      isPossibleBatchSize(0, 1),
      isPossibleBatchSize(1.5, 9),
    ]).toEqual([...[true, false, false, false]]);
    expect(() => checkBatchSize(2, 30_000)).toThrow(
      '--batch 2 makes 15000 batches of 30000 worlds: at most 10000',
    );
  });

  it.each(['', '5', '5-5', '9-5', '-1-5', '0-1000001', '0-5x'])('are not named %j', name => {
    expect(parseBatchName(name)).toBeNull();
  });

  it('are known by their name', () => {
    expect(parseBatchName('5-10')).toEqual({ from: 5, to: 10 });
  });
});
