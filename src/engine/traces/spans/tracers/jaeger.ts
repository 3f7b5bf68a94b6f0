import { roundToMicroseconds } from '../../times.ts';
import {
  getListField,
  getNumberField,
  getPathValue,
  getTextField,
  isFieldsObject,
  matchesFlag,
} from '../../values.ts';
import { createOtelSpan, type OtelEvent, type OtelSpan, type SpanAttributes } from '../otelSpan.ts';
import { createSpanFormat, isErrorStatus, normalizeHexId } from './spanForm.ts';

/** Traces of Jaeger as its page and its API give them, and spans of its storage, one by one. */
export const JAEGER = createSpanFormat({
  name: 'Jaeger',
  fits: value => listJaegerTraces(value).length > 0 || isJaegerSpan(unwrapElasticsearchHit(value)),
  spansIn: (value, refuse) => {
    if (isJaegerSpan(unwrapElasticsearchHit(value)))
      return [readJaegerSpan(unwrapElasticsearchHit(value), undefined)];
    return listJaegerTraces(value).flatMap(trace =>
      getListField(trace, 'spans').flatMap(span => {
        if (isJaegerSpan(span)) return [readJaegerSpan(span, getPathValue(trace, 'processes'))];
        refuse('a span without an id, a trace or a name');
        return [];
      }),
    );
  },
});

const isJaegerSpan = (value: unknown): boolean =>
  ['traceID', 'spanID', 'operationName'].every(key => getTextField(value, key) !== null);
const isJaegerTrace = (value: unknown): boolean => getListField(value, 'spans').some(isJaegerSpan);
const listJaegerTraces = (value: unknown): readonly unknown[] =>
  isJaegerTrace(value) ? [value] : getListField(value, 'data').filter(isJaegerTrace);

/** Elasticsearch wraps what it stores. */
const unwrapElasticsearchHit = (value: unknown): unknown => getPathValue(value, '_source') ?? value;

function readJaegerSpan(span: unknown, processes: unknown): OtelSpan {
  const attributes = readJaegerTags(getPathValue(span, 'tags'));
  const start = getNumberField(span, 'startTime');
  const duration = getNumberField(span, 'duration');
  const process =
    getPathValue(span, 'process') ?? getPathValue(processes, getTextField(span, 'processID') ?? '');
  return createOtelSpan({
    traceId: normalizeHexId(getPathValue(span, 'traceID')),
    spanId: normalizeHexId(getPathValue(span, 'spanID')),
    parentSpanId: getJaegerParentId(span),
    name: getTextField(span, 'operationName') ?? '',
    // Both are microseconds.
    start: start === null ? null : roundToMicroseconds(start / 1e3),
    end: start === null || duration === null ? null : roundToMicroseconds((start + duration) / 1e3),
    attributes,
    events: getListField(span, 'logs').map(readJaegerLogEvent),
    failed: matchesFlag(attributes.get('error'), true) || isErrorStatus(attributes.get('otel.status_code')),
    statusMessage: getTextField(Object.fromEntries(attributes), 'otel.status_description'),
    resource: readJaegerResource(process),
  });
}

/** A span follows from another if none is its parent. */
function getJaegerParentId(span: unknown): string {
  const own = getTextField(span, 'traceID');
  const references = getListField(span, 'references').filter(
    one => (getTextField(one, 'traceID') ?? own) === own,
  );
  const parent = references.find(one => getPathValue(one, 'refType') === 'CHILD_OF') ?? references[0];
  return normalizeHexId(getPathValue(parent, 'spanID') ?? getPathValue(span, 'parentSpanID'));
}

/** Tags as a list, or as an object, as some storages have them. */
function readJaegerTags(tags: unknown): SpanAttributes {
  if (isFieldsObject(tags)) return new Map(Object.entries(tags));
  return new Map(
    getListField({ tags }, 'tags').flatMap(tag => {
      const key = getTextField(tag, 'key');
      return key === null
        ? []
        : [[key, parseTypedTagValue(getPathValue(tag, 'value'), getTextField(tag, 'type'))] as const];
    }),
  );
}

/** Storages write numbers and flags as texts, with a separate type. */
function parseTypedTagValue(value: unknown, type: string | null): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'bool') return value === 'true';
  return type === 'int64' || type === 'float64' ? (getNumberField({ value }, 'value') ?? value) : value;
}

function readJaegerLogEvent(log: unknown): OtelEvent {
  const fields = readJaegerTags(getPathValue(log, 'fields'));
  return {
    name: getTextField(Object.fromEntries(fields), 'event', 'name', 'message') ?? '',
    attributes: fields,
  };
}

function readJaegerResource(process: unknown): SpanAttributes {
  const service = getTextField(process, 'serviceName');
  const tags = readJaegerTags(getPathValue(process, 'tags'));
  return service === null ? tags : new Map([['service.name', service], ...tags]);
}
