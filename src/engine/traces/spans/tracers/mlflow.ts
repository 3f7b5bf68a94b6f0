import { ofNanoseconds } from '../../times.ts';
import { at, isFields, listAt, textAt } from '../../values.ts';
import { type Attributes, type OtelEvent, type OtelSpan, spanOf } from '../span.ts';
import { eventsIn } from './consoleSpans.ts';
import { hexId, isErrorStatus, spanFormat } from './spanForm.ts';

/** Traces of MLflow as JSON: facts about the whole, and its spans. */
export const MLFLOW = spanFormat({
  name: 'MLflow',
  fits: value => isFields(at(value, 'info')) && listAt(value, 'data', 'spans').some(isSpan),
  spansIn: (value, refuse) => {
    const info = at(value, 'info');
    return listAt(value, 'data', 'spans').flatMap(span => {
      if (isSpan(span)) return [mlflowSpan(span, info)];
      refuse('a span without an id or a name');
      return [];
    });
  },
});

const isSpan = (value: unknown): boolean =>
  (textAt(value, 'span_id') ?? textAt(at(value, 'context'), 'span_id')) !== null &&
  textAt(value, 'name') !== null;

function mlflowSpan(span: unknown, info: unknown): OtelSpan {
  const parent = idOf(at(span, 'parent_span_id') ?? at(span, 'parent_id'));
  const status = at(span, 'status');
  return spanOf({
    traceId: textAt(info, 'trace_id', 'request_id') ?? idOf(at(span, 'trace_id')),
    spanId: idOf(at(span, 'span_id') ?? at(span, 'context', 'span_id')),
    parentSpanId: parent,
    name: textAt(span, 'name') ?? '',
    start: ofNanoseconds(at(span, 'start_time_unix_nano') ?? at(span, 'start_time')),
    end: ofNanoseconds(at(span, 'end_time_unix_nano') ?? at(span, 'end_time')),
    attributes: attributesOf(span, info),
    events: [...eventsIn(span), ...(parent === '' ? judgements(info) : [])],
    failed: isErrorStatus(at(status, 'code') ?? at(span, 'status_code') ?? status),
    statusMessage: textAt(status, 'message') ?? textAt(span, 'status_message'),
  });
}

/** Ids are hexadecimal in older versions; base64, in which letters of both sizes differ, in those of today. */
const idOf = (value: unknown): string => {
  const id = textAt({ value }, 'value') ?? '';
  return /^(?:0x)?[0-9a-f]+$/i.test(id) ? hexId(id) : id;
};

/** Values are JSON, each of them. */
function decodedAt(attributes: unknown, name: string): unknown {
  const given = at(attributes, name);
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** Its own attributes are read as those that come by OTLP are; the session stands in the facts about the whole. */
function attributesOf(span: unknown, info: unknown): Attributes {
  const given = at(span, 'attributes');
  const metadata = at(info, 'trace_metadata') ?? at(info, 'request_metadata');
  const session = textAt(metadata, 'mlflow.trace.session');
  return new Map([
    ...(isFields(given) ? Object.keys(given) : []).map(key => [key, decodedAt(given, key)] as const),
    ...(session === null ? [] : [['mlflow.trace.session', session] as const]),
  ]);
}

/** What people and judges said of the whole, as events of its root. */
const judgements = (info: unknown): readonly OtelEvent[] =>
  listAt(info, 'assessments').flatMap(one => {
    const value = at(one, 'feedback', 'value');
    if (value === undefined || value === null) return [];
    const isNumber = typeof value === 'number';
    return [
      {
        name: 'gen_ai.evaluation.result',
        attributes: new Map<string, unknown>([
          ['gen_ai.evaluation.name', textAt(one, 'assessment_name', 'name')],
          [isNumber ? 'gen_ai.evaluation.score.value' : 'gen_ai.evaluation.score.label', value],
        ]),
      },
    ];
  });
