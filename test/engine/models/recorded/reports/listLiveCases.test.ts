import { describe, expect, it } from 'vitest';
import { explainAgentMoment } from '../../../../../src/engine/explain/explainAgentMoment.ts';
import { getAgentDetail } from '../../../../../src/engine/explain/getAgentDetail.ts';
import { toCaseRecord } from '../../../../../src/engine/models/recorded/reading/toCaseRecord.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { buildFlowReport } from '../../../../../src/engine/models/recorded/reports/buildFlowReport.ts';
import {
  findLatestMoment,
  listLiveCases,
} from '../../../../../src/engine/models/recorded/reports/listLiveCases.ts';
import { computeRunStatistics } from '../../../../../src/engine/statistics/statistics.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { playTo } from '../../../play.ts';
import { aCase, runOf, step } from '../cases.ts';

const UNDER_WAY = { parameters: { under_way: true } };

async function playAll(cases: readonly TraceCase[], ticks = 9): Promise<RecordedState> {
  const run = await runOf(cases, UNDER_WAY);
  await playTo(run, ticks);
  return run.state as unknown as RecordedState;
}

/** The cases that are under way, without when they were heard of. */
const selectWaits = (state: RecordedState) =>
  listLiveCases(state).map(({ heardAt: _, sent: __, ...wait }) => wait);

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
    expect(selectWaits(state)).toEqual([
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
    expect(selectWaits(state)).toEqual([1, 2, 2, 2, 2].map((last, agent) => ({ agent, last, ...nothing })));
  });

  it('wait for the first agent that they have sent since their last step, and say since when', async () => {
    const sent = (id: string, at: number, known: Partial<TraceCase> = {}) =>
      aCase(id, [step('look', { at, until: at + 50, result: 'seen' })], { parent: 'chief', ...known });
    const chief = aCase('chief', [read]);
    const waitOf = async (...cases: readonly TraceCase[]) => {
      const [{ waitsFor, sent: agent, since } = {}] = listLiveCases(await playAll([chief, ...cases]));
      return [waitsFor, agent, since];
    };
    expect(await waitOf(sent('scout', 3000), sent('mole', 2500))).toEqual(['agent', 2, 2500]);
    expect(await waitOf(sent('scout', 3000, { outcome: 'succeeded' }))).toEqual([null, null, null]);
    // It has gone on working since.
    expect(await waitOf(sent('scout', 900))).toEqual([null, null, null]);
  });

  it('were heard of last at the latest known moment of any step', async () => {
    const slow = step('build', { at: 1000, until: 9000, result: 'built' });
    const state = await playAll([aCase('a', [slow, read]), aCase('b', [step('find')])]);
    expect(listLiveCases(state).map(({ heardAt }) => heardAt)).toEqual([9000, null]);
    // Also of a call of the model that has led to nothing yet.
    const asks = step('read', { at: 1000, until: 2000, result: 'text', modelCalls: [[9500, 9700]] });
    const asking = await playAll([aCase('a', [asks])]);
    expect(listLiveCases(asking).map(({ heardAt }) => heardAt)).toEqual([9700]);
    expect(findLatestMoment(asking)).toBe(9700);
  });

  it('are as recent as the latest moment of all cases, ended ones among them', async () => {
    const late = step('read', { at: 70_000, until: 70_001, result: 'text' });
    const cases = [aCase('gone', [read]), aCase('ended', [late], { outcome: 'succeeded' })];
    expect(findLatestMoment(await playAll(cases))).toBe(70_001);
    expect(findLatestMoment(await playAll([aCase('untimed', [step('read')])]))).toBeNull();
  });

  it('do not include cases that are closed, whose document says so', async () => {
    const state = await playAll([aCase('closed', [read], { isClosed: true }), aCase('begun', [read])]);
    expect(listLiveCases(state).map(({ agent }) => agent)).toEqual([1]);
    expect(state.cases.map(one => toCaseRecord(one, null).closed)).toEqual([true, undefined]);
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

  it('have the one that is looked at first: that which has waited longest for a person, else one that loops, else the first one at work', async () => {
    const asks = (at: number) => [read, step('send', { at, waitsFor: 'person' })];
    const long = aCase('long', [read, read, read]);
    const focusOf = async (cases: readonly TraceCase[]) => {
      const run = await runOf(cases, UNDER_WAY);
      await playTo(run, 9);
      return run.state.frame(9).focus;
    };
    expect(await focusOf([long, aCase('late', asks(9000)), aCase('early', asks(8000))])).toBe(2);
    // It stays the same while others overtake it.
    expect(await focusOf([aCase('short', [read]), long])).toBe(0);
    const same = step('look', { at: 5, until: 6, argsHash: 'a', result: 'x', resultHash: 'x' });
    expect(await focusOf([aCase('short', [read]), aCase('loops', [same, same, same])])).toBe(1);
    const late = step('read', { at: 90_000, until: 90_001, result: 'text' });
    expect(await focusOf([aCase('gone', [read]), aCase('works', [late])])).toBe(1);
    expect(await focusOf([aCase('looped', [same, same, same]), aCase('works', [late])])).toBe(1);
    // One that has wasted more and has ended is the past.
    const again = step('read', { at: 1, until: 2, argsHash: 'a', result: 'x', resultHash: 'x', tokensIn: 9 });
    const over = aCase('over', Array(6).fill(again), { outcome: 'failed' });
    expect(await focusOf([over, aCase('short', [read])])).toBe(1);
  });

  it('have no stay beyond their last step, in statistics, history and reasons', async () => {
    const cases = [aCase('short', [read]), aCase('long', [read, read, step('find', { result: 'x' }), read])];
    const run = await runOf(cases, UNDER_WAY);
    await playTo(run, 4);
    const lastTickOf = (agent: number) => run.state.findLastTick?.(agent) ?? null;
    expect([lastTickOf(0), lastTickOf(1)]).toEqual([1, 4]);
    const { dwell } = computeRunStatistics(run.machine, { lastTickOf });
    const of = (state: string) => dwell.find(one => one.state === state);
    // Of eight ticks three come after the last step of the one.
    expect(of('read')).toMatchObject({ agentTicks: 4, share: 4 / 5 });
    expect(of('read')?.longestGoingOn).toMatchObject({ ticks: 1 });
    const reports = await run.state.loadReports();
    expect(getAgentDetail(run, 0, reports)).toMatchObject({ tick: 4, lastTick: 1, ticksInState: 0 });
    expect(getAgentDetail(run, 1, reports).lastTick).toBeUndefined();
    const [stayed] = explainAgentMoment(run, reports, 0, null).links;
    expect(stayed?.said).toBe('nothing is known of it yet: it was last in read');
    // A recording has ended.
    const ended = await runOf(cases);
    await playTo(ended, 4);
    expect(ended.state.findLastTick?.(0)).toBeNull();
  });

  it('have no move into an end in the chart', async () => {
    const state = await playAll([aCase('begun', [read]), aCase('ended', [read], { outcome: 'failed' })]);
    const intoEnds = buildFlowReport(state).graph.edges.filter(({ to }) => to === null);
    expect(intoEnds.map(({ ends }) => ends)).toEqual([[{ end: 'failed', count: 1 }]]);
  });
});
