import type { LogRecord } from '../../../engine/traces/spans/logs/logRecord.ts';
import type { Attributes, OtelSpan } from '../../../engine/traces/spans/span.ts';

/** Spans in OTLP/JSON, as the file exporter of OpenTelemetry writes them. */
export function jsonOfSpans(spans: readonly OtelSpan[]): object {
  const groups = new Map<Attributes, OtelSpan[]>();
  for (const span of spans) {
    const group = groups.get(span.resource);
    if (group === undefined) groups.set(span.resource, [span]);
    else group.push(span);
  }
  return {
    resourceSpans: [...groups].map(([resource, own]) => ({
      resource: { attributes: pairsOf(resource) },
      scopeSpans: [{ spans: own.map(spanJson) }],
    })),
  };
}

const spanJson = (span: OtelSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== '' && { parentSpanId: span.parentSpanId }),
  name: span.name,
  ...(span.start !== null && { startTimeUnixNano: nanoseconds(span.start) }),
  ...(span.end !== null && { endTimeUnixNano: nanoseconds(span.end) }),
  attributes: pairsOf(span.attributes),
  events: span.events.map(({ name, attributes }) => ({ name, attributes: pairsOf(attributes) })),
  status: {
    ...(span.failed && { code: 2 }),
    ...(span.statusMessage !== null && { message: span.statusMessage }),
  },
});

/** Log records in OTLP/JSON. */
export const jsonOfLogs = (records: readonly LogRecord[]): object => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: records.map(recordJson) }] }],
});

const recordJson = (record: LogRecord) => ({
  ...(record.traceId !== '' && { traceId: record.traceId }),
  ...(record.spanId !== '' && { spanId: record.spanId }),
  eventName: record.name,
  ...(record.time !== null && { timeUnixNano: nanoseconds(record.time) }),
  body: anyValue(record.body),
  attributes: pairsOf(record.attributes),
});

/** Milliseconds to the microsecond, as decimal digits. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

const pairsOf = (attributes: Attributes) =>
  [...attributes].map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value !== 'object' || value === null) return {};
  return {
    kvlistValue: { values: Object.entries(value).map(([key, held]) => ({ key, value: anyValue(held) })) },
  };
}
