import { InputError } from '../../../core/errors.ts';
import { parseTraceTime } from '../../times.ts';
import type { TracePlace, ValueFormat } from '../../traceReading.ts';
import { isFailedToolResult, unwrapCallArguments, unwrapToolResult } from '../../unwrapValues.ts';
import { normalizeUsage, readProviderUsage, type Usage } from '../../usage.ts';
import {
  getListField,
  getNumberField,
  getPathValue,
  getTextField,
  isFieldsObject,
  parseJsonText,
} from '../../values.ts';
import { buildTurnFromMessages, parseMessages } from '../modelTurn.ts';
import type { SpanPiece } from '../piece.ts';
import { isLangChainAgent } from '../pieceOfSpan.ts';
import { SpanCases } from '../spanCases.ts';

const LANGSMITH_KINDS: Readonly<Record<string, SpanPiece['kind']>> = {
  ...{ tool: 'tool', retriever: 'tool', llm: 'model', chain: 'other', prompt: 'other', parser: 'other' },
  ...{ embedding: 'other' },
};

/** Runs of LangSmith, in a list, by lines, or with their children in them. */
export const LANGSMITH: ValueFormat = {
  name: 'LangSmith',
  fits: isLangSmithRun,
  open: sink => {
    const cases = new SpanCases(sink);
    return {
      take: (value, place) => {
        if (!isLangSmithRun(value)) throw new InputError('no run with an id and a run type');
        addLangSmithRuns(value, place, cases);
      },
      endFile: () => {},
      end: () => cases.end(),
      ending: () => cases.ending(),
    };
  },
};

function isLangSmithRun(value: unknown): boolean {
  return (
    Object.hasOwn(LANGSMITH_KINDS, getTextField(value, 'run_type') ?? '') &&
    getTextField(value, 'id') !== null
  );
}

/** A run and its children, of which each names the trace that it is in, or is in that of its parent. */
function addLangSmithRuns(run: unknown, place: TracePlace, cases: SpanCases): void {
  const waiting = [
    { run, trace: getTextField(run, 'trace_id') ?? getTextField(run, 'id') ?? '', parent: '' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const trace = getTextField(next.run, 'trace_id') ?? next.trace;
    const parent = getTextField(next.run, 'parent_run_id') ?? next.parent;
    if (!isLangSmithRun(next.run)) continue;
    cases.add(buildLangSmithPiece(next.run, trace, parent), place);
    const id = getTextField(next.run, 'id') ?? '';
    for (const child of getListField(next.run, 'child_runs').toReversed())
      waiting.push({ run: child, trace, parent: id });
  }
}

function buildLangSmithPiece(run: unknown, trace: string, parent: string): SpanPiece {
  const metadata = getPathValue(run, 'extra', 'metadata');
  const name = getTextField(run, 'name') ?? '';
  const isChain = getTextField(run, 'run_type') === 'chain';
  // A chain is the agent that it names.
  const kind =
    isChain && isLangChainAgent(name, null, metadata)
      ? 'agent'
      : LANGSMITH_KINDS[getTextField(run, 'run_type') ?? ''];
  const error = getTextField(run, 'error');
  const outputs = getPathValue(run, 'outputs');
  const failure = readLangSmithFailure(
    error,
    getPathValue(run, 'status') === 'error' || (kind === 'tool' && isFailedToolResult(outputs)),
  );
  return {
    ...{
      trace,
      id: getTextField(run, 'id') ?? '',
      parent,
      kind,
      name,
      verdict: null,
      ...failure,
      run: null,
      rollsUp: kind !== 'model',
      gave: (outputs ?? null) !== null,
    },
    start: parseTraceTime(getPathValue(run, 'start_time')),
    end: parseTraceTime(getPathValue(run, 'end_time')),
    conversation: getTextField(metadata, 'session_id', 'conversation_id', 'thread_id'),
    state: getTextField(metadata, 'langgraph_node'),
    ...readLangSmithUsage(run, kind),
    usd: getNumberField(run, 'total_cost'),
    call:
      kind === 'tool'
        ? {
            id: getLangSmithCallId(outputs),
            name,
            args: unwrapCallArguments(getLangSmithToolArgs(getPathValue(run, 'inputs'))),
          }
        : null,
    result: kind === 'tool' ? unwrapToolResult(getPathValue(outputs, 'output') ?? outputs ?? null) : null,
    turn:
      kind === 'model'
        ? buildTurnFromMessages(parseMessages(getPathValue(run, 'inputs')), parseMessages(outputs), null)
        : null,
    answer: null,
    model: getTextField(metadata, 'ls_model_name'),
    task: getTextField(metadata, 'task_id') ?? getTextField(run, 'reference_example_id'),
  };
}

/** LangGraph's exceptions for waiting on a person do not count as failures. */
function readLangSmithFailure(
  error: string | null,
  isError: boolean,
): Pick<SpanPiece, 'failedBy' | 'error' | 'waits'> {
  if (error !== null && /\b(?:GraphInterrupt|NodeInterrupt)\b/.test(error))
    return { failedBy: null, error: null, waits: true };
  return { failedBy: error !== null ? 'exception' : isError ? 'status' : null, error, waits: false };
}

/** A run's own counts are sums over its children; of a model's they are its call's, and newer ones are in its metadata or answer. */
function readLangSmithUsage(run: unknown, kind: SpanPiece['kind']): Usage {
  const [outputs, metadata] = [getPathValue(run, 'outputs'), getPathValue(run, 'extra', 'metadata')];
  const detailed = [
    getPathValue(outputs, 'usage_metadata'),
    getPathValue(metadata, 'usage_metadata'),
    getMessageUsage(outputs),
  ].find(isFieldsObject);
  const plain = normalizeUsage({
    input: getNumberField(run, 'prompt_tokens'),
    output: getNumberField(run, 'completion_tokens'),
  });
  const usage = detailed === undefined ? plain : readProviderUsage(detailed);
  return usage.tokensIn === null && usage.tokensOut === null && kind === 'model' ? plain : usage;
}

/** Usage of the message that a chat model answered. */
const getMessageUsage = (outputs: unknown): unknown =>
  getPathValue(outputs, 'generations', 0, 0, 'message', 'kwargs', 'usage_metadata') ??
  getPathValue(outputs, 'generations', 0, 0, 'message', 'usage_metadata');

/** Inputs of a tool: a text under `input` is what it was called with. */
const getLangSmithToolArgs = (inputs: unknown): unknown => {
  const input = getPathValue(inputs, 'input');
  return input === undefined ? inputs : parseJsonText(input);
};

/** The id of the call, which the message that a tool returned names. */
const getLangSmithCallId = (outputs: unknown): string | null =>
  getTextField(getPathValue(outputs, 'output', 'kwargs') ?? getPathValue(outputs, 'output'), 'tool_call_id');
