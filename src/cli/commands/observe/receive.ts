import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { InputError } from '../../../engine/core/errors.ts';
import { readOtlpJsonLogs, readOtlpJsonSpans } from '../../../engine/traces/spans/tracers/otlpJson.ts';
import { decodeOtlpLogs, decodeOtlpTraces } from '../../../engine/traces/spans/tracers/otlpProtobuf.ts';
import { getPathValue, isFieldsObject } from '../../../engine/traces/values.ts';
import { countReceipts, NOTHING_TOLD, type Receipts } from './receipts.ts';
import { serializeLogRecords, serializeOtelSpans } from './serializeOtelSpans.ts';

const unzip = promisify(gunzip);

/** Most bytes of a request, packed and unpacked. */
export const MOST_BYTES = 64_000_000;

/** Spans, or records, of a line: as JSON they take more than as protobuf, and a line has its limit where it is read. */
const ITEMS_OF_LINE = 1000;

/** What a client sends, and how. */
interface Sent {
  /** Without parameters, in small letters. */
  readonly type: string;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** Where signals are sent whose lines are kept. */
export const KEPT_PATHS = ['/v1/traces', '/v1/logs', '/events'] as const;
/** One of them. */
export type KeptPath = (typeof KEPT_PATHS)[number];

/** What a request leaves in the store. */
interface Received {
  readonly lines: readonly string[];
  /** What is read of it, and what is not. */
  readonly receipts: Receipts;
}

/** The lines that a request leaves in the store. @throws InputError for what cannot be read */
export async function toStoredLines(path: KeptPath, { type, encoding, body }: Sent): Promise<Received> {
  const bytes = await decompressBody(body, encoding);
  if (path === '/events') {
    const lines = splitEventLines(bytes.toString('utf8'));
    return { lines, receipts: { ...NOTHING_TOLD, events: lines.length } };
  }
  return path === '/v1/logs'
    ? decodeTelemetry(type, bytes, {
        ...{
          key: 'resourceLogs',
          ofJson: readOtlpJsonLogs,
          decode: decodeOtlpLogs,
          toJson: serializeLogRecords,
        },
        receipts: records => countReceipts([], records),
      })
    : decodeTelemetry(type, bytes, {
        ...{
          key: 'resourceSpans',
          ofJson: readOtlpJsonSpans,
          decode: decodeOtlpTraces,
          toJson: serializeOtelSpans,
        },
        receipts: spans => countReceipts(spans, []),
      });
}

/** One kind of what OTLP carries, and how it is read and written. */
interface Signal<T> {
  readonly key: string;
  ofJson(value: unknown, refuse: (reason: string) => void): readonly T[];
  decode(bytes: Uint8Array): readonly T[];
  toJson(items: readonly T[]): object;
  receipts(items: readonly T[]): Receipts;
}

/** JSON is kept as it came, protobuf as JSON. */
function decodeTelemetry<T>(type: string, bytes: Buffer, signal: Signal<T>): Received {
  if (type === 'application/x-protobuf') {
    const items = signal.decode(bytes);
    return { lines: serializeInLines(items, signal.toJson), receipts: signal.receipts(items) };
  }
  const value = parseJsonBody(bytes.toString('utf8'), 'the request');
  // An export of nothing is a sound one.
  const isEmpty = isFieldsObject(value) && Object.keys(value).length === 0;
  const groups = isEmpty ? [] : getPathValue(value, signal.key);
  if (!Array.isArray(groups)) throw new InputError(`the request has no list "${signal.key}"`);
  // The reader of the file reports what is malformed.
  const items = signal.ofJson(value, () => {});
  return { lines: groups.length === 0 ? [] : [JSON.stringify(value)], receipts: signal.receipts(items) };
}

function serializeInLines<T>(items: readonly T[], json: (some: readonly T[]) => object): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < items.length; from += ITEMS_OF_LINE)
    lines.push(JSON.stringify(json(items.slice(from, from + ITEMS_OF_LINE))));
  return lines;
}

async function decompressBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new InputError(`content-encoding ${encoding} is not read; gzip is`);
  try {
    return await unzip(body, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw new InputError(`the request cannot be unpacked: ${(error as Error).message}`);
  }
}

const splitEventLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [JSON.stringify(parseJsonBody(line, `line ${i + 1}`))]));

/** An object in JSON. */
function parseJsonBody(text: string, where: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${where} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InputError(`${where} is no JSON object`);
}
