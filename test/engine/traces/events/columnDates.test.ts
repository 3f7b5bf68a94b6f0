import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceReading } from '../../../../src/engine/traces/traceReading.ts';
import { readCase } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const days = (rows: readonly string[], reading: TraceReading = {}, head = 'case,tool,time') => {
  const { cases, notes, skipped } = readFiles({ 'log.csv': `${head}\n${rows.join('\n')}\n` }, reading);
  const shown = cases[0]!.steps.map(({ tool, at }) => [
    tool,
    at === null ? null : new Date(at).toISOString().slice(0, 10),
  ]);
  return { days: Object.fromEntries(shown), tools: shown.map(([tool]) => tool), notes, skipped };
};

describe('the dates of an event log', () => {
  it('have the day first where one first number is above 12', () => {
    const { cases, notes, skipped } = readCase('x07-csv-dayfirst', 'log.csv');
    expect(cases[0]!.steps.map(({ tool, at, usd }) => [tool, new Date(at!).toISOString(), usd])).toEqual([
      ['A', '2024-02-01T09:00:00.000Z', 1.5],
      ['B', '2024-02-02T07:00:00.000Z', 0.5],
      ['C', '2024-02-03T08:00:00.000Z', 2.5],
    ]);
    expect(cases.flatMap(({ steps }) => steps).reduce((sum, { usd }) => sum + (usd ?? 0), 0)).toBe(6.5);
    expect({ notes, skipped }).toEqual({ notes: [], skipped: [] });
  });

  it('have the month first where one second number is above 12', () => {
    expect(days(['1,a,01/02/2024', '1,b,01/13/2024']).days).toEqual({ a: '2024-01-02', b: '2024-01-13' });
  });

  it('are read in one order, which is reported, where nothing proves it, and a reading can choose the other', () => {
    const rows = ['1,a,01/02/2024', '1,b,02/02/2024'];
    const usual = days(rows);
    expect(usual.days).toEqual({ a: '2024-01-02', b: '2024-02-02' });
    expect(usual.notes).toEqual([
      'dates such as "01/02/2024" do not show which number is the day; they are read month-first, and {"dates": "day-first"} in a reading takes the other',
    ]);
    const told = days(rows, { dates: 'day-first' });
    expect(told.days).toEqual({ a: '2024-02-01', b: '2024-02-02' });
    expect(told.notes).toEqual([]);
    expect(days(['1,a,01.02.2024']).days).toEqual({ a: '2024-02-01' });
    expect(days(['1;a;01/02/2024'], {}, 'case;tool;time').days).toEqual({ a: '2024-02-01' });
  });

  it('are not read where some prove one order and some the other', () => {
    const { days: read, notes } = days(['1,a,13/01/2024', '1,b,01/13/2024']);
    expect(read).toEqual({ a: null, b: null });
    expect(notes[0]).toMatch(/^some dates such as "13\/01\/2024" have the day first and some the month/);
  });

  it('leave the events in the file’s order where they are not understood, which is reported once with an example', () => {
    const { tools, notes, skipped } = days(['1,c,Q3 of 2024', '1,a,Q1 of 2024']);
    expect(tools).toEqual(['c', 'a']);
    expect(skipped).toEqual([]);
    expect(notes).toEqual([
      'times such as "Q3 of 2024" in the column “time” are not understood, so the order is the file’s; those such as "2024-02-01 09:00" are, and {"columns": {"time": "…"}} in a reading names another column, or null for none',
    ]);
  });

  it('may have offsets without minutes', () => {
    const { cases } = readCase('x08-csv-postgres', 'log.csv');
    expect(cases[0]!.steps.map(({ tool, at }) => [tool, new Date(at!).toISOString()])).toEqual([
      ['A', '2024-01-01T08:00:00.000Z'],
      ['B', '2024-01-01T08:05:00.500Z'],
      ['C', '2024-01-01T08:06:00.000Z'],
    ]);
  });

  it('are decided by the whole column, with the row that proves it in any place', () => {
    const row = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), fc.nat(), (rows, place) => {
        const texts = rows.map(([day, month]) => `${day}/${month}/2024`);
        texts.splice(place % (texts.length + 1), 0, '25/3/2024');
        const named = texts.map((text, index) => `1,t${index},${text}`);
        const pad = (text: string) => text.padStart(2, '0');
        const { days: read, notes } = days(named);
        expect(notes).toEqual([]);
        for (const [index, text] of texts.entries()) {
          const [day, month] = text.split('/');
          expect(read[`t${index}`]).toBe(`2024-${pad(month!)}-${pad(day!)}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('pair the beginning and the end of an activity', () => {
    const rows = [
      '1,a,start,13/01/2024 10:00',
      '1,a,complete,13/01/2024 10:05',
      '1,b,start,01/02/2024 08:00',
    ];
    const { cases } = readFiles({ 'log.csv': `case,tool,lifecycle,time\n${rows.join('\n')}\n` });
    expect(cases[0]!.steps).toMatchObject([
      { tool: 'a', at: Date.UTC(2024, 0, 13, 10), until: Date.UTC(2024, 0, 13, 10, 5) },
      { tool: 'b', at: Date.UTC(2024, 1, 1, 8), until: null },
    ]);
  });

  it('like the days that Excel counts are reported as read as seconds', () => {
    const notesOf = (...times: readonly string[]) =>
      readFiles({ 'a.csv': ['case,tool,time', ...times.map(time => `1,a,${time}`)].join('\n') }).notes;
    expect(notesOf('45292.375', '45292.5', '45293')).toEqual([
      'times such as "45292.375" in the column “time” look like the days that Excel counts, and are read as seconds; save the column as dates to have the right ones',
    ]);
    expect(notesOf('0', '45292', '50000')).toEqual([]);
    expect(notesOf('2024-01-01 09:00')).toEqual([]);
  });
});
