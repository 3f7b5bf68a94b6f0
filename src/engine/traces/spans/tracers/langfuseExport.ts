import { InputError } from '../../../core/errors.ts';
import { getRewardOutcome, parseSuccessOutcome } from '../../lists/messageList.ts';
import { parseTraceTime } from '../../times.ts';
import type { TracePlace, TraceSink, ValueFormat } from '../../traceReading.ts';
import { unwrapCallArguments, unwrapToolResult } from '../../unwrapValues.ts';
import {
  getListField,
  getNumberField,
  getPathValue,
  getTextField,
  isFieldsObject,
  parseJsonText,
} from '../../values.ts';
import { readLangfuseUsage } from '../conventions/langfuseSpans.ts';
import { buildTurnFromMessages, parseMessages } from '../modelTurn.ts';
import type { SpanPiece, Verdict } from '../piece.ts';
import { SpanCases } from '../spanCases.ts';

const LANGFUSE_TYPES = /^(?:SPAN|GENERATION|EVENT|AGENT|TOOL|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;
const LANGFUSE_KINDS: Readonly<Record<string, SpanPiece['kind']>> = {
  ...{ TOOL: 'tool', RETRIEVER: 'tool', GENERATION: 'model', LLM: 'model', AGENT: 'agent' },
};

/** Exports of Langfuse: a trace with its observations, or observations alone. */
export const LANGFUSE: ValueFormat = {
  name: 'Langfuse',
  fits: value =>
    getListField(value, 'observations').some(isLangfuseObservation) || isLangfuseObservation(value),
  open: sink => {
    const cases = new SpanCases(sink);
    return {
      take: (value, place) => addLangfuseTrace(value, place, cases, sink),
      endFile: () => {},
      end: () => cases.end(),
      ending: () => cases.ending(),
    };
  },
};

const isLangfuseObservation = (value: unknown): boolean =>
  LANGFUSE_TYPES.test(getTextField(value, 'type') ?? '') &&
  getTextField(value, 'startTime') !== null &&
  getPathValue(value, 'traceId') !== undefined;

function addLangfuseTrace(value: unknown, place: TracePlace, cases: SpanCases, sink: TraceSink): void {
  if (isLangfuseObservation(value)) {
    cases.add(buildLangfusePiece(value, null, null), place);
    return;
  }
  const [trace, observations] = [getPathValue(value, 'trace'), getListField(value, 'observations')];
  if (observations.length === 0) throw new InputError('no observations');
  const verdict = readLangfuseVerdict(getListField(trace, 'scores'));
  for (const one of observations)
    if (isLangfuseObservation(one)) cases.add(buildLangfusePiece(one, trace, verdict), place);
    else sink.skip(place, 'an observation without a type, a trace or a time');
  const id = getTextField(trace, 'id') ?? getTextField(observations[0], 'traceId') ?? '';
  cases.label(id, { name: getTextField(trace, 'name') });
}

function buildLangfusePiece(given: unknown, trace: unknown, verdict: Verdict | null): SpanPiece {
  const metadata = parseJsonText(getPathValue(given, 'metadata'));
  const kind = detectLangfuseKind(given, metadata);
  const tokens = getPathValue(given, 'usageDetails') ?? getPathValue(given, 'usage');
  const name =
    getTextField(given, 'name')?.replace(/^(?:execute_tool |running tool: |tool\.|invoke_agent )/, '') ?? '';
  const failed = getPathValue(given, 'level') === 'ERROR';
  const output = getPathValue(given, 'output');
  return {
    ...{
      trace: getTextField(given, 'traceId') ?? '',
      id: getTextField(given, 'id') ?? '',
      kind,
      name,
      verdict,
      run: null,
      waits: false,
    },
    parent: getTextField(given, 'parentObservationId') ?? '',
    start: parseTraceTime(getPathValue(given, 'startTime')),
    end: parseTraceTime(getPathValue(given, 'endTime')),
    conversation: getTextField(trace, 'sessionId'),
    state: getTextField(metadata, 'langgraph_node'),
    failedBy: failed ? 'status' : null,
    error: getTextField(given, 'statusMessage'),
    rollsUp: kind !== 'model',
    gave: (output ?? null) !== null,
    ...readLangfuseUsage(tokens),
    usd:
      getNumberField(getPathValue(given, 'costDetails'), 'total') ??
      getNumberField(given, 'totalCost', 'calculatedTotalCost'),
    call:
      kind === 'tool' ? { id: null, name, args: unwrapCallArguments(getPathValue(given, 'input')) } : null,
    result: kind === 'tool' ? unwrapToolResult(output ?? null) : null,
    turn:
      kind === 'model'
        ? buildTurnFromMessages(
            parseMessages(getPathValue(given, 'input')),
            parseLangfuseAnswers(output),
            null,
          )
        : null,
    answer: null,
    model: getTextField(given, 'model'),
    task:
      getTextField(metadata, 'task_id') ??
      getTextField(parseJsonText(getPathValue(trace, 'metadata')), 'task_id'),
  };
}

/** A model's answer, which may be its text alone. */
const parseLangfuseAnswers = (output: unknown) =>
  parseMessages(typeof parseJsonText(output) === 'string' ? { role: 'assistant', content: output } : output);

/** The kind from the tracer, also if Langfuse holds a span for a plain one; LangGraph runs tools in a node. */
function detectLangfuseKind(given: unknown, metadata: unknown): SpanPiece['kind'] {
  const type = getTextField(given, 'type') ?? '';
  if (Object.hasOwn(LANGFUSE_KINDS, type)) return LANGFUSE_KINDS[type];
  const attributes = getPathValue(metadata, 'attributes');
  const named = getTextField(attributes, 'openinference.span.kind')?.toUpperCase() ?? '';
  if (Object.hasOwn(LANGFUSE_KINDS, named)) return LANGFUSE_KINDS[named];
  const operation = getTextField(attributes, 'gen_ai.operation.name');
  if (operation === 'execute_tool' || getTextField(attributes, 'gen_ai.tool.name') !== null) return 'tool';
  const name = getTextField(given, 'name') ?? '';
  if (/^(?:execute_tool |running tool: |tool\.)/.test(name)) return 'tool';
  return getTextField(metadata, 'langgraph_node') === 'tools' && name !== 'tools' ? 'tool' : 'other';
}

function readLangfuseVerdict(scores: readonly unknown[]): Verdict | null {
  const score = scores.find(one =>
    /^(?:reward|outcome|success|correct|resolved)/i.test(getTextField(one, 'name') ?? ''),
  );
  if (!isFieldsObject(score)) return null;
  const reward = getNumberField(score, 'value');
  return {
    reward,
    outcome: parseSuccessOutcome(getTextField(score, 'stringValue')) ?? getRewardOutcome(reward),
  };
}
