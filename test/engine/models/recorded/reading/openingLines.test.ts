import { describe, expect, it } from 'vitest';
import { describeReadFiles } from '../../../../../src/engine/models/recorded/reading/openingLines.ts';

describe('the report before recorded cases are played', () => {
  it('states how each file was read, what it gave, and what was left out', () => {
    const files = [
      { name: 'a.jsonl', format: 'Claude Code', cases: 1, steps: 1200, parts: 40 },
      { name: 'b.json', format: 'OpenTelemetry spans', cases: 0, steps: 0, parts: 3 },
      { name: 'c.csv', format: 'event table', cases: 0, steps: 0, parts: 0 },
    ];
    const leftOut = [{ file: 'a.jsonl', what: 'bookkeeping lines (mode)', count: 3 }];
    expect(describeReadFiles({ files, leftOut, roles: null }, 1)).toEqual([
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
    expect(describeReadFiles({ files, leftOut: [], roles: null }, 0).at(-1)).toBe('and 2 more files');
  });

  it('lists how the columns of a table are read, and which are not read', () => {
    const roles = {
      kind: 'columns' as const,
      names: ['id', 'what', 'start', 'in', 'colour', 'size'],
      roles: { case: 'id', activity: 'what', time: 'start', tokensIn: 'in' },
    };
    expect(describeReadFiles({ files: [], leftOut: [], roles }, 0)).toEqual([
      'columns: case "id", activity "what", begin "start", input tokens "in"; not read: "colour", "size"',
    ]);
  });

  it('names the objects that are the cases', () => {
    const types = [
      { name: 'order', events: 5 },
      { name: 'item', events: 4 },
    ];
    const roles = { kind: 'objects' as const, types, chosen: 'order' };
    expect(describeReadFiles({ files: [], leftOut: [], roles }, 0)).toEqual([
      'cases: objects of the type "order"; other types: "item"',
    ]);
  });
});
