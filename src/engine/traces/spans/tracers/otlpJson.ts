import { InputError } from '../../../core/errors.ts';
import { encodeHex } from '../../../core/hashing/hex.ts';
import { parseNanoseconds } from '../../times.ts';
import { MAX_VALUE_DEPTH } from '../../traceSteps.ts';
import {
  getListField,
  getPathValue,
  getTextField,
  isFieldsObject,
  toFiniteNumber,
  toWordText,
} from '../../values.ts';
import type { LogRecord } from '../logs/agentEvents.ts';
import type { OtelEvent, OtelSpan, SpanAttributes } from '../otelSpan.ts';

/** The spans of one export in OTLP/JSON; keys in snake case and names of enumerations are read as well. */
export function readOtlpJsonSpans(value: unknown, refuse: (reason: string) => void): OtelSpan[] {
  const spans: OtelSpan[] = [];
  const holder = isFieldsObject(getPathValue(value, 'trace')) ? getPathValue(value, 'trace') : value;
  for (const group of getListUnderEitherKey(holder, 'resourceSpans', 'resource_spans', 'batches')) {
    const resource = readJsonAttributes(getListField(group, 'resource', 'attributes'));
    for (const scope of listJsonScopes(group))
      for (const span of getListField(scope, 'spans'))
        tryReadElement(span, refuse, one => spans.push(readJsonSpan(one, resource)));
  }
  return spans;
}

/** The log records of one export in OTLP/JSON. */
export function readOtlpJsonLogs(value: unknown, refuse: (reason: string) => void): LogRecord[] {
  const records: LogRecord[] = [];
  for (const group of getListUnderEitherKey(value, 'resourceLogs', 'resource_logs'))
    for (const scope of getListUnderEitherKey(group, 'scopeLogs', 'scope_logs'))
      for (const record of getListUnderEitherKey(scope, 'logRecords', 'log_records'))
        tryReadElement(record, refuse, one => records.push(readJsonLogRecord(one)));
  return records;
}

/** Reads one of several; of one that is broken it says why. */
function tryReadElement(one: unknown, refuse: (reason: string) => void, read: (one: unknown) => void): void {
  try {
    read(one);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refuse(error.message);
  }
}

function readJsonLogRecord(record: unknown): LogRecord {
  const attributes = readJsonAttributes(getListField(record, 'attributes'));
  const time = parseNanoseconds(
    getPathValue(record, 'timeUnixNano') ?? getPathValue(record, 'time_unix_nano'),
  );
  return {
    traceId: (getTextField(record, 'traceId', 'trace_id') ?? '').toLowerCase(),
    spanId: (getTextField(record, 'spanId', 'span_id') ?? '').toLowerCase(),
    name: toWordText(attributes.get('event.name')) ?? getTextField(record, 'eventName', 'event_name') ?? '',
    time:
      time ??
      parseNanoseconds(
        getPathValue(record, 'observedTimeUnixNano') ?? getPathValue(record, 'observed_time_unix_nano'),
      ),
    body: readJsonAnyValue(getPathValue(record, 'body'), 0),
    attributes,
  };
}

const HOLDING = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs'] as const;

/** True if a value holds spans or log records in OTLP/JSON, or in Tempo's answers: under `batches`, or in a `trace`. */
export const isOtlpJson = (value: unknown): boolean =>
  HOLDING.some(key => Array.isArray(getPathValue(value, key))) ||
  getListField(value, 'batches').some(batch => listJsonScopes(batch).length > 0) ||
  (isFieldsObject(getPathValue(value, 'trace')) &&
    Array.isArray(getPathValue(value, 'trace', 'resourceSpans')));

const listJsonScopes = (group: unknown): readonly unknown[] =>
  getListUnderEitherKey(group, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');

function getListUnderEitherKey(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) if (Array.isArray(getPathValue(value, key))) return getListField(value, key);
  return [];
}

function readJsonSpan(span: unknown, resource: SpanAttributes): OtelSpan {
  if (!isFieldsObject(span)) throw new InputError('a span that is not an object');
  // Names that no object inherits: read without a look at whose they are, which costs as much as the rest.
  const traceId = toWordText(span.traceId) ?? toWordText(span.trace_id);
  if (traceId === null) throw new InputError('a span without a trace id');
  const status = isFieldsObject(span.status) ? span.status : null;
  return {
    traceId: decodeOtlpId(traceId),
    spanId: decodeOtlpId(toWordText(span.spanId) ?? toWordText(span.span_id) ?? ''),
    parentSpanId: decodeOtlpId(toWordText(span.parentSpanId) ?? toWordText(span.parent_span_id) ?? ''),
    name: toWordText(span.name) ?? '',
    start: parseNanoseconds(span.startTimeUnixNano ?? span.start_time_unix_nano),
    end: parseNanoseconds(span.endTimeUnixNano ?? span.end_time_unix_nano),
    attributes: readJsonAttributes(getListField(span, 'attributes')),
    events: getListField(span, 'events').map(readJsonEvent),
    failed: status !== null && /^(?:2|STATUS_CODE_ERROR|ERROR)$/i.test(toWordText(status.code) ?? ''),
    statusMessage: status === null ? null : toWordText(status.message),
    resource,
    droppedAttributes: toFiniteNumber(span.droppedAttributesCount ?? span.dropped_attributes_count) ?? 0,
  };
}

/** An id in hexadecimal digits; Tempo's are in base64, whose eight or sixteen bytes end with a sign of their own. */
function decodeOtlpId(id: string): string {
  if (!id.endsWith('=')) return id.toLowerCase();
  try {
    return encodeHex(Uint8Array.from(atob(id), sign => sign.charCodeAt(0)));
  } catch {
    return id;
  }
}

const readJsonEvent = (event: unknown): OtelEvent => ({
  name: getTextField(event, 'name') ?? '',
  attributes: readJsonAttributes(getListField(event, 'attributes')),
});

/** A list of `{key, value}` by key; of two with one key the later counts. */
function readJsonAttributes(list: readonly unknown[]): SpanAttributes {
  const attributes = new Map<string, unknown>();
  for (const one of list)
    if (isFieldsObject(one) && typeof one.key === 'string')
      attributes.set(one.key, readJsonAnyValue(one.value, 0));
  return attributes;
}

/** Content of an AnyValue. @throws InputError for one that is nested too deep */
function readJsonAnyValue(value: unknown, depth: number): unknown {
  if (depth > MAX_VALUE_DEPTH)
    throw new InputError(`an attribute nested more than ${MAX_VALUE_DEPTH} levels deep`);
  if (!isFieldsObject(value)) return value;
  if (value.stringValue !== undefined) return value.stringValue;
  for (const kind in value) {
    const held = value[kind];
    switch (kind) {
      case 'string_value':
      case 'boolValue':
      case 'bool_value':
      case 'bytesValue':
      case 'bytes_value':
        return held;
      case 'intValue':
      case 'int_value':
      case 'doubleValue':
      case 'double_value':
        return toFiniteNumber(held);
      case 'arrayValue':
      case 'array_value':
        return getListField(held, 'values').map(one => readJsonAnyValue(one, depth + 1));
      case 'kvlistValue':
      case 'kvlist_value':
        return Object.fromEntries(
          getListField(held, 'values').map(one => [
            String(getPathValue(one, 'key')),
            readJsonAnyValue(getPathValue(one, 'value'), depth + 1),
          ]),
        );
    }
  }
  return null;
}
