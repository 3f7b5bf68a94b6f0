import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { InputError } from '../../engine/errors.ts';
import { decodeTraces } from '../../engine/traces/spans/otlpProtobuf.ts';
import type { OtelSpan } from '../../engine/traces/spans/span.ts';
import { jsonOfSpans } from './jsonOfSpans.ts';

const unzip = promisify(gunzip);

/** Most bytes of a request, packed and unpacked. */
export const MOST_BYTES = 64_000_000;

/** Spans of a line: as JSON they take more than as protobuf, and a line has its limit where it is read. */
const SPANS_OF_LINE = 1000;

/** What a client sends, and how. */
interface Sent {
  /** Without parameters, in small letters. */
  readonly type: string;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** The lines that a request to `/v1/traces` or `/events` leaves in the store. @throws InputError for what cannot be read */
export async function linesOf(
  path: '/v1/traces' | '/events',
  { type, encoding, body }: Sent,
): Promise<readonly string[]> {
  const bytes = await unpacked(body, encoding);
  if (path === '/events') return eventLines(bytes.toString('utf8'));
  if (type === 'application/x-protobuf') {
    return spanLines(decodeTraces(bytes));
  }
  const value = jsonOf(bytes.toString('utf8'), 'the request');
  const groups = (value as { readonly resourceSpans?: unknown }).resourceSpans;
  if (!Array.isArray(groups)) throw new InputError('the request has no list "resourceSpans"');
  return groups.length === 0 ? [] : [JSON.stringify(value)];
}

function spanLines(spans: readonly OtelSpan[]): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < spans.length; from += SPANS_OF_LINE)
    lines.push(JSON.stringify(jsonOfSpans(spans.slice(from, from + SPANS_OF_LINE))));
  return lines;
}

async function unpacked(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new InputError(`content-encoding ${encoding} is not read; gzip is`);
  try {
    return await unzip(body, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw new InputError(`the request cannot be unpacked: ${(error as Error).message}`);
  }
}

const eventLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [JSON.stringify(jsonOf(line, `line ${i + 1}`))]));

/** An object in JSON. */
function jsonOf(text: string, where: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${where} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InputError(`${where} is no JSON object`);
}
