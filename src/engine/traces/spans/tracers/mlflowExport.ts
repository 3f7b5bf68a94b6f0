import { parseNanoseconds } from '../../times.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../../values.ts';
import { createOtelSpan, type OtelEvent, type OtelSpan, type SpanAttributes } from '../otelSpan.ts';
import { readConsoleSpanEvents } from './consoleSpans.ts';
import { createSpanFormat, isErrorStatus, normalizeHexId } from './spanForm.ts';

/** Traces of MLflow as JSON: facts about the whole, and its spans. */
export const MLFLOW = createSpanFormat({
  name: 'MLflow',
  fits: value =>
    isFieldsObject(getPathValue(value, 'info')) && getListField(value, 'data', 'spans').some(isMlflowSpan),
  spansIn: (value, refuse) => {
    const info = getPathValue(value, 'info');
    return getListField(value, 'data', 'spans').flatMap(span => {
      if (isMlflowSpan(span)) return [readMlflowSpan(span, info)];
      refuse('a span without an id or a name');
      return [];
    });
  },
});

const isMlflowSpan = (value: unknown): boolean =>
  (getTextField(value, 'span_id') ?? getTextField(getPathValue(value, 'context'), 'span_id')) !== null &&
  getTextField(value, 'name') !== null;

function readMlflowSpan(span: unknown, info: unknown): OtelSpan {
  const parent = decodeMlflowId(getPathValue(span, 'parent_span_id') ?? getPathValue(span, 'parent_id'));
  const status = getPathValue(span, 'status');
  return createOtelSpan({
    traceId: getTextField(info, 'trace_id', 'request_id') ?? decodeMlflowId(getPathValue(span, 'trace_id')),
    spanId: decodeMlflowId(getPathValue(span, 'span_id') ?? getPathValue(span, 'context', 'span_id')),
    parentSpanId: parent,
    name: getTextField(span, 'name') ?? '',
    start: parseNanoseconds(getPathValue(span, 'start_time_unix_nano') ?? getPathValue(span, 'start_time')),
    end: parseNanoseconds(getPathValue(span, 'end_time_unix_nano') ?? getPathValue(span, 'end_time')),
    attributes: readMlflowAttributes(span, info),
    events: [...readConsoleSpanEvents(span), ...(parent === '' ? listMlflowAssessments(info) : [])],
    failed: isErrorStatus(getPathValue(status, 'code') ?? getPathValue(span, 'status_code') ?? status),
    statusMessage: getTextField(status, 'message') ?? getTextField(span, 'status_message'),
  });
}

/** Ids are hexadecimal in older versions; base64, in which letters of both sizes differ, in those of today. */
const decodeMlflowId = (value: unknown): string => {
  const id = getTextField({ value }, 'value') ?? '';
  return /^(?:0x)?[0-9a-f]+$/i.test(id) ? normalizeHexId(id) : id;
};

/** Values are JSON, each of them. */
function getDecodedAttribute(attributes: unknown, name: string): unknown {
  const given = getPathValue(attributes, name);
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** Its own attributes are read as those that come by OTLP are; the session stands in the facts about the whole. */
function readMlflowAttributes(span: unknown, info: unknown): SpanAttributes {
  const given = getPathValue(span, 'attributes');
  const metadata = getPathValue(info, 'trace_metadata') ?? getPathValue(info, 'request_metadata');
  const session = getTextField(metadata, 'mlflow.trace.session');
  return new Map([
    ...(isFieldsObject(given) ? Object.keys(given) : []).map(
      key => [key, getDecodedAttribute(given, key)] as const,
    ),
    ...(session === null ? [] : [['mlflow.trace.session', session] as const]),
  ]);
}

/** Assessments of the whole by people and judges, as events of its root. */
const listMlflowAssessments = (info: unknown): readonly OtelEvent[] =>
  getListField(info, 'assessments').flatMap(one => {
    const value = getPathValue(one, 'feedback', 'value');
    if (value === undefined || value === null) return [];
    const isNumber = typeof value === 'number';
    return [
      {
        name: 'gen_ai.evaluation.result',
        attributes: new Map<string, unknown>([
          ['gen_ai.evaluation.name', getTextField(one, 'assessment_name', 'name')],
          [isNumber ? 'gen_ai.evaluation.score.value' : 'gen_ai.evaluation.score.label', value],
        ]),
      },
    ];
  });
