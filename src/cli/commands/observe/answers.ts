import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../../engine/core/errors.ts';
import { describeReceipts, NO_RECEIPTS, type Receipts, sumReceipts } from './receipts.ts';
import { MAX_REQUEST_BYTES, STORED_PATHS, type StoredPath, toStoredLines } from './toStoredLines.ts';
import type { TraceStore } from './traceStore.ts';

/** Names of this machine: a page elsewhere whose name leads here is not one. */
const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Path of the status that the page polls. */
const STATE_PATH = '/observed/state';
/** Path of the traces that the page reads. */
const TRACES_PATH = '/observed/traces.jsonl';

/**
 * Signals that are acknowledged but not stored: an exporter without an answer, or with 503, sends them again and again.
 */
const METRICS_PATH = '/v1/metrics';
/** Kinds of body; a page elsewhere cannot send these without being asked first, and is refused then. */
const ACCEPTED_BODY_TYPES = [
  'application/json',
  'application/x-protobuf',
  'application/x-ndjson',
  'application/jsonl',
];

/** A receiver: its store, its token, and the totals so far. */
interface Receiver {
  readonly store: TraceStore;
  readonly token: string | null;
  readonly counts: ReportedCounts;
  /** Gets lines once they are stored. */
  readonly onStored?: ((lines: readonly string[]) => void) | undefined;
}

/** Summary of the received data since the start, including how much of it is readable. */
export class ReportedCounts {
  receipts: Receipts = NO_RECEIPTS;

  /** @param say gets a line when the first comes that is read, or that is not */
  constructor(private readonly say: (line: string) => void) {}

  add(more: Receipts): void {
    const words = describeReceipts(this.receipts, more);
    this.receipts = sumReceipts(this.receipts, more);
    if (words !== null) this.say(words);
  }
}

/** Answers what agents and the page ask. @returns false for a request that is somebody else's */
export async function answerReceiverRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { store, token, counts, onStored }: Receiver,
): Promise<boolean> {
  const path = (request.url ?? '').split(/[?#]/)[0];
  const receives = STORED_PATHS.find(one => one === path);
  if (receives === undefined && ![METRICS_PATH, STATE_PATH, TRACES_PATH].includes(path)) return false;
  if (token === null && !OWN_NAME.test(request.headers.host ?? ''))
    sendStatusMessage(response, 403, 'it answers to localhost only');
  else if (!isTokenAccepted(request, token))
    sendStatusMessage(response, 401, 'the token is missing, or another one');
  else if (receives !== undefined)
    await receiveTelemetry(request, response, receives, { store, counts, onStored });
  else if (path === METRICS_PATH) await acceptUnreadMetrics(request, response);
  else if (request.method !== 'GET') sendStatusMessage(response, 405, 'it can only be read');
  else if (path === STATE_PATH)
    sendJsonResponse(response, 200, {
      began: store.began,
      received: store.received,
      bytes: store.bytes,
      // An age: the clock of the page may differ.
      quiet_ms: store.heardAt === null ? null : Math.max(0, Date.now() - store.heardAt),
      ...counts.receipts,
    });
  else await sendStoredTraces(response, store, parseStartByte(request));
  return true;
}

/** True if the request has the token of the start, in its header or, for the page, in its address. */
function isTokenAccepted({ headers, url = '' }: IncomingMessage, token: string | null): boolean {
  if (token === null) return true;
  const given =
    /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ??
    new URL(url, 'http://x').searchParams.get('token');
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function receiveTelemetry(
  request: IncomingMessage,
  response: ServerResponse,
  path: StoredPath,
  { store, counts, onStored }: Pick<Receiver, 'store' | 'counts' | 'onStored'>,
): Promise<void> {
  if (request.method !== 'POST') return sendStatusMessage(response, 405, 'traces are sent by POST');
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  if (!ACCEPTED_BODY_TYPES.includes(type))
    return sendStatusMessage(
      response,
      415,
      `content-type "${type}" is not read; ${ACCEPTED_BODY_TYPES.join(', ')} are`,
    );
  try {
    const body = await readRequestBody(request);
    if (body === null)
      return sendStatusMessage(response, 413, `more than ${MAX_REQUEST_BYTES / 1e6} MB in one request`);
    const encoding = request.headers['content-encoding'];
    const { lines, receipts } = await toStoredLines(path, { type, encoding, body });
    await store.append(lines);
    counts.add(receipts);
    onStored?.(lines);
  } catch (error) {
    // Clients repeat a request that was answered with 503.
    return error instanceof InputError
      ? sendStatusMessage(response, 400, error.message)
      : sendStatusMessage(response, 503, `it could not be written: ${(error as Error).message}`);
  }
  if (type === 'application/x-protobuf') response.writeHead(200, { 'content-type': type }).end();
  else sendJsonResponse(response, 200, { partialSuccess: {} });
}

/** Takes metrics, which say nothing of steps, and keeps none. */
async function acceptUnreadMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendStatusMessage(response, 405, 'metrics are sent by POST');
  await readRequestBody(request);
  const isBinary = (request.headers['content-type'] ?? '').startsWith('application/x-protobuf');
  if (isBinary) response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  else sendJsonResponse(response, 200, { partialSuccess: {} });
}

/** The whole body; null for one that is too long. */
async function readRequestBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length <= MAX_REQUEST_BYTES) parts.push(part);
  }
  return length > MAX_REQUEST_BYTES ? null : Buffer.concat(parts);
}

/** The byte, of all that was ever received, from which lines are wanted; 0 for all. */
function parseStartByte({ url = '' }: IncomingMessage): number {
  const from = Number(new URL(url, 'http://x').searchParams.get('from') ?? 0);
  return Number.isSafeInteger(from) && from >= 0 ? from : 0;
}

/** All whole lines that are kept from a byte on, the oldest first. */
async function sendStoredTraces(response: ServerResponse, store: TraceStore, from: number): Promise<void> {
  let begins = store.gone;
  const segments = store.segments.flatMap(({ path, bytes }) => {
    const start = Math.max(0, from - begins);
    begins += bytes;
    return start < bytes ? [{ path, start, end: bytes - 1 }] : [];
  });
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  try {
    for (const { path, ...part } of segments)
      await pipeline(createReadStream(path, part), response, { end: false });
    response.end();
  } catch {
    response.destroy();
  }
}

function sendJsonResponse(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

const sendStatusMessage = (response: ServerResponse, status: number, message: string): void =>
  sendJsonResponse(response, status, { code: status, message });
