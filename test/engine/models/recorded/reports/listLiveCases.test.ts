import { describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { buildFlowReport } from '../../../../../src/engine/models/recorded/reports/buildFlowReport.ts';
import { listLiveCases } from '../../../../../src/engine/models/recorded/reports/listLiveCases.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { playTo } from '../../../play.ts';
import { aCase, runOf, step } from '../cases.ts';

const UNDER_WAY = { parameters: { under_way: true } };

async function playAll(cases: readonly TraceCase[], ticks = 9): Promise<RecordedState> {
  const run = await runOf(cases, UNDER_WAY);
  await playTo(run, ticks);
  return run.state as unknown as RecordedState;
}

const read = step('read', { at: 1000, until: 2000, result: 'text' });

describe('the cases that are under way', () => {
  it('wait for a person, a tool or the model, since their open step began', async () => {
    const state = await playAll([
      aCase('asks', [read, step('send', { at: 3000, waitsFor: 'person' })]),
      aCase('calls', [read, step('test', { at: 4000 })]),
      aCase('thinks', [read, step('say', { at: 5000 })]),
      aCase('stopped to ask', [step('book', { at: 6000, until: 6500, waitsFor: 'person' })]),
      aCase('interrupted', [step('pay', { at: 7000, until: 7500, failed: false, waitsFor: 'person' })]),
      aCase('held', [read, step('guard: asks', { at: 7600 })]),
      aCase('allowed', [step('pay', { at: 8000, failed: false, result: 'paid', waitsFor: 'person' })]),
    ]);
    expect(listLiveCases(state)).toEqual([
      { agent: 0, last: 2, waitsFor: 'person', tool: 'send', since: 3000 },
      { agent: 1, last: 2, waitsFor: 'tool', tool: 'test', since: 4000 },
      { agent: 2, last: 2, waitsFor: 'model', tool: null, since: 5000 },
      { agent: 3, last: 1, waitsFor: 'person', tool: 'book', since: 6500 },
      { agent: 4, last: 1, waitsFor: 'person', tool: 'pay', since: 7500 },
      { agent: 5, last: 2, waitsFor: 'person', tool: null, since: 7600 },
      { agent: 6, last: 1, waitsFor: null, tool: null, since: null },
    ]);
  });

  it('wait for nobody that their source does not name', async () => {
    const state = await playAll([
      aCase('between two steps', [read]),
      aCase('without ends', [step('find', { at: 1 }), step('send', { at: 2 })]),
      aCase('without times', [read, step('send')]),
      aCase('guarded', [read, step('guard: advises', { at: 3000 })]),
      aCase('in shadow', [read, step('guard: would ask', { at: 3000 })]),
    ]);
    const nothing = { waitsFor: null, tool: null, since: null };
    expect(listLiveCases(state)).toEqual([1, 2, 2, 2, 2].map((last, agent) => ({ agent, last, ...nothing })));
  });

  it('do not include cases that have ended or have not begun', async () => {
    const cases = [
      aCase('ended', [read], { outcome: 'succeeded' }),
      aCase('closed', [read], { end: 'max_steps' }),
      aCase('begun', [read]),
    ];
    expect(listLiveCases(await playAll(cases)).map(({ agent }) => agent)).toEqual([2]);
    expect(listLiveCases(await playAll(cases, 0))).toEqual([]);
  });

  it('have the one that is looked at first: that which has waited longest for a person, else that with most steps', async () => {
    const asks = (at: number) => [read, step('send', { at, waitsFor: 'person' })];
    const long = aCase('long', [read, read, read]);
    const focusOf = async (cases: readonly TraceCase[]) => {
      const run = await runOf(cases, UNDER_WAY);
      await playTo(run, 9);
      return run.state.frame(9).focus;
    };
    expect(await focusOf([long, aCase('late', asks(9000)), aCase('early', asks(8000))])).toBe(2);
    expect(await focusOf([aCase('short', [read]), long])).toBe(1);
    // One that has wasted more and has ended is the past.
    const again = step('read', { at: 1, until: 2, argsHash: 'a', result: 'x', resultHash: 'x', tokensIn: 9 });
    const over = aCase('over', Array(6).fill(again), { outcome: 'failed' });
    expect(await focusOf([over, aCase('short', [read])])).toBe(1);
  });

  it('have no move into an end in the chart', async () => {
    const state = await playAll([aCase('begun', [read]), aCase('ended', [read], { outcome: 'failed' })]);
    const intoEnds = buildFlowReport(state).graph.edges.filter(({ to }) => to === null);
    expect(intoEnds.map(({ ends }) => ends)).toEqual([[{ end: 'failed', count: 1 }]]);
  });
});
