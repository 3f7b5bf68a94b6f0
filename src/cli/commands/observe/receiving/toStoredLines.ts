import { InputError } from '../../../../engine/core/errors.ts';
import type { LogRecord } from '../../../../engine/traces/spans/logs/agentEvents.ts';
import type { OtelSpan, SpanAttributes } from '../../../../engine/traces/spans/otelSpan.ts';
import { readOtlpJsonLogs, readOtlpJsonSpans } from '../../../../engine/traces/spans/tracers/otlpJson.ts';
import {
  decodeOtlpLogs,
  decodeOtlpTraces,
  TooManyFields,
} from '../../../../engine/traces/spans/tracers/otlpProtobuf.ts';
import { getPathValue, isFieldsObject } from '../../../../engine/traces/values.ts';
import { checkJsonSize, MAX_VALUES } from './checkJsonSize.ts';
import { countReceipts, NO_RECEIPTS, type Receipts } from './receipts.ts';
import { RequestTooLarge } from './requestErrors.ts';

/** Spans in OTLP/JSON, as the file exporter of OpenTelemetry writes them. */
function serializeOtelSpans(spans: readonly OtelSpan[]): object {
  const groups = new Map<SpanAttributes, OtelSpan[]>();
  for (const span of spans) {
    const group = groups.get(span.resource);
    if (group === undefined) groups.set(span.resource, [span]);
    else group.push(span);
  }
  return {
    resourceSpans: [...groups].map(([resource, own]) => ({
      resource: { attributes: toAttributePairs(resource) },
      scopeSpans: [{ spans: own.map(toSpanJson) }],
    })),
  };
}

const toSpanJson = (span: OtelSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== '' && { parentSpanId: span.parentSpanId }),
  name: span.name,
  ...(span.start !== null && { startTimeUnixNano: formatNanoseconds(span.start) }),
  ...(span.end !== null && { endTimeUnixNano: formatNanoseconds(span.end) }),
  attributes: toAttributePairs(span.attributes),
  events: span.events.map(({ name, attributes }) => ({ name, attributes: toAttributePairs(attributes) })),
  status: {
    ...(span.failed && { code: 2 }),
    ...(span.statusMessage !== null && { message: span.statusMessage }),
  },
});

/** Log records in OTLP/JSON. */
const serializeLogRecords = (records: readonly LogRecord[]): object => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: records.map(toLogRecordJson) }] }],
});

const toLogRecordJson = (record: LogRecord) => ({
  ...(record.traceId !== '' && { traceId: record.traceId }),
  ...(record.spanId !== '' && { spanId: record.spanId }),
  eventName: record.name,
  ...(record.time !== null && { timeUnixNano: formatNanoseconds(record.time) }),
  body: toOtelAnyValue(record.body),
  attributes: toAttributePairs(record.attributes),
});

/** Milliseconds to the microsecond, as decimal digits. */
const formatNanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

const toAttributePairs = (attributes: SpanAttributes) =>
  [...attributes].map(([key, value]) => ({ key, value: toOtelAnyValue(value) }));

function toOtelAnyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toOtelAnyValue) } };
  if (typeof value !== 'object' || value === null) return {};
  return {
    kvlistValue: {
      values: Object.entries(value).map(([key, held]) => ({ key, value: toOtelAnyValue(held) })),
    },
  };
}

/** Spans or records per line: as JSON they are larger than as protobuf, and readers limit the length of a line. */
const ITEMS_OF_LINE = 1000;

/** Most spans or log records of a request; exporters send some hundreds at once. */
const MAX_ITEMS = 200_000;

/** A client's request: its format and its body, unpacked. */
export interface Sent {
  /** Without parameters, in small letters. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Paths of signals that are stored. */
export const STORED_PATHS = ['/v1/traces', '/v1/logs', '/events'] as const;
/** One of them. */
export type StoredPath = (typeof STORED_PATHS)[number];

/** Data that a request adds to the store. */
export interface Received {
  readonly lines: readonly string[];
  /** Counts of readable and other items. */
  readonly receipts: Receipts;
}

/** The lines that a request leaves in the store. @throws InputError for what cannot be read, RequestTooLarge */
export function decodeRequest(path: StoredPath, { type, body }: Sent): Received {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (path === '/events') {
    checkJsonSize(bytes);
    const lines = splitEventLines(decodeText(bytes));
    return { lines, receipts: { ...NO_RECEIPTS, events: lines.length } };
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
  decode(bytes: Uint8Array, most: number): readonly T[];
  toJson(items: readonly T[]): object;
  receipts(items: readonly T[]): Receipts;
}

/** JSON is kept as it came, protobuf as JSON. */
function decodeTelemetry<T>(type: string, bytes: Buffer, signal: Signal<T>): Received {
  if (type === 'application/x-protobuf') {
    const items = decodeFields(bytes, signal);
    checkItemCount(items);
    return { lines: serializeInLines(items, signal.toJson), receipts: signal.receipts(items) };
  }
  checkJsonSize(bytes);
  const value = parseJsonBody(decodeText(bytes), 'the request');
  // An export of nothing is a sound one.
  const isEmpty = isFieldsObject(value) && Object.keys(value).length === 0;
  const groups = isEmpty ? [] : getPathValue(value, signal.key);
  if (!Array.isArray(groups)) throw new InputError(`the request has no list "${signal.key}"`);
  // The reader of the file reports what is malformed.
  const items = signal.ofJson(value, () => {});
  checkItemCount(items);
  return { lines: groups.length === 0 ? [] : [JSON.stringify(value)], receipts: signal.receipts(items) };
}

function serializeInLines<T>(items: readonly T[], json: (some: readonly T[]) => object): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < items.length; from += ITEMS_OF_LINE)
    lines.push(JSON.stringify(json(items.slice(from, from + ITEMS_OF_LINE))));
  return lines;
}

function decodeFields<T>(bytes: Uint8Array, signal: Signal<T>): readonly T[] {
  try {
    return signal.decode(bytes, MAX_VALUES);
  } catch (error) {
    throw error instanceof TooManyFields ? new RequestTooLarge(error.message, { cause: error }) : error;
  }
}

function checkItemCount(items: readonly unknown[]): void {
  if (items.length > MAX_ITEMS)
    throw new RequestTooLarge(
      `${items.length} spans or records in one request, ${MAX_ITEMS} at most are taken`,
    );
}

const splitEventLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [JSON.stringify(parseJsonBody(line, `line ${i + 1}`))]));

/** @throws InputError for bytes that are not UTF-8: replaced, they would be stored as something that nobody sent */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError('the request is not text in UTF-8');
  }
}

/** A number that may be too large for a double: JSON.parse makes it infinite, and JSON.stringify null. */
const LARGE_EXPONENT = /[eE]\+?\d{3}/;

function refuseInfinity(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity) throw new Error('a number in it is too large to be kept');
  return value;
}

/** An object in JSON. */
function parseJsonBody(text: string, where: string): object {
  let value: unknown;
  try {
    value = LARGE_EXPONENT.test(text) ? JSON.parse(text, refuseInfinity) : JSON.parse(text);
  } catch (error) {
    throw new InputError(`${where} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InputError(`${where} is not a JSON object`);
}
