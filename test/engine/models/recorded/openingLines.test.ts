import { describe, expect, it } from 'vitest';
import { openingLinesOf } from '../../../../src/engine/models/recorded/openingLines.ts';

describe('what is told before recorded cases are played', () => {
  it('is what each file was read as and gave, and what was left out', () => {
    const files = [
      { name: 'a.jsonl', format: 'Claude Code', cases: 1, steps: 1200, parts: 40 },
      { name: 'b.json', format: 'OpenTelemetry spans', cases: 0, steps: 0, parts: 3 },
      { name: 'c.csv', format: 'event table', cases: 0, steps: 0, parts: 0 },
    ];
    const leftOut = [{ file: 'a.jsonl', what: 'bookkeeping lines (mode)', count: 3 }];
    expect(openingLinesOf({ files, leftOut }, 1)).toEqual([
      'a.jsonl: Claude Code, 1 case, 1,200 steps',
      'b.json: OpenTelemetry spans, parts of other files’ cases',
      'c.csv: event table, no case',
      '1 case of sub-agents among them, each with the case that sent it',
      'a.jsonl: left out 3 bookkeeping lines (mode)',
    ]);
  });

  it('names ten files and counts the others', () => {
    const files = Array.from({ length: 12 }, (_, i) => ({
      name: `${i}`,
      format: 'runs',
      cases: 1,
      steps: 1,
      parts: 1,
    }));
    expect(openingLinesOf({ files, leftOut: [] }, 0).at(-1)).toBe('and 2 more files');
  });
});
