import { cleanTextLine } from '../../engine/core/cleanTextLine.ts';
import { UNSEEN } from '../../engine/core/unseen.ts';
import { toAnswerFields, toStringOrNull } from './answerFields.ts';
import type { Environment } from './environment.ts';
import { followAbortSignal, raceWithAbort } from './limits/withCallDeadline.ts';

/** Errors of Node's fetch, which waits five minutes whatever the deadline. */
const SILENCES: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** The failure of a request that ended without a reply. @param message used unless the cause was silence */
function toNetworkFailure(error: unknown, message: string): ServerFailure {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return SILENCES.includes(cause?.code)
    ? new ServerFailure('silence', 'nothing came for five minutes')
    : new ServerFailure('network', message);
}

/** The lack of a readable reply. The message is one line and never holds the key. */
export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';

  constructor(
    readonly kind: 'network' | 'silence' | 'status' | 'size' | 'encoding',
    message: string,
    readonly status: number | null = null,
    /** Milliseconds after which the server may be asked again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

const MAX_MESSAGE_LENGTH = 200;

/** A server as a run knows it. */
export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
}

interface HttpRequest {
  readonly server: Server;
  /** With a slash in front. */
  readonly path: string;
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Milliseconds; null if the server names none or the browser hides it. */
  readonly retryAfter: number | null;
}

/**
 * One request. Content types are ignored, redirects refused; the body is UTF-8 of at most `MAX_BODY_BYTES`.
 * @throws ServerFailure, also for every status other than 2xx; the signal's reason when it is aborted
 */
export async function sendHttpRequest(environment: Environment, request: HttpRequest): Promise<HttpReply> {
  const own = followAbortSignal(request.signal);
  try {
    const response = await openHttpResponse(environment, request, own.signal);
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
    const { status } = response;
    if (response.ok)
      return { status, text: await readResponseText(response, request, own.signal), retryAfter };
    const text = await readResponseText(response, request, own.signal).catch(() => '');
    request.signal.throwIfAborted();
    // Masked again: cleaning may have joined what was the key.
    throw new ServerFailure(
      'status',
      maskServerKey(readErrorMessage(text), request.server),
      status,
      retryAfter,
    );
  } catch (error) {
    own.abort();
    throw error;
  } finally {
    own.release();
  }
}

async function openHttpResponse(
  environment: Environment,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { server, path, body } = request;
  const headers = buildRequestHeaders(server.key, body !== undefined);
  signal.throwIfAborted();
  const init: RequestInit = {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  try {
    return await raceWithAbort(environment.fetch(server.url + path, init), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toNetworkFailure(error, 'no connection');
  }
}

/** The only headers sent: servers allow few across origins. */
function buildRequestHeaders(key: string | null, hasBody: boolean): Record<string, string> {
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new ServerFailure('status', 'the key has characters that cannot be sent', 401);
  return {
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
}

async function readResponseText(
  response: Response,
  { server }: HttpRequest,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await readBodyBytes(response, signal);
  try {
    return maskServerKey(new TextDecoder('utf-8', { fatal: true }).decode(bytes), server);
  } catch {
    throw new ServerFailure('encoding', 'the reply is not UTF-8');
  }
}

/** `{"error": "…"}` or `{"error": {"message": "…"}}`; else the first line of a plain text. */
function readErrorMessage(text: string): string {
  try {
    const { error, message, detail } = toAnswerFields(JSON.parse(text));
    return cleanTextLine(
      getErrorFieldText(error) ?? toStringOrNull(message) ?? toStringOrNull(detail) ?? '',
      MAX_MESSAGE_LENGTH,
    );
  } catch {
    const line = text.trim().split('\n')[0];
    return line.startsWith('<') ? '' : cleanTextLine(line, MAX_MESSAGE_LENGTH);
  }
}

/** Text of an `error` field; null when it has none. */
export const getErrorFieldText = (error: unknown): string | null =>
  toStringOrNull(error) ?? toStringOrNull(toAnswerFields(error).message);

/** Seconds or an HTTP date, as milliseconds from now; null if neither. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]+,? .*\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Longest body that is read, in decoded bytes; a decompression bomb ends here. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The body's decoded bytes. @throws ServerFailure when it breaks off or is too long; the signal's reason */
async function readBodyBytes(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await readBodyChunk(reader, signal);
    if (done) return joinBodyChunks(chunks, length);
    length += value.length;
    if (length > MAX_BODY_BYTES) {
      reader.cancel().catch(() => {});
      throw new ServerFailure('size', 'the reply is longer than 256 kB');
    }
    chunks.push(value);
  }
}

async function readBodyChunk(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    return await raceWithAbort(reader.read(), signal);
  } catch (error) {
    reader.cancel().catch(() => {});
    signal.throwIfAborted();
    throw toNetworkFailure(error, 'connection broken off');
  }
}

function joinBodyChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Least length of a key that is masked: shorter ones are not secrets, and masking them would mangle texts.
 */
const MIN_SECRET_LENGTH = 4;
const MASK = '•••';

/** A character as JSON may write it, in JSON inside JSON as well. */
const WRITTEN = /\\+u([0-9a-f]{4})|\\*([\s\S])/giu;
/** The same with JSON's short escapes as controls; in a key they are a backslash and a letter. */
const WITH_CONTROLS = /\\+(?:u([0-9a-f]{4})|[bfnrt])?|([\s\S])/giu;
/** Characters that would join separated parts in a cleaned or displayed text. */
const SKIPPED = new RegExp(`[\\\\${UNSEEN}]`, 'u');

/** Keys by recipient. */
interface Keyed {
  readonly key: string | null;
  readonly url: string;
  readonly model: string;
}

/**
 * A text from a server with the key masked, since it may echo what it was sent, in JSON's escapes or with invisible
 * characters between. A key that is part of the model's name is not a secret.
 */
export function maskServerKey(text: string, { key, url, model }: Keyed): string {
  if (key === null || key.length < MIN_SECRET_LENGTH || `${url} ${model}`.includes(key)) return text;
  const sought = key.replaceAll('\\', '');
  if (/^[ -[\]-~]*$/.test(text) || sought === '') return text.replaceAll(key, MASK);
  return maskDecodedMatches(maskDecodedMatches(text, sought, WRITTEN), sought, WITH_CONTROLS);
}

/** Masks each place that reads as the key once escapes are decoded and unseen characters taken out. */
function maskDecodedMatches(text: string, sought: string, letters: RegExp): string {
  let read = '';
  /** Begin and end of each letter of `read` in the text. */
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, 1: digits, 2: plain = '', index } of text.matchAll(letters)) {
    const letter = digits === undefined ? plain : String.fromCharCode(Number.parseInt(digits, 16));
    if (letter === '' || SKIPPED.test(letter)) continue;
    // Beyond the plane of a key's letters a character has two units.
    read += letter[0];
    begins.push(index);
    ends.push(index + written.length);
  }
  let sentence = '';
  let from = 0;
  for (let at = read.indexOf(sought); at >= 0; at = read.indexOf(sought, at + sought.length)) {
    sentence += text.slice(from, begins[at]) + MASK;
    from = ends[at + sought.length - 1] ?? text.length;
  }
  return sentence + text.slice(from);
}
