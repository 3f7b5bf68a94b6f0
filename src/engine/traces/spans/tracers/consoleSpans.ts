import { timeOf } from '../../times.ts';
import { at, isFields, listAt, textAt } from '../../values.ts';
import { type OtelEvent, type OtelSpan, spanOf } from '../span.ts';
import { flatAttributes, hexId, isErrorStatus, spanFormat } from './spanForm.ts';

/**
 * Spans as OpenTelemetry's SDKs print them: `to_json` and the console exporter of Python, and those of JavaScript as JSON,
 * one after the other; or as JavaScript's SDK holds them, which exporters to a file write as they are.
 */
export const CONSOLE_SPANS = spanFormat({
  name: 'OpenTelemetry console spans',
  fits: value => isPython(value) || isJavaScript(value) || isHeld(value),
  beside: value =>
    Array.isArray(at(value, 'dataPoints')) && textAt(value, 'name') !== null
      ? 'metrics, which tell of no step'
      : null,
  spansIn: value => [
    isPython(value) ? pythonSpan(value) : isHeld(value) ? heldSpan(value) : javaScriptSpan(value),
  ],
});

const isPython = (value: unknown): boolean =>
  textAt(at(value, 'context'), 'trace_id') !== null &&
  textAt(at(value, 'context'), 'span_id') !== null &&
  isFields(at(value, 'status')) &&
  at(value, 'start_time') !== undefined;

const isJavaScript = (value: unknown): boolean =>
  textAt(value, 'traceId') !== null &&
  textAt(value, 'id') !== null &&
  typeof at(value, 'timestamp') === 'number' &&
  typeof at(value, 'duration') === 'number' &&
  isFields(at(value, 'attributes'));

/** Times are seconds and nanoseconds there. */
const isHeld = (value: unknown): boolean =>
  (textAt(value, 'spanId') ?? textAt(at(value, '_spanContext'), 'spanId')) !== null &&
  Array.isArray(at(value, 'startTime')) &&
  isFields(at(value, 'attributes'));

function pythonSpan(value: unknown): OtelSpan {
  const status = at(value, 'status');
  return spanOf({
    traceId: hexId(at(value, 'context', 'trace_id')),
    spanId: hexId(at(value, 'context', 'span_id')),
    parentSpanId: hexId(at(value, 'parent_id')),
    name: textAt(value, 'name') ?? '',
    start: timeOf(at(value, 'start_time')),
    end: timeOf(at(value, 'end_time')),
    attributes: flatAttributes(at(value, 'attributes')),
    events: eventsIn(value),
    failed: isErrorStatus(at(status, 'status_code')),
    statusMessage: textAt(status, 'description'),
    resource: flatAttributes(at(value, 'resource', 'attributes')),
  });
}

/** Times are microseconds there. */
function javaScriptSpan(value: unknown): OtelSpan {
  const start = at(value, 'timestamp');
  const duration = at(value, 'duration');
  const ends = typeof start === 'number' && typeof duration === 'number' ? start + duration : null;
  return spanOf({
    traceId: hexId(at(value, 'traceId')),
    spanId: hexId(at(value, 'id')),
    parentSpanId: hexId(at(value, 'parentSpanContext', 'spanId') ?? at(value, 'parentId')),
    name: textAt(value, 'name') ?? '',
    start: timeOf(start),
    end: timeOf(ends),
    attributes: flatAttributes(at(value, 'attributes')),
    events: eventsIn(value),
    failed: isErrorStatus(at(value, 'status', 'code')),
    statusMessage: textAt(at(value, 'status'), 'message'),
    resource: flatAttributes(at(value, 'resource', 'attributes')),
  });
}

function heldSpan(value: unknown): OtelSpan {
  const context = at(value, '_spanContext');
  return spanOf({
    traceId: hexId(at(value, 'traceId') ?? at(context, 'traceId')),
    spanId: hexId(at(value, 'spanId') ?? at(context, 'spanId')),
    parentSpanId: hexId(
      at(value, 'parentSpanId') ?? at(value, 'parentSpanContext', 'spanId') ?? at(value, 'parentId'),
    ),
    name: textAt(value, 'name') ?? '',
    start: heldTime(at(value, 'startTime')),
    end: heldTime(at(value, 'endTime')),
    attributes: flatAttributes(at(value, 'attributes')),
    events: eventsIn(value),
    failed: isErrorStatus(at(value, 'status', 'code')),
    statusMessage: textAt(at(value, 'status'), 'message'),
    resource: flatAttributes(at(value, 'resource', 'attributes')),
  });
}

/** Milliseconds since 1970. */
function heldTime(value: unknown): number | null {
  const [seconds, nanoseconds] = [at(value, 0), at(value, 1)];
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + nanoseconds / 1_000_000
    : null;
}

/** The events of a span, whose attributes stand in an object. */
export const eventsIn = (value: unknown): readonly OtelEvent[] =>
  listAt(value, 'events').map(event => ({
    name: textAt(event, 'name') ?? '',
    attributes: flatAttributes(at(event, 'attributes')),
  }));
