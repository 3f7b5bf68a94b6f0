import { describe, expect, it } from 'vitest';
import { RequestTooLarge } from '../../../../../src/cli/commands/observe/receiving/requestErrors.ts';
import { decodeRequest } from '../../../../../src/cli/commands/observe/receiving/toStoredLines.ts';
import { bytesOfFixture, readFiles } from '../../../../engine/traces/fixture.ts';

describe('the stored data of a request', () => {
  it('has lines of at most a thousand spans where it came as protobuf, and in them the same cases', () => {
    const bytes = bytesOfFixture('otlp/tau2_retail_5.genai.pb');
    // Messages of protobuf one after the other are one that has the lists of all.
    const body = Buffer.concat(Array.from({ length: 20 }, () => bytes));
    const type = 'application/x-protobuf';
    const { lines, receipts } = decodeRequest('/v1/traces', { type, body });
    expect(receipts.spansRead).toBe(receipts.spans);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.match(/"spanId"/g)?.length).toBeLessThanOrEqual(1000);
    expect(readFiles({ a: lines.join('\n') }).cases).toEqual(readFiles({ a: bytes }).cases);
  });

  it('has log records in JSON where they came as protobuf', () => {
    const text = (value: string) => Buffer.from(value);
    const field = (number: number, bytes: Buffer) =>
      Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
    const pair = (key: string, value: string) =>
      field(6, Buffer.concat([field(1, text(key)), field(2, field(1, text(value)))]));
    const time = Buffer.from([9, 0, 0, 0x64, 0xa7, 0xb3, 0xb6, 0xe0, 0x17]);
    const record = Buffer.concat([
      ...[time, field(5, field(1, text('x'))), pair('event.name', 'codex.tool_result')],
      ...[pair('conversation.id', 'c'), pair('tool_name', 'look'), pair('success', 'true')],
    ]);
    const long = (number: number, bytes: Buffer) =>
      Buffer.concat([Buffer.from([number * 8 + 2, (bytes.length & 127) | 128, bytes.length >> 7]), bytes]);
    const body = long(1, long(2, long(2, record)));
    const { lines, receipts } = decodeRequest('/v1/logs', { type: 'application/x-protobuf', body });
    expect(receipts).toMatchObject({ records: 1, recordsRead: 1, spans: 0 });
    const { cases } = readFiles({ a: lines.join('\n') });
    expect(cases).toMatchObject([{ id: 'c', steps: [{ tool: 'look', failed: false }] }]);
    expect(readFiles({ a: body }).cases).toEqual(cases);
  });

  it('is nothing for a number or a text that could not be kept as it was sent', () => {
    const send = (path: '/events' | '/v1/traces', body: Uint8Array) =>
      decodeRequest(path, { type: 'application/json', body });
    const write = (text: string) => new TextEncoder().encode(text);
    for (const path of ['/events', '/v1/traces'] as const) {
      expect(() => send(path, write('{"resourceSpans":[],"usd":1e999}'))).toThrow(
        'a number in it is too large',
      );
      expect(() => send(path, Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).toThrow(
        'the request is not text in UTF-8',
      );
    }
    expect(send('/events', write('{"usd":1e200,"text":"1e999"}')).lines).toEqual([
      '{"usd":1e+200,"text":"1e999"}',
    ]);
  });

  it('is nothing for a request of millions of fields, or of more spans than are sent at once', () => {
    const type = 'application/x-protobuf';
    // Empty messages under a number that is not known: two bytes each.
    const fields = Buffer.alloc(6_000_002, Buffer.from([0x7a, 0x00]));
    expect(() => decodeRequest('/v1/traces', { type, body: fields })).toThrow(RequestTooLarge);
    const spans = Array.from({ length: 200_001 }, () => ({}));
    const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    const readable = Buffer.from(body.toString().replaceAll('{}', '{"traceId":"a"}'));
    expect(() => decodeRequest('/v1/traces', { type: 'application/json', body: readable })).toThrow(
      '200001 spans or records in one request, 200000 at most are taken',
    );
  });
});
