import { timeOf } from '../times.ts';
import { at, isFields, listAt, textAt } from '../values.ts';
import type { OtelEvent, OtelSpan } from './span.ts';
import { flatAttributes, hexId, isErrorStatus, spanFormat, spanOf } from './spanForm.ts';

/**
 * Spans as OpenTelemetry's SDKs print them: `to_json` and the console exporter of Python, and those of JavaScript as JSON,
 * one after the other.
 */
export const CONSOLE_SPANS = spanFormat({
  name: 'OpenTelemetry console spans',
  fits: value => isPython(value) || isJavaScript(value),
  spansIn: value => [isPython(value) ? pythonSpan(value) : javaScriptSpan(value)],
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

/** The events of a span, whose attributes stand in an object. */
export const eventsIn = (value: unknown): readonly OtelEvent[] =>
  listAt(value, 'events').map(event => ({
    name: textAt(event, 'name') ?? '',
    attributes: flatAttributes(at(event, 'attributes')),
  }));
