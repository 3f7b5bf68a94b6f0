import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../../../engine/core/errors.ts';
import { openPlainFile } from '../../../files/openPlainFile.ts';
import type { TraceStore } from '../traceStore.ts';
import { hasAccessToken } from './accessToken.ts';
import type { BodyBudget } from './bodyBudget.ts';
import { describeReceipts, NO_RECEIPTS, type Receipts, sumReceipts } from './receipts.ts';
import { ReceiverBusy, RequestTooLarge } from './requestErrors.ts';
import type { TelemetryDecoder } from './telemetryDecoder.ts';
import { STORED_PATHS, type StoredPath } from './toStoredLines.ts';

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
  readonly bodies: BodyBudget;
  readonly decoder: TelemetryDecoder;
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
  receiver: Receiver,
): Promise<boolean> {
  const { store, token, counts } = receiver;
  const path = (request.url ?? '').split(/[?#]/)[0];
  const receives = STORED_PATHS.find(one => one === path);
  if (receives === undefined && ![METRICS_PATH, STATE_PATH, TRACES_PATH].includes(path)) return false;
  if (token === null && !OWN_NAME.test(request.headers.host ?? ''))
    sendStatusMessage(response, 403, 'it answers to localhost only');
  else if (token !== null && !hasAccessToken(request, token))
    sendStatusMessage(response, 401, 'the token is missing, or another one');
  else if (receives !== undefined) await receiveTelemetry(request, response, receives, receiver);
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

async function receiveTelemetry(
  request: IncomingMessage,
  response: ServerResponse,
  path: StoredPath,
  { store, counts, onStored, bodies, decoder }: Receiver,
): Promise<void> {
  if (request.method !== 'POST') return sendStatusMessage(response, 405, 'traces are sent by POST');
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  if (!ACCEPTED_BODY_TYPES.includes(type))
    return sendStatusMessage(
      response,
      415,
      `content-type "${type}" is not read; ${ACCEPTED_BODY_TYPES.join(', ')} are`,
    );
  let release = () => {};
  try {
    const read = await bodies.read(request);
    release = read.release;
    const { lines, receipts } = await decoder.decode(path, { type, body: read.body });
    await store.append(lines);
    counts.add(receipts);
    onStored?.(lines);
  } catch (error) {
    return sendRefusal(response, error);
  } finally {
    release();
  }
  if (type === 'application/x-protobuf') response.writeHead(200, { 'content-type': type }).end();
  else sendJsonResponse(response, 200, { partialSuccess: {} });
}

/** Takes metrics, which say nothing of steps, and keeps none. */
async function acceptUnreadMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendStatusMessage(response, 405, 'metrics are sent by POST');
  for await (const _ of request);
  const isBinary = (request.headers['content-type'] ?? '').startsWith('application/x-protobuf');
  if (isBinary) response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  else sendJsonResponse(response, 200, { partialSuccess: {} });
}

/** Exporters send again what is refused with 503, and nothing else. */
function sendRefusal(response: ServerResponse, error: unknown): void {
  if (error instanceof RequestTooLarge) sendStatusMessage(response, 413, error.message);
  else if (error instanceof InputError) sendStatusMessage(response, 400, error.message);
  else if (error instanceof ReceiverBusy) {
    response.setHeader('retry-after', '5');
    sendStatusMessage(response, 503, error.message);
  } else sendStatusMessage(response, 503, `it could not be written: ${(error as Error).message}`);
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
    for (const { path, ...part } of segments) {
      // One that has gone meanwhile ends the answer, and the page asks again.
      const file = await openPlainFile(path, 'read');
      await pipeline(file.createReadStream(part), response, { end: false });
    }
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
