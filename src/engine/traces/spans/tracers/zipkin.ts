import { roundToMicroseconds } from '../../times.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../../values.ts';
import { createOtelSpan, type OtelSpan } from '../otelSpan.ts';
import { createSpanFormat, normalizeHexId } from './spanForm.ts';

/** Spans of Zipkin, version 2: in a list, or one by one. */
export const ZIPKIN = createSpanFormat({
  name: 'Zipkin',
  fits: value => isZipkinSpan(value),
  spansIn: value => [readZipkinSpan(value)],
});

const isZipkinSpan = (value: unknown): boolean =>
  getTextField(value, 'traceId') !== null &&
  getTextField(value, 'id') !== null &&
  (isFieldsObject(getPathValue(value, 'localEndpoint')) || isFieldsObject(getPathValue(value, 'tags'))) &&
  getNumberField(value, 'timestamp') !== null;

/** Times are microseconds; a tag `error`, whatever it holds, says that the span failed. */
function readZipkinSpan(value: unknown): OtelSpan {
  const tags = getPathValue(value, 'tags');
  const start = getNumberField(value, 'timestamp');
  const duration = getNumberField(value, 'duration');
  const failed =
    getPathValue(tags, 'error') !== undefined || getPathValue(tags, 'otel.status_code') === 'ERROR';
  return createOtelSpan({
    traceId: normalizeHexId(getPathValue(value, 'traceId')),
    spanId: normalizeHexId(getPathValue(value, 'id')),
    parentSpanId: normalizeHexId(getPathValue(value, 'parentId')),
    name: getTextField(value, 'name') ?? '',
    start: start === null ? null : roundToMicroseconds(start / 1e3),
    end: start === null || duration === null ? null : roundToMicroseconds((start + duration) / 1e3),
    attributes: new Map(isFieldsObject(tags) ? Object.entries(tags) : []),
    events: getListField(value, 'annotations').map(one => ({
      name: getTextField(one, 'value') ?? '',
      attributes: new Map(),
    })),
    failed,
    statusMessage: failed ? getTextField(tags, 'error', 'otel.status_description') : null,
  });
}
