import { parseTraceTime } from '../../times.ts';
import { getListField, getPathValue, getTextField, isFieldsObject, toFiniteNumber } from '../../values.ts';
import { createOtelSpan, type OtelEvent, type OtelSpan } from '../otelSpan.ts';
import { createSpanFormat, flattenAttributes, isErrorStatus, normalizeHexId } from './spanForm.ts';

/**
 * Spans as OpenTelemetry's SDKs print them: `to_json` and the console exporter of Python, and those of JavaScript as JSON,
 * one after the other; or as JavaScript's SDK holds them, which exporters to a file write as they are.
 */
export const CONSOLE_SPANS = createSpanFormat({
  name: 'OpenTelemetry console spans',
  fits: value => isPythonConsoleSpan(value) || isJavaScriptConsoleSpan(value) || isInMemorySpan(value),
  beside: value =>
    Array.isArray(getPathValue(value, 'dataPoints')) && getTextField(value, 'name') !== null
      ? 'metrics, which have no steps'
      : null,
  spansIn: value => [
    isPythonConsoleSpan(value)
      ? readPythonSpan(value)
      : isInMemorySpan(value)
        ? readInMemorySpan(value)
        : readJavaScriptSpan(value),
  ],
});

const isPythonConsoleSpan = (value: unknown): boolean =>
  getTextField(getPathValue(value, 'context'), 'trace_id') !== null &&
  getTextField(getPathValue(value, 'context'), 'span_id') !== null &&
  isFieldsObject(getPathValue(value, 'status')) &&
  getPathValue(value, 'start_time') !== undefined;

const isJavaScriptConsoleSpan = (value: unknown): boolean =>
  getTextField(value, 'traceId') !== null &&
  getTextField(value, 'id') !== null &&
  typeof getPathValue(value, 'timestamp') === 'number' &&
  typeof getPathValue(value, 'duration') === 'number' &&
  isFieldsObject(getPathValue(value, 'attributes'));

/** Times are seconds and nanoseconds there. */
const isInMemorySpan = (value: unknown): boolean =>
  (getTextField(value, 'spanId') ?? getTextField(getPathValue(value, '_spanContext'), 'spanId')) !== null &&
  Array.isArray(getPathValue(value, 'startTime')) &&
  isFieldsObject(getPathValue(value, 'attributes'));

function readPythonSpan(value: unknown): OtelSpan {
  const status = getPathValue(value, 'status');
  return createOtelSpan({
    traceId: normalizeHexId(getPathValue(value, 'context', 'trace_id')),
    spanId: normalizeHexId(getPathValue(value, 'context', 'span_id')),
    parentSpanId: normalizeHexId(getPathValue(value, 'parent_id')),
    name: getTextField(value, 'name') ?? '',
    start: parseTraceTime(getPathValue(value, 'start_time')),
    end: parseTraceTime(getPathValue(value, 'end_time')),
    attributes: flattenAttributes(getPathValue(value, 'attributes')),
    events: readConsoleSpanEvents(value),
    failed: isErrorStatus(getPathValue(status, 'status_code')),
    statusMessage: getTextField(status, 'description'),
    resource: flattenAttributes(getPathValue(value, 'resource', 'attributes')),
  });
}

/** Times are microseconds there. */
function readJavaScriptSpan(value: unknown): OtelSpan {
  const start = getPathValue(value, 'timestamp');
  const duration = getPathValue(value, 'duration');
  const ends = typeof start === 'number' && typeof duration === 'number' ? start + duration : null;
  return createOtelSpan({
    traceId: normalizeHexId(getPathValue(value, 'traceId')),
    spanId: normalizeHexId(getPathValue(value, 'id')),
    parentSpanId: normalizeHexId(
      getPathValue(value, 'parentSpanContext', 'spanId') ?? getPathValue(value, 'parentId'),
    ),
    name: getTextField(value, 'name') ?? '',
    start: parseTraceTime(start),
    end: parseTraceTime(ends),
    attributes: flattenAttributes(getPathValue(value, 'attributes')),
    events: readConsoleSpanEvents(value),
    failed: isErrorStatus(getPathValue(value, 'status', 'code')),
    statusMessage: getTextField(getPathValue(value, 'status'), 'message'),
    resource: flattenAttributes(getPathValue(value, 'resource', 'attributes')),
  });
}

function readInMemorySpan(value: unknown): OtelSpan {
  const context = getPathValue(value, '_spanContext');
  return createOtelSpan({
    traceId: normalizeHexId(getPathValue(value, 'traceId') ?? getPathValue(context, 'traceId')),
    spanId: normalizeHexId(getPathValue(value, 'spanId') ?? getPathValue(context, 'spanId')),
    parentSpanId: normalizeHexId(
      getPathValue(value, 'parentSpanId') ??
        getPathValue(value, 'parentSpanContext', 'spanId') ??
        getPathValue(value, 'parentId'),
    ),
    name: getTextField(value, 'name') ?? '',
    start: parseHrTime(getPathValue(value, 'startTime')),
    end: parseHrTime(getPathValue(value, 'endTime')),
    attributes: flattenAttributes(getPathValue(value, 'attributes')),
    events: readConsoleSpanEvents(value),
    failed: isErrorStatus(getPathValue(value, 'status', 'code')),
    statusMessage: getTextField(getPathValue(value, 'status'), 'message'),
    resource: flattenAttributes(getPathValue(value, 'resource', 'attributes')),
    droppedAttributes:
      toFiniteNumber(
        getPathValue(value, 'droppedAttributesCount') ?? getPathValue(value, '_droppedAttributesCount'),
      ) ?? 0,
  });
}

/** Milliseconds since 1970. */
function parseHrTime(value: unknown): number | null {
  const [seconds, nanoseconds] = [getPathValue(value, 0), getPathValue(value, 1)];
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + nanoseconds / 1_000_000
    : null;
}

/** The events of a span, whose attributes stand in an object. */
export const readConsoleSpanEvents = (value: unknown): readonly OtelEvent[] =>
  getListField(value, 'events').map(event => ({
    name: getTextField(event, 'name') ?? '',
    attributes: flattenAttributes(getPathValue(event, 'attributes')),
  }));
