import { describe, expect, it } from 'vitest';
import { calls, caseFiles, json, readCase, reversed, tokens } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

/** Files, the format, the case, and tokens in and out. */
const FILES = [
  ['o09-python-console-exporter', 'console.json', 'OpenTelemetry console spans', '6'.repeat(32), [100, 10]],
  ['o09-python-console-exporter', 'spans.jsonl', 'OpenTelemetry console spans', '6'.repeat(32), [100, 10]],
  ['o10-phoenix-spans', 'spans.jsonl', 'Phoenix', '7'.repeat(32), [100, 10]],
  ['o10-phoenix-spans', 'rest.json', 'Phoenix', '7'.repeat(32), [100, 10]],
  ['o10-phoenix-spans', 'dataframe.csv', 'Phoenix data frame', '7'.repeat(32), [100, 10]],
  ['o11-jaeger', 'trace.json', 'Jaeger', '8'.repeat(32), [100, 10]],
  ['o12-mlflow', 'trace.json', 'MLflow', 'sess-1', [900, 90]],
] as const;

describe('spans in another form than OTLP', () => {
  it.each(FILES)('are read as those: %s/%s', (name, path, format, id, paid) => {
    const { cases, found, skipped } = readCase(name, path);
    expect(found.map(one => one.format)).toEqual([format]);
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([[id, [['look', false]], paid]]);
    expect(cases[0]!.steps[0]).toMatchObject({
      ...{ at: Date.UTC(2026, 0, 1, 0, 0, 3), until: Date.UTC(2026, 0, 1, 0, 0, 4) },
      agent: name === 'o12-mlflow' ? 'predict' : 'desk',
    });
    expect(skipped).toEqual([]);
  });

  it('join in one trace though they stand in several files of several forms', () => {
    const lines = new TextDecoder()
      .decode(caseFiles('o09-python-console-exporter')['spans.jsonl'])
      .split('\n');
    const attributes = [{ key: 'gen_ai.tool.name', value: { stringValue: 'read' } }];
    const span = {
      traceId: '6'.repeat(32),
      spanId: '9',
      name: 'x',
      attributes,
      startTimeUnixNano: '1767225605000000000',
    };
    const files = {
      'a.jsonl': lines.slice(0, 1).join('\n'),
      'b.jsonl': lines.slice(1).join('\n'),
      'c.json': json({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
    };
    for (const given of [files, reversed(files)]) {
      const { cases, skipped } = readFiles(given);
      expect(cases.map(one => [calls(one).map(([tool]) => tool), tokens([one])])).toEqual([
        [
          ['look', 'read'],
          [100, 10],
        ],
      ]);
      expect(skipped).toEqual([]);
    }
  });
});

describe('spans of consoles', () => {
  it('are read as JavaScript has them where they are JSON', () => {
    const span = {
      ...{ traceId: 'AB', id: '02', name: 'x', timestamp: 1_767_225_601_000_000, duration: 1_500_000 },
      ...{ parentSpanContext: { spanId: '01' }, kind: 0, events: [], links: [] },
      attributes: { 'gen_ai.tool.name': 'look' },
      status: { code: 2, message: 'no' },
    };
    expect(readFiles({ a: `${json(span)}\n${json({ ...span, id: '03' })}` }).cases).toMatchObject([
      {
        id: 'ab',
        steps: [
          { tool: 'look', failed: true, error: 'no', until: Date.UTC(2026, 0, 1, 0, 0, 2, 500) },
          { tool: 'look' },
        ],
      },
    ]);
  });

  it('report an invalid line in one line', () => {
    const text = new TextDecoder().decode(caseFiles('o09-python-console-exporter')['spans.jsonl']);
    expect(readFiles({ a: `${text.trim()}\n{"weather": "fine"}` }).skipped).toEqual([
      { file: 'a', line: 4, reason: 'no spans of OpenTelemetry console spans' },
    ]);
  });
});
