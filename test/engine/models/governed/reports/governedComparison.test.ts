import { describe, expect, it } from 'vitest';
import {
  comparePairedRuns,
  pairWithFinishedRun as pairOfRun,
} from '../../../../../src/engine/models/governed/reports/governedComparison.ts';
import type { PairSums } from '../../../../../src/engine/models/governed/reports/governedDetail.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { IS_LONG } from '../../../../runs.ts';
import {
  benchOf,
  finish,
  type Given,
  openMissions,
  playOut,
  reason,
  Script,
  search,
  stateOf,
} from '../mission.ts';

const pairOf = async (given: Given, oracle?: Script) => comparePairedRuns(await benchOf(given, oracle));

const made = (given: Given, governance: boolean) =>
  openMissions({ ...given, parameters: { ...given.parameters, governance } });

/** The sums that a run has reached, from its own outcomes and counts. */
function sumsOf(run: Run): PairSums {
  const { endings, totals } = stateOf(run).ledger;
  return { endings, steps: totals.steps, tokens: totals.tokens, calls: totals.calls };
}

/** Places of the limits whose runs are played alone: first, own and last; in the long run all. */
const CHECKED = IS_LONG ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 3, 7];

describe('the pair of runs with and without governance', () => {
  it('asks each run for its own answers', async () => {
    const script = new Script(search('a'), reason(), search('b'), reason(), reason(), finish());
    const { rows } = await pairOf({ goals: ['One'] }, script);
    // Refused while analyzing, executed without governance; both finish with the sixth answer.
    expect(rows[0]).toEqual({
      agent: 0,
      without: { ending: 'unjudged', rule: null, steps: 6, calls: 3, tokens: expect.any(Number) },
      with: { ending: 'unjudged', rule: null, steps: 6, calls: 2, tokens: expect.any(Number) },
    });
    expect(script.asked).toHaveLength(12);
  });

  it.each(IS_LONG ? [1, 2, 3] : [1])(
    'is two runs that were played alone, at every limit: seed %d',
    async seed => {
      const setup = { seed, agents: 30 };
      const { points, limit } = await pairOf({ setup });
      expect([limit, points.map(point => point.limit)]).toEqual([24, [8, 12, 16, 24, 32, 48, 64, 96]]);
      for (const { limit: step_limit, ...arms } of points.filter((_, i) => CHECKED.includes(i))) {
        const parameters = { step_limit };
        expect(arms.without).toEqual(sumsOf(await playOut(await made({ setup, parameters }, false))));
        expect(arms.with).toEqual(sumsOf(await playOut(await made({ setup, parameters }, true))));
      }
    },
  );

  it('is the same with second chances', async () => {
    const setup = { agents: 24 };
    const given = { setup, parameters: { second_chances: 2 } };
    const [{ points }, flat] = await Promise.all([pairOf(given), pairOf({ setup })]);
    for (const { limit: step_limit, ...arms } of points.filter((_, i) => i < 4)) {
      const parameters = { second_chances: 2, step_limit };
      const run = await playOut(await made({ setup, parameters }, true));
      expect(arms.with).toEqual(sumsOf(run));
      expect(arms.without).toEqual(flat.points.find(({ limit }) => limit === step_limit)!.without);
    }
  });

  it('shows each mission as it ends at the run’s own limit, low or high', async () => {
    for (const step_limit of [5, 130]) {
      const { rows, limit, points } = await pairOf({ parameters: { step_limit } });
      const run = await playOut(await made({ parameters: { step_limit } }, true));
      const { ledger } = stateOf(run);
      expect([limit, points.some(point => point.limit === step_limit)]).toEqual([step_limit, true]);
      expect(rows.map(row => [row.with.ending, row.with.rule, row.with.tokens])).toEqual(
        rows.map(({ agent }) => [ledger.endingOf(agent), ledger.ruleOf(agent), ledger.tokens[agent]]),
      );
    }
  });

  it('lets some agents obey, so that advice can help as it does in a run', async () => {
    const { points } = await pairOf({ parameters: { obedience: 1 } });
    const own = points.find(({ limit }) => limit === 24)!;
    expect(own.with.endings.stuck).toBe(0);
    expect(own.without.endings.cut_off).toBe(10);
    expect(own.with.endings.right).toBeGreaterThanOrEqual(own.without.endings.right);
  });
});

describe('the pair of a run that has been played', () => {
  const given = { goals: ['One', 'Two'] };
  const answers = [search('a'), 'prose', { kind: 'late' } as const, search('a'), search('a'), search('a')];

  it.each([true, false])('is the run itself next to its counterpart: governance %s', async governance => {
    const run = await playOut(await made(given, governance), new Script(...answers));
    const other = new Script(...answers);
    const { rows, points } = await pairOfRun(run, await benchOf(given, other));
    expect(rows.map(row => row.without.steps)).toEqual([24, 24]);
    expect(rows.map(row => row.with.rule)).toEqual(['repeated_search', 'repeated_search']);
    const own = points.find(({ limit }) => limit === 24)!;
    expect(own[governance ? 'with' : 'without']).toEqual(sumsOf(run));
    // The limits above the run’s own are not known: nobody was asked.
    expect(points.at(-1)?.limit).toBe(24);
    expect(other.asked.length).toBe((governance ? own.without : own.with).steps);
  });

  it('is refused before the end', async () => {
    const early = await playOut(await made({ goals: ['One'] }, false), new Script(search('a')), 2);
    await expect(pairOfRun(early, await benchOf({ goals: ['One'] }))).rejects.toThrow(
      'compare once all have ended',
    );
  });
});
