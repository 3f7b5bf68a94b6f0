import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createTraceReader, type TraceReader } from '../../../src/engine/traces/createTraceReader.ts';
import { type FoundFile, MAX_LISTED_SKIPS } from '../../../src/engine/traces/findings.ts';
import { bytesOfFixture, packed, readFiles, readFixture, textOfFixture } from './fixture.ts';

const RETAIL = 'otlp/tau2_retail_40.genai.jsonl';
const TABLE = 'case_id,activity\n1,look\n1,act\n';

describe('a reader of traces', () => {
  it('gives the same whatever the size of the pieces', () => {
    const whole = readFiles({ a: bytesOfFixture('otlp/tau2_retail_5.genai.pb') });
    expect(readFiles({ a: bytesOfFixture('otlp/tau2_retail_5.genai.pb') }, {}, 7)).toEqual(whole);
    const table = readFiles({ a: bytesOfFixture('csv/tau2_retail_40.csv') });
    expect(readFiles({ a: bytesOfFixture('csv/tau2_retail_40.csv') }, {}, 1)).toEqual(table);
    const lines = readFiles({ a: bytesOfFixture('otlp/tau2_retail_10.openinference.jsonl') });
    expect(readFiles({ a: bytesOfFixture('otlp/tau2_retail_10.openinference.jsonl') }, {}, 3)).toEqual(lines);
  });

  it('takes costs that nothing can have as unknown, and counts them', () => {
    const rows = [
      { case: '1', tool: 'look', tokens_in: -5, tokens_out: 3, usd: -0.1 },
      { case: '1', tool: 'look', tokens_in: 7, tokens_out: 1e300, usd: 0 },
    ];
    const { cases, leftOut } = readFiles({ 'a.jsonl': rows.map(row => JSON.stringify(row)).join('\n') });
    expect(cases[0].steps).toMatchObject([
      { tokensIn: null, tokensOut: 3, usd: null },
      { tokensIn: 7, tokensOut: null, usd: 0 },
    ]);
    expect(leftOut).toEqual([
      { file: 'a.jsonl', what: 'tokens and costs below 0, or above any sum', count: 3 },
    ]);
  });

  it('gives a call without a name of its tool a name, in spans and in a table of states', () => {
    const attribute = (key: string, value: object) => ({ key, value });
    const span = (spanId: string, named: object) => ({
      ...{ traceId: 'b'.repeat(32), spanId, name: '' },
      ...{ startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' },
      attributes: [
        attribute('gen_ai.operation.name', { stringValue: 'execute_tool' }),
        attribute('gen_ai.tool.name', named),
      ],
    });
    const spans = [span('1'.repeat(16), { stringValue: '' }), span('2'.repeat(16), { arrayValue: {} })];
    const { cases } = readFiles({ a: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }) });
    expect(cases[0].steps.map(({ tool }) => tool)).toEqual(['unnamed', 'unnamed']);
    const rows = readFiles({
      'a.jsonl': '{"case":"1","tool":"look","state":""}\n{"case":"1","tool":"act","state":"s"}',
    });
    expect(rows.cases[0].steps.map(({ state }) => state)).toEqual([null, 's']);
  });

  it('reads a file in a layout over many lines, element by element, like lines', () => {
    const spans = textOfFixture(RETAIL)
      .trim()
      .split('\n')
      .flatMap(line => JSON.parse(line).resourceSpans);
    const { cases } = readFixture(RETAIL);
    for (const space of [undefined, 1])
      for (const whole of [
        { resourceSpans: spans },
        { schema: [1], resourceSpans: spans, rest: { a: ['}'] } },
      ]) {
        const read = readFiles({ a: JSON.stringify(whole, null, space) });
        expect(read.skipped).toEqual([]);
        expect(read.cases).toEqual(cases);
      }
    expect(readFiles({ a: JSON.stringify(spans.map(one => ({ resourceSpans: [one] }))) }).cases).toEqual(
      cases,
    );
  });

  it('reads spans and events from the lines of one file, as they were received', () => {
    const spans = textOfFixture(RETAIL).trim().split('\n');
    const { cases } = readFixture(RETAIL);
    const event = (i: number) => JSON.stringify({ case: 'mine', tool: 'look', args: i });
    const mixed = [...spans.flatMap((line, i) => [line, event(i)])].join('\n');
    for (const text of [mixed, `${spans.join('\n')}\n${event(0)}`, `${event(0)}\n${spans.join('\n')}`]) {
      const read = readFiles({ a: text });
      expect(read.skipped).toEqual([]);
      expect(read.cases.filter(({ id }) => id !== 'mine')).toEqual(cases);
      expect(read.cases.find(({ id }) => id === 'mine')?.steps.map(({ tool }) => tool)).toContain('look');
    }
    expect(readFiles({ a: mixed }).cases.find(({ id }) => id === 'mine')?.steps).toHaveLength(spans.length);
  });

  it('opens gzip and zip archives, one within the other as well, recognised by their bytes', () => {
    const { cases } = readFixture('csv/tau2_retail_40.csv');
    const zip = zipSync({
      'logs/a.csv.gz': new Uint8Array(packed('csv/tau2_retail_40.csv')),
      'logs/b.csv': [strToU8(TABLE), { level: 0 }],
      'read.me': strToU8('no traces'),
    });
    const { found, cases: read, skipped } = readFiles({ 'all.bin': new Uint8Array(zip) });
    const expected: FoundFile[] = [
      { file: 'all.bin/logs/a.csv', format: 'event table', kind: null, cases: 40, steps: 589, parts: 0 },
      { file: 'all.bin/logs/b.csv', format: 'event table', kind: null, cases: 1, steps: 2, parts: 0 },
      { file: 'all.bin/read.me', format: null, kind: 'a text', cases: 0, steps: 0, parts: 0 },
    ];
    expect(found).toEqual(expected);
    expect(read.slice(0, 40)).toEqual(cases);
    expect(skipped).toEqual([
      {
        file: 'all.bin/read.me',
        line: null,
        reason: expect.stringContaining('expected a trace of agents (OpenTelemetry'),
      },
    ]);
  });

  it('collects the spans of a trace from several lines and files, in whatever order they come', () => {
    const spansOf = (line: string) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans;
    const starts = (line: string) =>
      spansOf(line).map((span: { startTimeUnixNano: string }) => span.startTimeUnixNano);
    // Spans that began at once stay in the order of the file.
    const lines = textOfFixture(RETAIL)
      .trim()
      .split('\n')
      .filter(line => new Set(starts(line)).size === starts(line).length);
    expect(lines.length).toBeGreaterThan(10);
    const spans = lines.flatMap(spansOf);
    const line = (span: unknown) =>
      `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}\n`;
    const odd = spans.filter((_, index) => index % 2 === 1).reverse();
    const even = spans.filter((_, index) => index % 2 === 0).reverse();
    const mixed = readFiles({ a: odd.map(line).join(''), b: even.map(line).join('') });
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(mixed.cases.toSorted(byId)).toEqual(readFiles({ a: lines.join('\n') }).cases.toSorted(byId));
  });

  it.each([
    ['as it is', bytesOfFixture('csv/tau2_retail_40.csv')],
    ['protobuf', bytesOfFixture('otlp/tau2_retail_5.genai.pb')],
    ['gzip', packed('csv/tau2_retail_40.csv')],
    ['zip', zipSync({ a: new Uint8Array(bytesOfFixture('csv/tau2_retail_40.csv')) })],
  ])('may be given its pieces in one buffer that is used again: %s', (_, bytes) => {
    const reader = createTraceReader();
    const file = reader.open('a');
    const buffer = new Uint8Array(1_000);
    for (let at = 0; at < bytes.length; at += buffer.length) {
      const piece = bytes.subarray(at, at + buffer.length);
      buffer.set(piece);
      file.write(buffer.subarray(0, piece.length));
    }
    file.end();
    expect(reader.end()).toEqual(readFiles({ a: bytes }));
  });

  it('distinguishes cases of one name', () => {
    expect(readFiles({ a: TABLE, b: TABLE, c: TABLE }).cases.map(one => one.id)).toEqual([
      '1',
      '1 (2)',
      '1 (3)',
    ]);
  });

  it('lists what it passes over, a thousand at most, and counts the rest', () => {
    const { cases, skipped, skippedCount } = readFiles({ a: `${TABLE}${'alone\n'.repeat(1_500)}2,look\n` });
    expect(cases.map(one => one.id)).toEqual(['1', '2']);
    expect(skipped).toHaveLength(MAX_LISTED_SKIPS);
    expect(skipped[0]).toEqual({ file: 'a', line: 4, reason: '1 cells where the first row has 2' });
    expect(skippedCount).toBe(1_500);
  });

  it('reads UTF-16 with a mark, and UTF-8 with one, and lines that end with CRLF', () => {
    const text = TABLE.replaceAll('\n', '\r\n');
    const { cases } = readFiles({ a: TABLE });
    const wide = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    expect(readFiles({ a: wide }).cases).toEqual(cases);
    expect(readFiles({ a: new Uint8Array(Buffer.from(wide).swap16()) }, {}, 1).cases).toEqual(cases);
    expect(readFiles({ a: `\uFEFF${text}` }).cases).toEqual(cases);
  });

  it('follows a given format and given columns where it would guess others', () => {
    const table = 'who;what;case;activity\nann;walk;1;x\nbob;run;1;x\n';
    expect(readFiles({ a: table }).cases.map(one => one.id)).toEqual(['1']);
    const { cases } = readFiles({ a: table }, { columns: { case: 'who', activity: 'what' } });
    expect(cases.map(one => [one.id, one.steps[0].tool])).toEqual([
      ['ann', 'walk'],
      ['bob', 'run'],
    ]);
    const orders = readFixture('ocel/tau2_retail_40.ocel2.json', { objectType: 'order' });
    expect(orders.cases.length).toBeGreaterThan(40);
    expect(
      readFiles({ a: '{"case":1,"activity":"x","role":"user","content":""}' }, { format: 'events as JSON' })
        .cases,
    ).toMatchObject([{ id: '1', steps: [{ tool: 'x' }] }]);
    const odd = '{"who":"ann","did":"walk","ts":5}\n{"who":"ann","did":"run","ts":4}\n';
    expect(readFiles({ a: odd }).cases).toEqual([]);
    expect(readFiles({ a: odd }, { columns: { case: 'who', activity: 'did' } }).cases).toMatchObject([
      {
        id: 'ann',
        steps: [
          { tool: 'run', at: 4_000 },
          { tool: 'walk', at: 5_000 },
        ],
      },
    ]);
    expect(() => createTraceReader({ format: 'telex' })).toThrow(
      /^no format "telex"; there are .*OpenTelemetry spans,/,
    );
  });

  it('reports that nothing was found for an empty reading', () => {
    const reader: TraceReader = createTraceReader();
    expect(reader.end()).toEqual({
      cases: [],
      skipped: [],
      skippedCount: 0,
      doubled: 0,
      found: [],
      leftOut: [],
      notes: [],
      roles: null,
    });
  });
});
