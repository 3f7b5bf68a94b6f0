import { describe, expect, it } from 'vitest';
import { findFittingTick, formatTickLength } from '../../../../src/engine/models/recorded/findFittingTick.ts';
import { recordedQueries } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { aCase, runOf, step } from './cases.ts';

const at = (...seconds: (number | null)[]) =>
  aCase(
    String(seconds),
    seconds.map(second => step('get', { at: second === null ? null : second * 1000 })),
  );

describe('a tick that suits recorded times', () => {
  it('is the longest usual one below the median gap between steps of a case', () => {
    expect(findFittingTick([at(0, 7, 14), at(100, 103)], true)).toEqual({ seconds: 5, median: 7 });
    expect(findFittingTick([at(0, 0.3, 0.6)], true)?.seconds).toBe(0.2);
    expect(findFittingTick([at(0, 4000, 9000)], true)?.seconds).toBe(3600);
  });

  it('is longer where the run would have more than 20,000 ticks', () => {
    const days = [at(0, 1, 2), at(86_400 * 30, 86_400 * 30 + 1)];
    expect(findFittingTick(days, true)?.seconds).toBe(1);
    // 2,592,001 s in ticks of 2 min are more than 20,000, of 5 min fewer.
    expect(findFittingTick(days, false)?.seconds).toBe(300);
  });

  it('leaves out untimed steps, and is unknown where nothing is timed', () => {
    expect(findFittingTick([at(0, null, 10, null)], true)).toEqual({ seconds: 10, median: 10 });
    expect(findFittingTick([at(null, null)], true)).toBeNull();
    expect(findFittingTick([at(5)], true)).toMatchObject({ median: null });
  });

  it('is shown with the reading, and suggested where a run would be too long', async () => {
    const cases = [at(0, 60, 2e9)];
    const run = await runOf(cases);
    const told = recordedQueries.of(run.state, 'reading', null, { tick: 0, tickSeconds: 1 });
    expect(told.together).toEqual({ seconds: 86_400, median: 60 });
    await expect(runOf(cases, { parameters: { by_time: true, tick_seconds: 0.5 } })).rejects.toThrow(
      'tick_seconds=0.5: the traces last 4000000002 ticks of 0.5 s, and at most 1000000 are played: tick_seconds=86400 fits them',
    );
    await expect(
      runOf([at(0, 60, 2e11)], { parameters: { by_time: true, tick_seconds: 86_400 } }),
    ).rejects.toThrow('no tick is long enough: one of their times may be in another unit');
  });

  it('is written in the usual units', () => {
    expect([0.5, 15, 120, 7200].map(formatTickLength)).toEqual(['0.5 s', '15 s', '2 min', '2 h']);
  });
});
