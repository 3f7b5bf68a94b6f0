import { InputError } from '../../../core/errors.ts';
import { outcomeOf, outcomeOfReward } from '../../lists/messageList.ts';
import { plainArgs, plainResult } from '../../plain.ts';
import type { TracePlace, TraceSink, ValueFormat } from '../../reading.ts';
import { timeOf } from '../../times.ts';
import { at, isFields, listAt, numberAt, textAt, unpacked } from '../../values.ts';
import { usageOfDetails } from '../conventions/langfuse.ts';
import { messagesIn, turnOfMessages } from '../modelTurn.ts';
import type { SpanPiece, Verdict } from '../piece.ts';
import { SpanCases } from '../spanCases.ts';

const TYPES = /^(?:SPAN|GENERATION|EVENT|AGENT|TOOL|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;
const KINDS: Readonly<Record<string, SpanPiece['kind']>> = {
  ...{ TOOL: 'tool', RETRIEVER: 'tool', GENERATION: 'model', LLM: 'model', AGENT: 'agent' },
};

/** Exports of Langfuse: a trace with its observations, or observations alone. */
export const LANGFUSE: ValueFormat = {
  name: 'Langfuse',
  fits: value => listAt(value, 'observations').some(isObservation) || isObservation(value),
  open: sink => {
    const cases = new SpanCases(sink);
    return {
      take: (value, place) => take(value, place, cases, sink),
      endFile: () => {},
      end: () => cases.end(),
      ending: () => cases.ending(),
    };
  },
};

const isObservation = (value: unknown): boolean =>
  TYPES.test(textAt(value, 'type') ?? '') &&
  textAt(value, 'startTime') !== null &&
  at(value, 'traceId') !== undefined;

function take(value: unknown, place: TracePlace, cases: SpanCases, sink: TraceSink): void {
  if (isObservation(value)) {
    cases.add(pieceOf(value, null, null), place);
    return;
  }
  const [trace, observations] = [at(value, 'trace'), listAt(value, 'observations')];
  if (observations.length === 0) throw new InputError('no observations');
  const verdict = verdictOf(listAt(trace, 'scores'));
  for (const one of observations)
    if (isObservation(one)) cases.add(pieceOf(one, trace, verdict), place);
    else sink.skip(place, 'an observation without a type, a trace or a time');
  const id = textAt(trace, 'id') ?? textAt(observations[0], 'traceId') ?? '';
  cases.label(id, { name: textAt(trace, 'name') });
}

function pieceOf(given: unknown, trace: unknown, verdict: Verdict | null): SpanPiece {
  const metadata = unpacked(at(given, 'metadata'));
  const kind = kindOf(given, metadata);
  const tokens = at(given, 'usageDetails') ?? at(given, 'usage');
  const name =
    textAt(given, 'name')?.replace(/^(?:execute_tool |running tool: |tool\.|invoke_agent )/, '') ?? '';
  const failed = at(given, 'level') === 'ERROR';
  const output = at(given, 'output');
  return {
    ...{
      trace: textAt(given, 'traceId') ?? '',
      id: textAt(given, 'id') ?? '',
      kind,
      name,
      verdict,
      run: null,
      waits: false,
    },
    parent: textAt(given, 'parentObservationId') ?? '',
    start: timeOf(at(given, 'startTime')),
    end: timeOf(at(given, 'endTime')),
    conversation: textAt(trace, 'sessionId'),
    state: textAt(metadata, 'langgraph_node'),
    failedBy: failed ? 'status' : null,
    error: textAt(given, 'statusMessage'),
    rollsUp: kind !== 'model',
    gave: (output ?? null) !== null,
    ...usageOfDetails(tokens),
    usd: numberAt(at(given, 'costDetails'), 'total') ?? numberAt(given, 'totalCost', 'calculatedTotalCost'),
    call: kind === 'tool' ? { id: null, name, args: plainArgs(at(given, 'input')) } : null,
    result: kind === 'tool' ? plainResult(output ?? null) : null,
    turn: kind === 'model' ? turnOfMessages(messagesIn(at(given, 'input')), answersIn(output), null) : null,
    answer: null,
    model: textAt(given, 'model'),
    task: textAt(metadata, 'task_id') ?? textAt(unpacked(at(trace, 'metadata')), 'task_id'),
  };
}

/** A model's answer, which may be its text alone. */
const answersIn = (output: unknown) =>
  messagesIn(typeof unpacked(output) === 'string' ? { role: 'assistant', content: output } : output);

/** The kind that the tracer named, also where Langfuse holds a span for a plain one; LangGraph runs tools in a node. */
function kindOf(given: unknown, metadata: unknown): SpanPiece['kind'] {
  const type = textAt(given, 'type') ?? '';
  if (Object.hasOwn(KINDS, type)) return KINDS[type];
  const attributes = at(metadata, 'attributes');
  const named = textAt(attributes, 'openinference.span.kind')?.toUpperCase() ?? '';
  if (Object.hasOwn(KINDS, named)) return KINDS[named];
  const operation = textAt(attributes, 'gen_ai.operation.name');
  if (operation === 'execute_tool' || textAt(attributes, 'gen_ai.tool.name') !== null) return 'tool';
  const name = textAt(given, 'name') ?? '';
  if (/^(?:execute_tool |running tool: |tool\.)/.test(name)) return 'tool';
  return textAt(metadata, 'langgraph_node') === 'tools' && name !== 'tools' ? 'tool' : 'other';
}

function verdictOf(scores: readonly unknown[]): Verdict | null {
  const score = scores.find(one =>
    /^(?:reward|outcome|success|correct|resolved)/i.test(textAt(one, 'name') ?? ''),
  );
  if (!isFields(score)) return null;
  const reward = numberAt(score, 'value');
  return { reward, outcome: outcomeOf(textAt(score, 'stringValue')) ?? outcomeOfReward(reward) };
}
