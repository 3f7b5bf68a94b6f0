import type { LogRecord } from '../../../engine/traces/spans/logs/logRecord.ts';
import type { Attributes, OtelSpan } from '../../../engine/traces/spans/span.ts';

/** Spans in OTLP/JSON, as the file exporter of OpenTelemetry writes them. */
export function serializeOtelSpans(spans: readonly OtelSpan[]): object {
  const groups = new Map<Attributes, OtelSpan[]>();
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
export const serializeLogRecords = (records: readonly LogRecord[]): object => ({
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

const toAttributePairs = (attributes: Attributes) =>
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
