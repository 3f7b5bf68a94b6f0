import { InputError } from '../../../core/errors.ts';
import { plainArgs, plainResult } from '../../plain.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../../reading.ts';
import { timeOf } from '../../times.ts';
import { readUsage } from '../../usage.ts';
import { at, isFields, listAt, textAt } from '../../values.ts';
import { messagesIn, turnOfMessages } from '../modelTurn.ts';
import type { SpanPiece } from '../piece.ts';
import { SpanCases } from '../spanCases.ts';

/**
 * What the OpenAI Agents SDK (Python, JavaScript) hands to exporters of its tracing: traces and spans, one by one, in
 * lists, or in the payload that it sends. https://openai.github.io/openai-agents-python/tracing
 */
export const OPENAI_AGENTS: ValueFormat = {
  name: 'OpenAI Agents SDK',
  fits: value => isItem(value) || listAt(value, 'data').some(isItem),
  open: sink => new Items(sink),
};

const isSpan = (value: unknown): boolean =>
  textAt(value, 'object') === 'trace.span' && isFields(at(value, 'span_data'));
const isTrace = (value: unknown): boolean =>
  textAt(value, 'object') === 'trace' && at(value, 'workflow_name') !== undefined;
const isItem = (value: unknown): boolean => isSpan(value) || isTrace(value);

class Items implements ValueReader {
  private readonly cases: SpanCases;
  /** Spans of responses that tell nothing, until it is known whether turns stand around them. */
  private readonly silent: { readonly span: unknown; readonly place: TracePlace }[] = [];
  /** Traces that have spans of turns, as later versions of the SDK make them. */
  private readonly turned = new Set<string>();

  constructor(sink: TraceSink) {
    this.cases = new SpanCases(sink);
  }

  take(value: unknown, place: TracePlace): void {
    const items = isItem(value) ? [value] : listAt(value, 'data');
    if (!items.some(isItem)) throw new InputError('no trace or span of the OpenAI Agents SDK');
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
      const kind = this.turned.has(traceOf(span)) ? 'other' : 'model';
      this.cases.add(pieceOf(span, kind), place);
    }
  }

  private one(item: unknown, place: TracePlace): void {
    if (isSpan(item)) this.span(item, place);
    if (!isTrace(item)) return;
    const metadata = at(item, 'metadata');
    const task = textAt(metadata, 'task_id', 'task');
    const labels = { workflow: textAt(item, 'workflow_name'), ...(task !== null && { task }) };
    this.cases.label(textAt(item, 'id') ?? '', labels, textAt(item, 'group_id'));
  }

  private span(span: unknown, place: TracePlace): void {
    const data = at(span, 'span_data');
    if (isTurn(data)) this.turned.add(traceOf(span));
    if (isSilent(data)) this.silent.push({ span, place });
    else this.cases.add(pieceOf(span, kindOf(data)), place);
  }
}

const traceOf = (span: unknown): string => textAt(span, 'trace_id') ?? '';

function pieceOf(span: unknown, kind: SpanPiece['kind']): SpanPiece {
  const data = at(span, 'span_data');
  const usage = at(data, 'usage') ?? at(data, 'data', 'usage') ?? at(data, 'output', 0, 'usage');
  const error = errorOf(at(span, 'error'));
  const [name, args] = calledIn(data);
  return {
    ...{ trace: traceOf(span), id: textAt(span, 'id') ?? '', kind, name, error },
    parent: textAt(span, 'parent_id') ?? '',
    start: timeOf(at(span, 'started_at')),
    end: timeOf(at(span, 'ended_at')),
    ...{ conversation: null, state: null, usd: null, task: null, verdict: null },
    failedBy: error === null ? null : 'exception',
    run: null,
    waits: false,
    gave: (at(data, 'output') ?? null) !== null,
    // A turn's usage holds that of the runs which its tools made.
    rollsUp: kind !== 'model' || isTurn(data),
    ...readUsage(usage),
    call: kind === 'tool' ? { id: null, name, args: plainArgs(args) } : null,
    result: kind === 'tool' ? plainResult(at(data, 'output') ?? null) : null,
    turn: kind === 'model' ? turnOf(data) : null,
    answer: null,
    model: textAt(data, 'model'),
  };
}

/** Whether a span is a turn of the agent's loop. */
const isTurn = (data: unknown): boolean => textAt(at(data, 'data'), 'sdk_span_type') === 'turn';

/** Whether a span of a response has its id alone: a turn around it is the call of the model, and where there is none it itself. */
const isSilent = (data: unknown): boolean =>
  textAt(data, 'type') === 'response' &&
  ['usage', 'input', 'response'].every(key => (at(data, key) ?? null) === null);

function kindOf(data: unknown): SpanPiece['kind'] {
  const type = textAt(data, 'type');
  if (type === 'agent') return 'agent';
  if (type === 'function' || type === 'handoff') return 'tool';
  return type === 'generation' || type === 'response' || isTurn(data) ? 'model' : 'other';
}

/** A handoff is a call that names the agent which goes on. */
function calledIn(data: unknown): readonly [name: string, args: unknown] {
  if (textAt(data, 'type') === 'handoff') return ['handoff', { to_agent: at(data, 'to_agent') }];
  return [textAt(data, 'name') ?? textAt(data, 'type') ?? '', at(data, 'input')];
}

function turnOf(data: unknown): SpanPiece['turn'] {
  const output = at(data, 'output') ?? at(data, 'response', 'output');
  return turnOfMessages(messagesIn(at(data, 'input')), messagesIn(output), null);
}

/** What is told of an error: its cause, which `data` has, or its message. */
const errorOf = (error: unknown): string | null =>
  textAt(at(error, 'data'), 'error') ?? textAt(error, 'message');
