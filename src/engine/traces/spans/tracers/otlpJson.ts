import { InputError } from '../../../core/errors.ts';
import { hexOf } from '../../../core/hashing/hex.ts';
import { DEEPEST } from '../../steps.ts';
import { ofNanoseconds } from '../../times.ts';
import { at, isFields, listAt, numberOf, textAt, wordOf } from '../../values.ts';
import type { LogRecord } from '../logs/logRecord.ts';
import type { Attributes, OtelEvent, OtelSpan } from '../span.ts';

/** The spans of one export in OTLP/JSON; keys in snake case and names of enumerations are read as well. */
export function spansOfJson(value: unknown, refuse: (reason: string) => void): OtelSpan[] {
  const spans: OtelSpan[] = [];
  const holder = isFields(at(value, 'trace')) ? at(value, 'trace') : value;
  for (const group of either(holder, 'resourceSpans', 'resource_spans', 'batches')) {
    const resource = attributesOf(listAt(group, 'resource', 'attributes'));
    for (const scope of scopesIn(group))
      for (const span of listAt(scope, 'spans')) take(span, refuse, one => spans.push(spanOf(one, resource)));
  }
  return spans;
}

/** The log records of one export in OTLP/JSON. */
export function logsOfJson(value: unknown, refuse: (reason: string) => void): LogRecord[] {
  const records: LogRecord[] = [];
  for (const group of either(value, 'resourceLogs', 'resource_logs'))
    for (const scope of either(group, 'scopeLogs', 'scope_logs'))
      for (const record of either(scope, 'logRecords', 'log_records'))
        take(record, refuse, one => records.push(recordOf(one)));
  return records;
}

/** Reads one of several; of one that is broken it says why. */
function take(one: unknown, refuse: (reason: string) => void, read: (one: unknown) => void): void {
  try {
    read(one);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refuse(error.message);
  }
}

function recordOf(record: unknown): LogRecord {
  const attributes = attributesOf(listAt(record, 'attributes'));
  const time = ofNanoseconds(at(record, 'timeUnixNano') ?? at(record, 'time_unix_nano'));
  return {
    traceId: (textAt(record, 'traceId', 'trace_id') ?? '').toLowerCase(),
    spanId: (textAt(record, 'spanId', 'span_id') ?? '').toLowerCase(),
    name: wordOf(attributes.get('event.name')) ?? textAt(record, 'eventName', 'event_name') ?? '',
    time: time ?? ofNanoseconds(at(record, 'observedTimeUnixNano') ?? at(record, 'observed_time_unix_nano')),
    body: anyValue(at(record, 'body'), 0),
    attributes,
  };
}

const HOLDING = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs'] as const;

/** Whether a value holds spans or log records in OTLP/JSON, or as Tempo answers it: under `batches`, or in a `trace`. */
export const holdsSpans = (value: unknown): boolean =>
  HOLDING.some(key => Array.isArray(at(value, key))) ||
  listAt(value, 'batches').some(batch => scopesIn(batch).length > 0) ||
  (isFields(at(value, 'trace')) && Array.isArray(at(value, 'trace', 'resourceSpans')));

const scopesIn = (group: unknown): readonly unknown[] =>
  either(group, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');

function either(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) if (Array.isArray(at(value, key))) return listAt(value, key);
  return [];
}

function spanOf(span: unknown, resource: Attributes): OtelSpan {
  if (!isFields(span)) throw new InputError('a span that is no object');
  // Names that no object inherits: read without a look at whose they are, which costs as much as the rest.
  const traceId = wordOf(span.traceId) ?? wordOf(span.trace_id);
  if (traceId === null) throw new InputError('a span without a trace id');
  const status = isFields(span.status) ? span.status : null;
  return {
    traceId: idOf(traceId),
    spanId: idOf(wordOf(span.spanId) ?? wordOf(span.span_id) ?? ''),
    parentSpanId: idOf(wordOf(span.parentSpanId) ?? wordOf(span.parent_span_id) ?? ''),
    name: wordOf(span.name) ?? '',
    start: ofNanoseconds(span.startTimeUnixNano ?? span.start_time_unix_nano),
    end: ofNanoseconds(span.endTimeUnixNano ?? span.end_time_unix_nano),
    attributes: attributesOf(listAt(span, 'attributes')),
    events: listAt(span, 'events').map(eventOf),
    failed: status !== null && /^(?:2|STATUS_CODE_ERROR|ERROR)$/i.test(wordOf(status.code) ?? ''),
    statusMessage: status === null ? null : wordOf(status.message),
    resource,
  };
}

/** An id in hexadecimal digits; Tempo's are in base64, whose eight or sixteen bytes end with a sign of their own. */
function idOf(id: string): string {
  if (!id.endsWith('=')) return id.toLowerCase();
  try {
    return hexOf(Uint8Array.from(atob(id), sign => sign.charCodeAt(0)));
  } catch {
    return id;
  }
}

const eventOf = (event: unknown): OtelEvent => ({
  name: textAt(event, 'name') ?? '',
  attributes: attributesOf(listAt(event, 'attributes')),
});

/** A list of `{key, value}` by key; of two with one key the later counts. */
function attributesOf(list: readonly unknown[]): Attributes {
  const attributes = new Map<string, unknown>();
  for (const one of list)
    if (isFields(one) && typeof one.key === 'string') attributes.set(one.key, anyValue(one.value, 0));
  return attributes;
}

/** What an AnyValue holds. @throws InputError for one that is nested too deep */
function anyValue(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new InputError(`an attribute nested more than ${DEEPEST} levels deep`);
  if (!isFields(value)) return value;
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
        return numberOf(held);
      case 'arrayValue':
      case 'array_value':
        return listAt(held, 'values').map(one => anyValue(one, depth + 1));
      case 'kvlistValue':
      case 'kvlist_value':
        return Object.fromEntries(
          listAt(held, 'values').map(one => [String(at(one, 'key')), anyValue(at(one, 'value'), depth + 1)]),
        );
    }
  }
  return null;
}
