import { InputError } from '../../errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { messagesIn, turnOfMessages } from './modelTurn.ts';
import type { SpanPiece } from './piece.ts';
import { SpanCases } from './spanCases.ts';

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
    this.cases.end();
  }

  ending(): Iterable<unknown> {
    return this.cases.ending();
  }

  private one(item: unknown, place: TracePlace): void {
    if (isSpan(item)) this.cases.add(pieceOf(item), place);
    if (!isTrace(item)) return;
    const metadata = at(item, 'metadata');
    const task = textAt(metadata, 'task_id', 'task');
    const labels = { workflow: textAt(item, 'workflow_name'), ...(task !== null && { task }) };
    this.cases.label(textAt(item, 'id') ?? '', labels, textAt(item, 'group_id'));
  }
}

function pieceOf(span: unknown): SpanPiece {
  const data = at(span, 'span_data');
  const kind = kindOf(data);
  const usage = at(data, 'usage') ?? at(data, 'data', 'usage') ?? at(data, 'output', 0, 'usage');
  const error = errorOf(at(span, 'error'));
  const [name, args] = calledIn(data);
  return {
    ...{ trace: textAt(span, 'trace_id') ?? '', id: textAt(span, 'id') ?? '', kind, name, error },
    parent: textAt(span, 'parent_id') ?? '',
    start: timeOf(at(span, 'started_at')),
    end: timeOf(at(span, 'ended_at')),
    ...{ conversation: null, state: null, usd: null, task: null, verdict: null },
    failed: error !== null,
    tokensIn: numberAt(usage, 'input_tokens', 'prompt_tokens'),
    tokensOut: numberAt(usage, 'output_tokens', 'completion_tokens'),
    call: kind === 'tool' ? { id: null, name, args } : null,
    result: kind === 'tool' ? (at(data, 'output') ?? null) : null,
    turn: kind === 'model' ? turnOf(data) : null,
    model: textAt(data, 'model'),
  };
}

/**
 * A turn of the agent's loop counts as a call of the model where the span of that call tells nothing: one of a
 * response may have its id alone.
 */
function kindOf(data: unknown): SpanPiece['kind'] {
  const type = textAt(data, 'type');
  if (type === 'agent') return 'agent';
  if (type === 'function' || type === 'handoff') return 'tool';
  if (type === 'generation') return 'model';
  const tells = ['usage', 'input', 'response'].some(key => (at(data, key) ?? null) !== null);
  if (type === 'response') return tells ? 'model' : 'other';
  return textAt(at(data, 'data'), 'sdk_span_type') === 'turn' ? 'model' : 'other';
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
