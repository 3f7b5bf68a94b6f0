import { micros } from '../../times.ts';
import { at, isFields, isFlag, listAt, numberAt, textAt } from '../../values.ts';
import { type Attributes, type OtelEvent, type OtelSpan, spanOf } from '../span.ts';
import { hexId, isErrorStatus, spanFormat } from './spanForm.ts';

/** Traces of Jaeger as its page and its API give them, and spans of its storage, one by one. */
export const JAEGER = spanFormat({
  name: 'Jaeger',
  fits: value => tracesIn(value).length > 0 || isSpan(sourceOf(value)),
  spansIn: (value, refuse) => {
    if (isSpan(sourceOf(value))) return [jaegerSpan(sourceOf(value), undefined)];
    return tracesIn(value).flatMap(trace =>
      listAt(trace, 'spans').flatMap(span => {
        if (isSpan(span)) return [jaegerSpan(span, at(trace, 'processes'))];
        refuse('a span without an id, a trace or a name');
        return [];
      }),
    );
  },
});

const isSpan = (value: unknown): boolean =>
  ['traceID', 'spanID', 'operationName'].every(key => textAt(value, key) !== null);
const isTrace = (value: unknown): boolean => listAt(value, 'spans').some(isSpan);
const tracesIn = (value: unknown): readonly unknown[] =>
  isTrace(value) ? [value] : listAt(value, 'data').filter(isTrace);

/** Elasticsearch wraps what it stores. */
const sourceOf = (value: unknown): unknown => at(value, '_source') ?? value;

function jaegerSpan(span: unknown, processes: unknown): OtelSpan {
  const attributes = tagsIn(at(span, 'tags'));
  const start = numberAt(span, 'startTime');
  const duration = numberAt(span, 'duration');
  const process = at(span, 'process') ?? at(processes, textAt(span, 'processID') ?? '');
  return spanOf({
    traceId: hexId(at(span, 'traceID')),
    spanId: hexId(at(span, 'spanID')),
    parentSpanId: parentOf(span),
    name: textAt(span, 'operationName') ?? '',
    // Both are microseconds.
    start: start === null ? null : micros(start / 1e3),
    end: start === null || duration === null ? null : micros((start + duration) / 1e3),
    attributes,
    events: listAt(span, 'logs').map(eventOf),
    failed: isFlag(attributes.get('error'), true) || isErrorStatus(attributes.get('otel.status_code')),
    statusMessage: textAt(Object.fromEntries(attributes), 'otel.status_description'),
    resource: resourceOf(process),
  });
}

/** A span follows from another where none is its parent. */
function parentOf(span: unknown): string {
  const own = textAt(span, 'traceID');
  const references = listAt(span, 'references').filter(one => (textAt(one, 'traceID') ?? own) === own);
  const parent = references.find(one => at(one, 'refType') === 'CHILD_OF') ?? references[0];
  return hexId(at(parent, 'spanID') ?? at(span, 'parentSpanID'));
}

/** Tags as a list, or as an object, as some storages have them. */
function tagsIn(tags: unknown): Attributes {
  if (isFields(tags)) return new Map(Object.entries(tags));
  return new Map(
    listAt({ tags }, 'tags').flatMap(tag => {
      const key = textAt(tag, 'key');
      return key === null ? [] : [[key, typed(at(tag, 'value'), textAt(tag, 'type'))] as const];
    }),
  );
}

/** Storages write numbers and flags as texts, with their type beside them. */
function typed(value: unknown, type: string | null): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'bool') return value === 'true';
  return type === 'int64' || type === 'float64' ? (numberAt({ value }, 'value') ?? value) : value;
}

function eventOf(log: unknown): OtelEvent {
  const fields = tagsIn(at(log, 'fields'));
  return { name: textAt(Object.fromEntries(fields), 'event', 'name', 'message') ?? '', attributes: fields };
}

function resourceOf(process: unknown): Attributes {
  const service = textAt(process, 'serviceName');
  const tags = tagsIn(at(process, 'tags'));
  return service === null ? tags : new Map([['service.name', service], ...tags]);
}
