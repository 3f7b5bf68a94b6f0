import { describe, expect, it } from 'vitest';
import { isWasteful } from '../../../../../src/engine/models/recorded/costs/buildCostsReport.ts';
import type { RecordedModelState } from '../../../../../src/engine/models/recorded/recordedModel.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';
import { recordedSet } from '../recordedRuns.ts';

const stateOf = async (cases: readonly TraceCase[]) =>
  (await runOf(cases)).state as unknown as RecordedModelState;
const loop = (id: string, times: number, tokens: number | null, result = 'same'): TraceCase =>
  aCase(
    id,
    Array.from({ length: times }, (_, i) =>
      step('look up', {
        args: '{"id":"L1002"}',
        argsHash: 'id',
        resultHash: result === 'same' ? 'r' : `${i}`,
        tokensIn: tokens,
        at: i * 1_000,
        until: i * 1_000 + 400,
      }),
    ),
    { tokens: tokens === null ? 'none' : 'exact' },
  );

describe('the costs of recorded cases', () => {
  it('rank repeats by the tokens after their first round, and name the case that wasted most', async () => {
    const state = await stateOf([
      aCase(
        'long',
        Array.from({ length: 30 }, (_, i) => step('think', { argsHash: `${i}`, tokensIn: 1 })),
        {
          tokens: 'exact',
        },
      ),
      loop('small', 5, 10),
      loop('large', 4, 1_000),
      loop('new', 6, 5_000, 'other'),
    ]);
    const { costs } = state;
    expect(costs.measure).toBe('tokens');
    expect(costs.repeats.map(({ agent, again, sameResult }) => [agent, again.tokens, sameResult])).toEqual([
      [3, 25_000, false],
      [2, 3_000, true],
      [1, 40, true],
    ]);
    expect(costs.repeats[1]).toMatchObject({
      ...{ kind: 'same_call', from: 1, steps: 4, rounds: 4 },
      calls: [{ tool: 'look up', args: '{"id":"L1002"}' }],
      all: { tokens: 4_000, calls: 4, ms: 3_400 },
      again: { tokens: 3_000, calls: 3, ms: 2_400, usd: null },
    });
    expect(costs.cases.wasted).toEqual([0, 40, 3_000, 0]);
    expect(costs.cases.loop).toEqual([0, 5, 4, 6]);
    expect(costs.total.tokens).toBe(30 + 50 + 4_000 + 30_000);
    expect(costs.kinds.same_call).toMatchObject({ count: 3, again: { tokens: 28_040 } });
  });

  it('count in steps where no tokens are known, and leave unknown what is', async () => {
    const { costs } = await stateOf([loop('a', 4, null), aCase('b', [step('x', { argsHash: '1' })])]);
    expect(costs).toMatchObject({ measure: 'steps', unknown: 0 });
    expect(costs.cases.wasted).toEqual([3, 0]);
    expect(costs.cases.amounts.tokens).toEqual([null, null]);
    expect(costs.cases.failed).toEqual([null, null]);
  });

  it('are of the bundled set what its files say', async () => {
    const set = recordedSet('tau2_sierra_sft').slice(60);
    const { costs } = await stateOf(set);
    // By hand, from the steps themselves: runs of equal neighbours.
    const longest = set.map(({ steps }) => {
      let [most, now] = [0, 0];
      for (const [i, { tool, argsHash }] of steps.entries()) {
        const before = steps[i - 1];
        now = tool !== 'say' && i > 0 && before.tool === tool && before.argsHash === argsHash ? now + 1 : 1;
        if (tool !== 'say') most = Math.max(most, now);
      }
      return most < 3 ? 0 : most;
    });
    const rows = costs.repeats.filter(({ kind }) => kind === 'same_call');
    for (const [agent, most] of longest.entries())
      expect(Math.max(0, ...rows.filter(one => one.agent === agent).map(({ rounds }) => rounds))).toBe(most);
    expect(Math.max(...longest)).toBeGreaterThan(50);
    expect(costs.cases.wasted.map(value => value ?? 0)).toEqual(
      set.map((_, agent) =>
        costs.repeats
          .filter(one => one.agent === agent && isWasteful(one))
          .reduce((sum, { again }) => sum + (again.tokens ?? 0), 0),
      ),
    );
  });

  it('choose the case on the screen once all have ended, and sort the timelines', async () => {
    const run = await runOf([loop('small', 5, 10), loop('large', 4, 1_000)]);
    const state = run.state as unknown as RecordedModelState;
    const { signal } = new AbortController();
    await run.step(run.policy, signal);
    expect(state.frame(run.tick).focus).toBe(0);
    while (!state.isOver) await run.step(run.policy, signal);
    expect(state.frame(run.tick).focus).toBe(1);
    expect(Array.from(state.order('tokens') ?? [])).toEqual([1, 0]);
    expect(Array.from(state.order('loop') ?? [])).toEqual([0, 1]);
    expect(state.order('nothing')).toBeNull();
  });
});
