import { micros } from '../../times.ts';
import { at, isFields, listAt, numberAt, textAt } from '../../values.ts';
import { type OtelSpan, spanOf } from '../span.ts';
import { hexId, spanFormat } from './spanForm.ts';

/** Spans of Zipkin, version 2: in a list, or one by one. */
export const ZIPKIN = spanFormat({
  name: 'Zipkin',
  fits: value => isSpan(value),
  spansIn: value => [zipkinSpan(value)],
});

const isSpan = (value: unknown): boolean =>
  textAt(value, 'traceId') !== null &&
  textAt(value, 'id') !== null &&
  (isFields(at(value, 'localEndpoint')) || isFields(at(value, 'tags'))) &&
  numberAt(value, 'timestamp') !== null;

/** Times are microseconds; a tag `error`, whatever it holds, says that the span failed. */
function zipkinSpan(value: unknown): OtelSpan {
  const tags = at(value, 'tags');
  const start = numberAt(value, 'timestamp');
  const duration = numberAt(value, 'duration');
  const failed = at(tags, 'error') !== undefined || at(tags, 'otel.status_code') === 'ERROR';
  return spanOf({
    traceId: hexId(at(value, 'traceId')),
    spanId: hexId(at(value, 'id')),
    parentSpanId: hexId(at(value, 'parentId')),
    name: textAt(value, 'name') ?? '',
    start: start === null ? null : micros(start / 1e3),
    end: start === null || duration === null ? null : micros((start + duration) / 1e3),
    attributes: new Map(isFields(tags) ? Object.entries(tags) : []),
    events: listAt(value, 'annotations').map(one => ({
      name: textAt(one, 'value') ?? '',
      attributes: new Map(),
    })),
    failed,
    statusMessage: failed ? textAt(tags, 'error', 'otel.status_description') : null,
  });
}
