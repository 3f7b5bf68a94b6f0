import { describe, expect, it } from 'vitest';
import { json, jsonLines } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const tag = (key: string, value: unknown, type = 'string') => ({ key, value, type });
const SPAN = {
  ...{ traceID: 'A', spanID: '02', operationName: 'execute_tool look', processID: 'p' },
  ...{ startTime: 1_767_225_601_000_000, duration: 500 },
  references: [
    { refType: 'FOLLOWS_FROM', traceID: 'A', spanID: '09' },
    { refType: 'CHILD_OF', traceID: 'A', spanID: '01' },
  ],
  tags: [tag('error', true, 'bool'), tag('gen_ai.tool.name', 'look')],
  logs: [{ timestamp: 1, fields: [tag('event', 'exception'), tag('exception.message', 'boom')] }],
};
const AGENT = {
  ...SPAN,
  spanID: '01',
  operationName: 'invoke_agent desk',
  references: [],
  tags: [],
  logs: [],
};

describe('spans of Jaeger', () => {
  it('fail by their tag, with the error in their log, below the span that they are a child of', () => {
    const { cases } = readFiles({
      a: json({ data: [{ traceID: 'A', spans: [SPAN, AGENT], processes: {} }] }),
    });
    expect(cases).toMatchObject([
      {
        id: 'a',
        steps: [
          {
            ...{ tool: 'look', agent: 'desk', failed: true, error: 'boom' },
            ...{ at: Date.UTC(2026, 0, 1, 0, 0, 1), until: Date.UTC(2026, 0, 1, 0, 0, 1) + 0.5 },
          },
        ],
      },
    ]);
  });

  it('are read one by one as storages hold them, where numbers and flags are texts', () => {
    const stored = {
      ...SPAN,
      logs: [],
      tags: [tag('error', 'false', 'bool'), tag('gen_ai.tool.name', 'look')],
    };
    const { cases } = readFiles({ a: jsonLines({ _source: stored }, { _source: AGENT }) });
    expect(cases).toMatchObject([{ steps: [{ tool: 'look', failed: false }] }]);
  });

  it('without an id are reported in one line', () => {
    const { cases, skipped } = readFiles({ a: json([{ traceID: 'A', spans: [SPAN, { spanID: '3' }] }]) });
    expect(cases).toHaveLength(1);
    expect(skipped).toEqual([{ file: 'a', line: 2, reason: 'a span without an id, a trace or a name' }]);
  });
});
