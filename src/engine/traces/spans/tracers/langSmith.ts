import { InputError } from '../../../core/errors.ts';
import { isFailedResult, plainArgs, plainResult } from '../../plain.ts';
import type { TracePlace, ValueFormat } from '../../reading.ts';
import { timeOf } from '../../times.ts';
import { normalUsage, readUsage, type Usage } from '../../usage.ts';
import { at, isFields, listAt, numberAt, textAt, unpacked } from '../../values.ts';
import { messagesIn, turnOfMessages } from '../modelTurn.ts';
import type { SpanPiece } from '../piece.ts';
import { isAgentOfLangChain } from '../pieceOfSpan.ts';
import { SpanCases } from '../spanCases.ts';

const KINDS: Readonly<Record<string, SpanPiece['kind']>> = {
  ...{ tool: 'tool', retriever: 'tool', llm: 'model', chain: 'other', prompt: 'other', parser: 'other' },
  ...{ embedding: 'other' },
};

/** Runs of LangSmith, in a list, by lines, or with their children in them. */
export const LANGSMITH: ValueFormat = {
  name: 'LangSmith',
  fits: isRun,
  open: sink => {
    const cases = new SpanCases(sink);
    return {
      take: (value, place) => {
        if (!isRun(value)) throw new InputError('no run with an id and a run type');
        addRuns(value, place, cases);
      },
      endFile: () => {},
      end: () => cases.end(),
      ending: () => cases.ending(),
    };
  },
};

function isRun(value: unknown): boolean {
  return Object.hasOwn(KINDS, textAt(value, 'run_type') ?? '') && textAt(value, 'id') !== null;
}

/** A run and its children, of which each names the trace that it is in, or is in that of its parent. */
function addRuns(run: unknown, place: TracePlace, cases: SpanCases): void {
  const waiting = [{ run, trace: textAt(run, 'trace_id') ?? textAt(run, 'id') ?? '', parent: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const trace = textAt(next.run, 'trace_id') ?? next.trace;
    const parent = textAt(next.run, 'parent_run_id') ?? next.parent;
    if (!isRun(next.run)) continue;
    cases.add(pieceOf(next.run, trace, parent), place);
    const id = textAt(next.run, 'id') ?? '';
    for (const child of listAt(next.run, 'child_runs').toReversed())
      waiting.push({ run: child, trace, parent: id });
  }
}

function pieceOf(run: unknown, trace: string, parent: string): SpanPiece {
  const metadata = at(run, 'extra', 'metadata');
  const name = textAt(run, 'name') ?? '';
  const isChain = textAt(run, 'run_type') === 'chain';
  // A chain is the agent that it names.
  const kind =
    isChain && isAgentOfLangChain(name, null, metadata) ? 'agent' : KINDS[textAt(run, 'run_type') ?? ''];
  const error = textAt(run, 'error');
  const outputs = at(run, 'outputs');
  const failure = failureOf(
    error,
    at(run, 'status') === 'error' || (kind === 'tool' && isFailedResult(outputs)),
  );
  return {
    ...{
      trace,
      id: textAt(run, 'id') ?? '',
      parent,
      kind,
      name,
      verdict: null,
      ...failure,
      run: null,
      rollsUp: kind !== 'model',
      gave: (outputs ?? null) !== null,
    },
    start: timeOf(at(run, 'start_time')),
    end: timeOf(at(run, 'end_time')),
    conversation: textAt(metadata, 'session_id', 'conversation_id', 'thread_id'),
    state: textAt(metadata, 'langgraph_node'),
    ...usageOf(run, kind),
    usd: numberAt(run, 'total_cost'),
    call: kind === 'tool' ? { id: callId(outputs), name, args: plainArgs(argsOf(at(run, 'inputs'))) } : null,
    result: kind === 'tool' ? plainResult(at(outputs, 'output') ?? outputs ?? null) : null,
    turn: kind === 'model' ? turnOfMessages(messagesIn(at(run, 'inputs')), messagesIn(outputs), null) : null,
    answer: null,
    model: textAt(metadata, 'ls_model_name'),
    task: textAt(metadata, 'task_id') ?? textAt(run, 'reference_example_id'),
  };
}

/** What LangGraph throws to wait for a person is no failure. */
function failureOf(error: string | null, isError: boolean): Pick<SpanPiece, 'failedBy' | 'error' | 'waits'> {
  if (error !== null && /\b(?:GraphInterrupt|NodeInterrupt)\b/.test(error))
    return { failedBy: null, error: null, waits: true };
  return { failedBy: error !== null ? 'exception' : isError ? 'status' : null, error, waits: false };
}

/** A run's own counts are sums over its children; of a model's they are its call's, and newer ones are in its metadata or answer. */
function usageOf(run: unknown, kind: SpanPiece['kind']): Usage {
  const [outputs, metadata] = [at(run, 'outputs'), at(run, 'extra', 'metadata')];
  const detailed = [
    at(outputs, 'usage_metadata'),
    at(metadata, 'usage_metadata'),
    messageUsage(outputs),
  ].find(isFields);
  const plain = normalUsage({
    input: numberAt(run, 'prompt_tokens'),
    output: numberAt(run, 'completion_tokens'),
  });
  const usage = detailed === undefined ? plain : readUsage(detailed);
  return usage.tokensIn === null && usage.tokensOut === null && kind === 'model' ? plain : usage;
}

/** That of the message that a chat model answered. */
const messageUsage = (outputs: unknown): unknown =>
  at(outputs, 'generations', 0, 0, 'message', 'kwargs', 'usage_metadata') ??
  at(outputs, 'generations', 0, 0, 'message', 'usage_metadata');

/** Inputs of a tool: a text under `input` is what it was called with. */
const argsOf = (inputs: unknown): unknown => {
  const input = at(inputs, 'input');
  return input === undefined ? inputs : unpacked(input);
};

/** The id of the call, which the message that a tool returned names. */
const callId = (outputs: unknown): string | null =>
  textAt(at(outputs, 'output', 'kwargs') ?? at(outputs, 'output'), 'tool_call_id');
