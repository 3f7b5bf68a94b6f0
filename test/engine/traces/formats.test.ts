import { describe, expect, it } from 'vitest';
import { readCase } from './caseFixture.ts';
import { readFiles } from './fixture.ts';

describe('an event table', () => {
  it('may begin with Excel’s line that names the sign between cells', () => {
    for (const hint of ['sep=;', '\uFEFFsep=;\r', '"sep=;"']) {
      const { cases, skipped } = readFiles({ 'a.csv': `${hint}\ncase;tool;cost\n1;a;1,5\n` });
      expect(cases).toMatchObject([{ id: '1', steps: [{ tool: 'a', usd: 1.5 }] }]);
      expect(skipped).toEqual([]);
    }
    expect(readFiles({ 'a.csv': 'sep=;\ncase;tool\n1;a\n1\n' }).skipped).toEqual([
      { file: 'a.csv', line: 4, reason: '1 cells where the first row has 2' },
    ]);
  });

  it('reports how a column can be used that resembles times and is not recognised by its name', () => {
    const table = 'case,tool,Zeitstempel\n1,b,2024-01-02\n1,a,2024-01-01\n';
    const { cases, notes } = readFiles({ 'a.csv': table });
    expect(cases[0]!.steps.map(({ tool }) => tool)).toEqual(['b', 'a']);
    expect(notes).toEqual([
      'no column is known as the one of times, so the order is the file’s; "Zeitstempel" looks like it ("2024-01-02"), and {"columns": {"time": "Zeitstempel"}} in a reading takes it',
    ]);
    const told = readFiles({ 'a.csv': table }, { columns: { time: 'Zeitstempel' } });
    expect(told.cases[0]!.steps.map(({ tool }) => tool)).toEqual(['a', 'b']);
    expect(told.notes).toEqual([]);
  });

  it('has a beginning and an end where two columns are named so', () => {
    const end = Date.UTC(2024, 0, 1, 9, 30);
    for (const head of ['start_timestamp,time:timestamp', 'begin,finish', 'startedAt,endedAt']) {
      const table = `case,tool,${head}\n1,a,2024-01-01 09:00,2024-01-01 09:30\n`;
      expect(readFiles({ a: table }).cases[0]!.steps[0]).toMatchObject({ at: end - 1_800_000, until: end });
    }
    expect(readCase('x11-csv-dup-start-end', 'log.csv').cases[0]!.steps.map(({ tool }) => tool)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });

  it('keeps a case that is called NA, and reads UTF-16', () => {
    expect(readCase('x06-csv-unsorted', 'log.csv').cases.map(({ id }) => id)).toEqual(['2', '1', 'NA']);
    expect(readCase('x10-csv-utf16', 'log.csv').cases[0]!.steps.map(({ tool }) => tool)).toEqual(['A', 'B']);
  });
});

describe('event logs in XES', () => {
  const minutes = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / 60_000;

  it('pair the beginning and the end of an activity, whatever their names and however they overlap', () => {
    const { steps } = readCase('x01-xes-lifecycle', 'log.xes').cases[0];
    expect(steps.map(({ tool, at, until }) => [tool, minutes(at, until)])).toEqual([
      ['A', 5],
      ['B', 14],
      ['C', 23],
    ]);
  });

  it('are in order by the instant, not by the clock of each zone', () => {
    const { steps } = readCase('x02-xes-zones', 'log.xes').cases[0];
    expect(steps.map(({ tool }) => tool)).toEqual(['early', 'mid', 'late']);
  });

  it('may have quotes within a cell, which open none', () => {
    const table = 'case,activity,args\nA,open,nail 5" long\nA,close,"a, ""b""\nc"\nB,open,x\n';
    for (const piece of [7, 65_536]) {
      const { cases, skipped } = readFiles({ 'a.csv': table }, {}, piece);
      expect(cases.map(({ steps }) => steps.map(({ args }) => args))).toEqual([
        ['nail 5" long', 'a, "b"\nc'],
        ['x'],
      ]);
      expect(skipped).toEqual([]);
    }
  });
});
