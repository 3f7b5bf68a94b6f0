import { InputError } from '../../../core/errors.ts';
import { parseTraceTime } from '../../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../../traceReading.ts';
import { unwrapCallArguments, unwrapToolResult } from '../../unwrapValues.ts';
import { readProviderUsage } from '../../usage.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../../values.ts';
import { buildTurnFromMessages, parseMessages } from '../modelTurn.ts';
import type { SpanPiece } from '../piece.ts';
import { SpanCases } from '../spanCases.ts';

/**
 * Output of the OpenAI Agents SDK (Python, JavaScript) to exporters of its tracing: traces and spans, one by one, in
 * lists, or in the payload that it sends. https://openai.github.io/openai-agents-python/tracing
 */
export const OPENAI_AGENTS: ValueFormat = {
  name: 'OpenAI Agents SDK',
  fits: value => isOpenAiAgentsItem(value) || getListField(value, 'data').some(isOpenAiAgentsItem),
  open: sink => new Items(sink),
};

const isOpenAiAgentsSpan = (value: unknown): boolean =>
  getTextField(value, 'object') === 'trace.span' && isFieldsObject(getPathValue(value, 'span_data'));
const isOpenAiAgentsTrace = (value: unknown): boolean =>
  getTextField(value, 'object') === 'trace' && getPathValue(value, 'workflow_name') !== undefined;
const isOpenAiAgentsItem = (value: unknown): boolean =>
  isOpenAiAgentsSpan(value) || isOpenAiAgentsTrace(value);

class Items implements ValueReader {
  private readonly cases: SpanCases;
  /** Spans of responses without content, until it is known if they have turns around them. */
  private readonly silent: { readonly span: unknown; readonly place: TracePlace }[] = [];
  /** Traces that have spans of turns, as later versions of the SDK make them. */
  private readonly turned = new Set<string>();

  constructor(sink: TraceSink) {
    this.cases = new SpanCases(sink);
  }

  take(value: unknown, place: TracePlace): void {
    const items = isOpenAiAgentsItem(value) ? [value] : getListField(value, 'data');
    if (!items.some(isOpenAiAgentsItem)) throw new InputError('no trace or span of the OpenAI Agents SDK');
    for (const item of items) this.one(item, place);
  }

  endFile(): void {}

  end(): void {
    this.settle();
    this.cases.end();
  }

  ending(): Iterable<unknown> {
    this.settle();
    return this.cases.ending();
  }

  private settle(): void {
    for (const { span, place } of this.silent) {
      const kind = this.turned.has(getSpanTraceId(span)) ? 'other' : 'model';
      this.cases.add(buildOpenAiAgentsPiece(span, kind), place);
    }
  }

  private one(item: unknown, place: TracePlace): void {
    if (isOpenAiAgentsSpan(item)) this.span(item, place);
    if (!isOpenAiAgentsTrace(item)) return;
    const metadata = getPathValue(item, 'metadata');
    const task = getTextField(metadata, 'task_id', 'task');
    const labels = { workflow: getTextField(item, 'workflow_name'), ...(task !== null && { task }) };
    this.cases.label(getTextField(item, 'id') ?? '', labels, getTextField(item, 'group_id'));
  }

  private span(span: unknown, place: TracePlace): void {
    const data = getPathValue(span, 'span_data');
    if (isAgentLoopTurn(data)) this.turned.add(getSpanTraceId(span));
    if (isIdOnlyResponse(data)) this.silent.push({ span, place });
    else this.cases.add(buildOpenAiAgentsPiece(span, detectOpenAiAgentsKind(data)), place);
  }
}

const getSpanTraceId = (span: unknown): string => getTextField(span, 'trace_id') ?? '';

function buildOpenAiAgentsPiece(span: unknown, kind: SpanPiece['kind']): SpanPiece {
  const data = getPathValue(span, 'span_data');
  const usage =
    getPathValue(data, 'usage') ??
    getPathValue(data, 'data', 'usage') ??
    getPathValue(data, 'output', 0, 'usage');
  const error = readOpenAiAgentsError(getPathValue(span, 'error'));
  const [name, args] = readCalledFunction(data);
  return {
    ...{ trace: getSpanTraceId(span), id: getTextField(span, 'id') ?? '', kind, name, error },
    parent: getTextField(span, 'parent_id') ?? '',
    start: parseTraceTime(getPathValue(span, 'started_at')),
    end: parseTraceTime(getPathValue(span, 'ended_at')),
    ...{ conversation: null, state: null, usd: null, task: null, verdict: null },
    failedBy: error === null ? null : 'exception',
    run: null,
    waits: false,
    gave: (getPathValue(data, 'output') ?? null) !== null,
    // A turn's usage holds that of the runs which its tools made.
    rollsUp: kind !== 'model' || isAgentLoopTurn(data),
    ...readProviderUsage(usage),
    call: kind === 'tool' ? { id: null, name, args: unwrapCallArguments(args) } : null,
    result: kind === 'tool' ? unwrapToolResult(getPathValue(data, 'output') ?? null) : null,
    turn: kind === 'model' ? readOpenAiAgentsTurn(data) : null,
    answer: null,
    model: getTextField(data, 'model'),
  };
}

/** True if a span is a turn of the agent's loop. */
const isAgentLoopTurn = (data: unknown): boolean =>
  getTextField(getPathValue(data, 'data'), 'sdk_span_type') === 'turn';

/**
 * True if a span of a response has its id alone: a turn around it is the call of the model; without one it is the call
 * itself.
 */
const isIdOnlyResponse = (data: unknown): boolean =>
  getTextField(data, 'type') === 'response' &&
  ['usage', 'input', 'response'].every(key => (getPathValue(data, key) ?? null) === null);

function detectOpenAiAgentsKind(data: unknown): SpanPiece['kind'] {
  const type = getTextField(data, 'type');
  if (type === 'agent') return 'agent';
  if (type === 'function' || type === 'handoff') return 'tool';
  return type === 'generation' || type === 'response' || isAgentLoopTurn(data) ? 'model' : 'other';
}

/** A handoff is a call that names the agent which goes on. */
function readCalledFunction(data: unknown): readonly [name: string, args: unknown] {
  if (getTextField(data, 'type') === 'handoff')
    return ['handoff', { to_agent: getPathValue(data, 'to_agent') }];
  return [getTextField(data, 'name') ?? getTextField(data, 'type') ?? '', getPathValue(data, 'input')];
}

function readOpenAiAgentsTurn(data: unknown): SpanPiece['turn'] {
  const output = getPathValue(data, 'output') ?? getPathValue(data, 'response', 'output');
  return buildTurnFromMessages(parseMessages(getPathValue(data, 'input')), parseMessages(output), null);
}

/** Text of an error: its cause, which `data` has, or its message. */
const readOpenAiAgentsError = (error: unknown): string | null =>
  getTextField(getPathValue(error, 'data'), 'error') ?? getTextField(error, 'message');
