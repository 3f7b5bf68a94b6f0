import { describe, expect, it } from 'vitest';
import { calls, jsonLines, readCase } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

describe('outcomes on the rows of a log', () => {
  it('are those of the calls where they differ within a case', () => {
    const { cases, notes } = readCase('e01-audit-outcome-per-call', 'audit.jsonl');
    expect(cases.map(({ outcome }) => outcome)).toEqual([null, null]);
    expect(cases.map(calls)).toEqual([
      [
        ['bash', false],
        ['bash', true],
        ['read', false],
      ],
      [
        ['bash', false],
        ['bash', false],
        ['write', true],
      ],
    ]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^the column "outcome" differs within cases/);
  });

  it('are those of the cases where a reading chooses it', () => {
    const { cases, notes } = readCase('e01-audit-outcome-per-call', 'audit.jsonl', {
      columns: { outcome: 'outcome' },
    });
    expect(cases.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
    expect(notes).toEqual([]);
  });

  it('are those of the cases where each case has one, on all of its rows or on the last', () => {
    const table = 'case,tool,outcome\n1,a,\n1,b,success\n2,a,failed\n2,b,failed\n';
    const { cases } = readFiles({ 'a.csv': table });
    expect(cases.map(({ outcome, steps }) => [outcome, steps[0]!.failed])).toEqual([
      ['succeeded', null],
      ['failed', null],
    ]);
  });

  it('are both where a column is named after the case', () => {
    const row = (tool: string, outcome: string) => ({ case: 1, tool, 'case:outcome': 'failed', outcome });
    const { cases } = readFiles({ 'a.jsonl': jsonLines(row('a', 'success'), row('b', 'error')) });
    expect(cases[0]!.outcome).toBe('failed');
    expect(calls(cases[0]!)).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });
});
