import { describe, expect, it } from 'vitest';
import {
  buildClockReport,
  type ClockReport,
} from '../../../../../src/engine/models/recorded/clock/buildClockReport.ts';
import { CLOCK_FLAGS, CLOCK_KINDS } from '../../../../../src/engine/models/recorded/clock/clockSpans.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';

const T = 1_700_000_000_000;

async function reportOf(cases: readonly TraceCase[], parameters = {}): Promise<ClockReport> {
  const { state } = await runOf(cases, { parameters });
  return buildClockReport(state as unknown as RecordedState);
}

const spansOf = (report: ClockReport, agent: number) =>
  Array.from({ length: report.first[agent + 1] - report.first[agent] }, (_, i) => {
    const at = report.first[agent] + i;
    return {
      ...{ begin: report.begin[at] - T, until: report.until[at] - T, reach: report.reach[at] - T },
      ...{ step: report.step[at], tick: report.tick[at], tool: report.tools[report.tool[at]] },
      ...{ kind: CLOCK_KINDS[report.kind[at]], flags: report.flags[at], tokens: report.tokens[at] },
      ...{ lane: report.lane[at], row: report.row[at], rows: report.rows[at] },
    };
  });

describe('the report by the clock', () => {
  it('has a span for each step with a time, with what a view draws', async () => {
    const report = await reportOf([
      aCase('a', [
        step('find', { at: T, until: T + 50, failed: true, tokensIn: 9, tokensOut: 1 }),
        step('find'),
        step('read', { at: T + 20, until: T + 30 }),
        step('guard: would stop', { at: T + 60, until: T + 60 }),
      ]),
    ]);
    const usual = { lane: 0, flags: 0, tokens: -1, kind: 'tool' };
    expect(spansOf(report, 0)).toEqual([
      {
        ...{ ...usual, begin: 0, until: 50, reach: 50, step: 1, tick: 1, tool: 'find', row: 0, rows: 2 },
        ...{ flags: CLOCK_FLAGS.failed, tokens: 10 },
      },
      { ...usual, begin: 20, until: 30, reach: 50, step: 3, tick: 3, tool: 'read', row: 1, rows: 2 },
      {
        ...{ ...usual, begin: 60, until: 60, reach: 60, step: 4, tick: 4, tool: 'guard: would stop' },
        ...{ kind: 'stop', flags: CLOCK_FLAGS.noted, row: 0, rows: 1 },
      },
    ]);
    expect([report.untimed[0], report.tokensOf[0]]).toEqual([1, 10]);
  });

  it('has the senders of cases, and lanes for the agents of one case', async () => {
    const report = await reportOf([
      aCase('a', [step('plan', { at: T, agent: 'chief' }), step('dig', { at: T + 1, agent: 'mole' })], {
        labels: { model: 'gpt' },
      }),
      aCase('b', [step('look', { at: T + 2 })], { parent: 'a', labels: { agent: 'scout', model: 'gpt' } }),
    ]);
    expect([...report.agents]).toEqual([[0, ['chief', 'mole']]]);
    expect(spansOf(report, 0).map(({ lane }) => lane)).toEqual([0, 1]);
    expect([...report.senderOf]).toEqual([-1, 0]);
    expect([...report.runner].map(number => report.runners[number])).toEqual(['gpt', 'scout']);
  });

  it('has the steps of a case under way without an agent on the lane of the only one that is named', async () => {
    const did = (at: number, agent: string | null) => step('look', { at: T + at, until: T + at + 5, agent });
    const cases = [
      aCase('goes on', [did(0, 'clerk'), did(10, null)]),
      aCase('two', [did(0, 'clerk'), did(10, 'chief'), did(20, null)]),
    ];
    const report = await reportOf(cases, { under_way: true });
    // Of a recording it is known that nobody was named.
    expect(spansOf(await reportOf(cases), 0).map(({ lane }) => lane)).toEqual([0, 1]);
    expect(spansOf(report, 0).map(({ lane }) => lane)).toEqual([0, 0]);
    expect(spansOf(report, 1).map(({ lane }) => lane)).toEqual([0, 1, 2]);
    expect([...report.agents.keys()]).toEqual([1]);
  });

  it('leaves no ended call open while a guard asks a person about the next', async () => {
    const read = step('read', { at: T, until: T + 5, result: 'text' });
    const report = await reportOf([aCase('a', [read, step('guard: asks', { at: T + 9, until: T + 9 })])], {
      under_way: true,
    });
    expect(spansOf(report, 0)[0]).toMatchObject({ until: 5, flags: 0 });
    expect(report.live).toMatchObject([{ agent: 0, last: 2, waitsFor: 'person', tool: null, since: T + 9 }]);
  });

  it('leaves the last step of a case that waits open, however far the run has been played', async () => {
    const read = step('read', { at: T, until: T + 10, result: 'text' });
    const cases = [aCase('asks', [read, step('send', { at: T + 20, until: T + 21, waitsFor: 'person' })])];
    const open = await reportOf(cases, { under_way: true });
    expect(spansOf(open, 0)[1]).toMatchObject({ until: Number.NaN, flags: CLOCK_FLAGS.open, kind: 'person' });
    expect(open.live).toMatchObject([{ agent: 0, last: 2, waitsFor: 'person', tool: 'send', since: T + 21 }]);
    const ended = await reportOf(cases);
    expect(spansOf(ended, 0)[1]).toMatchObject({ until: 21, flags: 0 });
    expect(ended.live).toEqual([]);
  });

  it('has no spans and no shares for a case without times', async () => {
    const report = await reportOf([
      aCase('a', [step('find')]),
      aCase('b', [step('find', { at: T, until: T + 9 })]),
    ]);
    expect([...report.first]).toEqual([0, 0, 1]);
    expect([...report.shares.wall]).toEqual([Number.NaN, 9]);
    expect([...report.shares.model]).toEqual([Number.NaN, Number.NaN]);
  });
});
