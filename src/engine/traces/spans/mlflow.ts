import { ofNanoseconds } from '../times.ts';
import { at, isFields, listAt, numberAt, textAt, unpacked } from '../values.ts';
import { eventsIn } from './consoleSpans.ts';
import { type Attributes, type OtelEvent, type OtelSpan, spanOf } from './span.ts';
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

/** What kinds of spans do, in the words of OpenTelemetry. */
const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ AGENT: 'invoke_agent', CHAT_MODEL: 'chat', LLM: 'chat', TOOL: 'execute_tool', RETRIEVER: 'retrieval' },
};

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

function attributesOf(span: unknown, info: unknown): Attributes {
  const given = at(span, 'attributes');
  const type = textAt({ type: decodedAt(given, 'mlflow.spanType') }, 'type') ?? '';
  const operation = Object.hasOwn(OPERATIONS, type) ? OPERATIONS[type] : null;
  const usage = unpacked(decodedAt(given, 'mlflow.chat.tokenUsage'));
  const [inputs, outputs] = [decodedAt(given, 'mlflow.spanInputs'), decodedAt(given, 'mlflow.spanOutputs')];
  const metadata = at(info, 'trace_metadata') ?? at(info, 'request_metadata');
  const isTool = operation === 'execute_tool' || operation === 'retrieval';
  const isModel = operation === 'chat';
  const name = textAt(span, 'name');
  const told: Readonly<Record<string, unknown>> = {
    'gen_ai.operation.name': operation,
    'gen_ai.conversation.id': textAt(metadata, 'mlflow.trace.session'),
    'gen_ai.tool.name': isTool ? name : null,
    'gen_ai.agent.name': operation === 'invoke_agent' ? name : null,
    'gen_ai.tool.call.arguments': isTool ? inputs : null,
    'gen_ai.tool.call.result': isTool ? outputs : null,
    'gen_ai.input.messages': isModel ? messagesOf(inputs) : null,
    'gen_ai.output.messages': isModel ? messagesOf(outputs) : null,
    'gen_ai.request.model':
      decodedAt(given, 'mlflow.llm.model') ?? (isModel ? textAt(inputs, 'model') : null),
    'gen_ai.usage.input_tokens': numberAt(usage, 'input_tokens'),
    'gen_ai.usage.output_tokens': numberAt(usage, 'output_tokens'),
    'gen_ai.usage.cache_read.input_tokens': numberAt(usage, 'cache_read_input_tokens'),
    'gen_ai.usage.cache_creation.input_tokens': numberAt(usage, 'cache_creation_input_tokens'),
  };
  const others = isFields(given) ? Object.entries(given).filter(([key]) => !key.startsWith('mlflow.')) : [];
  return new Map([
    ...others.map(([key]) => [key, decodedAt(given, key)] as const),
    ...Object.entries(told).filter(([, value]) => value !== null && value !== undefined),
  ]);
}

/** The messages of a request, or of an answer with choices, as OpenTelemetry has them. */
function messagesOf(value: unknown): unknown {
  const choices = listAt(value, 'choices').flatMap(choice => at(choice, 'message') ?? []);
  if (choices.length > 0) return choices;
  return Array.isArray(at(value, 'messages')) ? at(value, 'messages') : value;
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
