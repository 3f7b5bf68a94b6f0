import { mkdtemp, readdir, readlink, rm, utimes } from 'node:fs/promises';
import { type ClientRequest, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerReceiverRequest,
  ReportedCounts,
} from '../../../../../src/cli/commands/observe/receiving/answers.ts';
import { BodyBudget } from '../../../../../src/cli/commands/observe/receiving/bodyBudget.ts';
import { TelemetryDecoder } from '../../../../../src/cli/commands/observe/receiving/telemetryDecoder.ts';
import { TraceStore } from '../../../../../src/cli/commands/observe/traceStore.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SPANS = '{"resourceSpans":[{"scopeSpans":[]}]}';
const BOUNDS = { file: 1e9, inAll: 1e9 };
let folder: string;
let store: TraceStore;
let server: Server;
let token: string | null;
let said: string[];
async function restart(most?: number): Promise<void> {
  server?.close();
  const counts = new ReportedCounts(line => said.push(line));
  const [bodies, decoder] = [new BodyBudget(most), new TelemetryDecoder()];
  server = createServer(async (asked, response) => {
    if (!(await answerReceiverRequest(asked, response, { store, token, counts, bodies, decoder })))
      response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
}
beforeEach(async () => {
  token = null;
  said = [];
  folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  store = await TraceStore.open(folder, BOUNDS);
  await restart();
});
afterEach(async () => {
  server.close();
  await store.close();
  await rm(folder, { recursive: true });
});

interface Told {
  readonly status: number;
  readonly body: string;
}

const ask = (path: string, body: string | Buffer | null, headers: Record<string, string> = JSON_TYPE) =>
  new Promise<Told>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const method = body === null ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let text = '';
      response.on('data', part => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
const kept = async () => (await ask('/observed/traces.jsonl', null)).body;

describe('the receiver of traces', () => {
  it('returns what was received from a given byte on, also after the oldest lines were dropped', async () => {
    await store.append(['{"a":1}', '{"a":2}']);
    const { received } = JSON.parse((await ask('/observed/state', null)).body);
    expect(received).toBe(16);
    await store.append(['{"a":3}']);
    const from = async (byte: number | string) =>
      (await ask(`/observed/traces.jsonl?from=${byte}`, null)).body;
    expect(await from(received)).toBe('{"a":3}\n');
    expect(await from(24)).toBe('');
    expect(await from('x')).toBe(await kept());
    store.gone = 100;
    expect(await from(116)).toBe('{"a":3}\n');
    expect(await from(0)).toBe(await kept());
  });

  it('says how long nothing has come, also of lines that another receiver kept before it', async () => {
    const quiet = async () => JSON.parse((await ask('/observed/state', null)).body).quiet_ms;
    expect(await quiet()).toBeNull();
    await store.append(['{"a":1}']);
    expect(await quiet()).toBeLessThan(10_000);
    await store.close();
    const then = Date.now() / 1000 - 500;
    await utimes(join(folder, 'traces-000001.jsonl'), then, then);
    store = await TraceStore.open(folder, BOUNDS);
    expect(Math.round((Date.now() - (store.heardAt ?? 0)) / 100_000)).toBe(5);
  });

  it('keeps spans in JSON as a line, whatever their layout, packed or not', async () => {
    expect(await ask('/v1/traces', '{\n "resourceSpans": [{"scopeSpans": []}]\n}')).toEqual({
      status: 200,
      body: '{"partialSuccess":{}}',
    });
    await ask('/v1/traces', gzipSync(SPANS), { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect(await kept()).toBe(`${SPANS}\n${SPANS}\n`);
    expect(JSON.parse((await ask('/observed/state', null)).body)).toMatchObject({ received: 76, bytes: 76 });
  });

  it('keeps log records, and answers metrics, so that no exporter tries again', async () => {
    const records =
      '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"codex.tool_result"},"attributes":[]}]}]}]}';
    expect(await ask('/v1/logs', records)).toEqual({ status: 200, body: '{"partialSuccess":{}}' });
    expect(await ask('/v1/metrics', '{"resourceMetrics":[]}')).toEqual({
      status: 200,
      body: '{"partialSuccess":{}}',
    });
    const binary = { 'content-type': 'application/x-protobuf' };
    expect(await ask('/v1/metrics', Buffer.from([0x0a, 0x00]), binary)).toEqual({ status: 200, body: '' });
    expect(await kept()).toBe(`${records}\n`);
  });

  it('reports once whether what it keeps can be read', async () => {
    const span = (attributes: string) =>
      `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","name":"GET","attributes":[${attributes}]}]}]}]}`;
    await ask('/v1/traces', span(''));
    await ask('/v1/traces', span(''));
    expect(said).toEqual([
      'of 1 span nothing is an agent’s, a model’s or a tool’s: it is stored, but makes no case so far',
    ]);
    await ask('/v1/traces', span('{"key":"gen_ai.tool.name","value":{"stringValue":"look"}}'));
    expect(said.slice(1)).toEqual([
      'the first that can be read: 1 of 1 span is an agent’s, a model’s or a tool’s',
    ]);
    expect(JSON.parse((await ask('/observed/state', null)).body)).toMatchObject({ spans: 3, spansRead: 1 });
  });

  it('takes JSON lines, and names the first line that is not a JSON object, in which case it keeps none', async () => {
    const lines = { 'content-type': 'application/x-ndjson' };
    expect((await ask('/events', '{"case":1}\n\n{"case": 2}\n', lines)).status).toBe(200);
    expect(await ask('/events', '{"case":3}\n{"case":\n', lines)).toMatchObject({ status: 400 });
    expect((await ask('/events', '{"case":3}\n[]\n', lines)).body).toContain('line 2 is not a JSON object');
    expect(await kept()).toBe('{"case":1}\n{"case":2}\n');
  });

  it('accepts an empty export, and keeps nothing', async () => {
    for (const path of ['/v1/traces', '/v1/logs', '/v1/metrics'])
      expect(await ask(path, '{}', JSON_TYPE)).toMatchObject({ status: 200 });
    expect(await kept()).toBe('');
  });

  it.each([
    ['/v1/traces', 'no JSON', JSON_TYPE, 400, 'the request is not JSON'],
    ['/v1/traces', '{"spans":[]}', JSON_TYPE, 400, 'no list'],
    ['/v1/traces', SPANS, { 'content-type': 'text/plain' }, 415, 'is not read'],
    ['/v1/traces', SPANS, { ...JSON_TYPE, 'content-encoding': 'br' }, 400, 'content-encoding br is not read'],
    ['/v1/traces', SPANS, { ...JSON_TYPE, 'content-encoding': 'gzip' }, 400, 'cannot be unpacked'],
    ['/v1/traces', SPANS, { ...JSON_TYPE, host: 'evil.example' }, 403, 'localhost only'],
    ['/v1/traces', null, {}, 405, 'sent by POST'],
    ['/v1/metrics', null, {}, 405, 'sent by POST'],
    ['/v1/logs', SPANS, JSON_TYPE, 400, 'no list'],
    ['/observed/state', SPANS, JSON_TYPE, 405, 'only be read'],
    ['/elsewhere', null, {}, 404, ''],
  ] as const)('refuses at %s %j with %j: %i', async (path, body, headers, status, words) => {
    const told = await ask(path, body, headers as Record<string, string>);
    expect(told.status).toBe(status);
    expect(told.body).toContain(words);
    expect(store.bytes).toBe(0);
  });

  it('keeps nothing of a request that is too long', async () => {
    const told = await ask('/v1/traces', Buffer.alloc(64_000_001, 32));
    expect(told).toMatchObject({ status: 413 });
  });

  it('holds so many bytes of all requests together, and asks others to come again', async () => {
    await restart(100_000);
    const { port } = server.address() as AddressInfo;
    const open = (bytes: number) =>
      new Promise<ClientRequest>(resolve => {
        const headers = { ...JSON_TYPE, 'content-length': '90000' };
        const sent = request({ host: '127.0.0.1', port, path: '/v1/traces', method: 'POST', headers });
        sent.on('error', () => {});
        sent.write(Buffer.alloc(bytes, 32), () => resolve(sent));
      });
    const unfinished = await open(60_000);
    await expect
      .poll(() => ask('/v1/traces', Buffer.alloc(50_000, 32)))
      .toMatchObject({ status: 503, body: expect.stringContaining('at the moment') });
    expect((await ask('/v1/traces', SPANS)).status).toBe(200);
    unfinished.destroy();
    // What was broken off gives its memory back.
    await expect.poll(async () => (await ask('/v1/traces', Buffer.alloc(90_000, 32))).status).toBe(400);
  });

  it.each([
    ['objects', '{"resourceSpans":'.repeat(400)],
    ['lists', `{"resourceSpans":${'['.repeat(400)}`],
  ])('refuses %s hundreds of levels deep for good, so that nobody sends them again', async (_, text) => {
    const told = await ask('/v1/traces', text);
    expect(told).toMatchObject({ status: 400, body: expect.stringContaining('250 levels') });
  });

  it('refuses what unfolds into more than a request may have', async () => {
    const packed = gzipSync(Buffer.alloc(64_000_001, 32));
    expect(packed.length).toBeLessThan(100_000);
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expect(await ask('/v1/traces', packed, headers)).toMatchObject({ status: 413 });
    expect(await ask('/v1/traces', packed.subarray(0, 1_000), headers)).toMatchObject({ status: 400 });
  });

  it.skipIf(process.platform !== 'linux')('closes the files of downloads that are broken off', async () => {
    await store.append(Array.from({ length: 40_000 }, (_, at) => `{"text":"${'x'.repeat(200)}","at":${at}}`));
    const { port } = server.address() as AddressInfo;
    const countOpen = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter(path => path.startsWith(folder)).length;
    };
    const before = await countOpen();
    for (let at = 0; at < 20; at++)
      await new Promise<void>(resolve => {
        const got = request({ host: '127.0.0.1', port, path: '/observed/traces.jsonl' }, response => {
          response.once('data', () => got.destroy());
        });
        got.on('error', () => {});
        got.once('close', () => resolve());
        got.end();
      });
    await expect.poll(countOpen).toBe(before);
  });

  it('requires the token that it was started with, in header or address', async () => {
    token = 'sesame';
    expect((await ask('/v1/traces', SPANS)).status).toBe(401);
    expect((await ask('/v1/traces', SPANS, { ...JSON_TYPE, authorization: 'Bearer other1' })).status).toBe(
      401,
    );
    expect((await ask('/v1/traces', SPANS, { ...JSON_TYPE, authorization: 'Bearer sesame' })).status).toBe(
      200,
    );
    expect((await ask('/observed/state?token=sesame', null)).status).toBe(200);
  });

  it('asks a client to send again what could not be written', async () => {
    await store.close();
    expect(await ask('/v1/traces', SPANS)).toMatchObject({ status: 503 });
    store = await TraceStore.open(folder, BOUNDS);
  });
});
