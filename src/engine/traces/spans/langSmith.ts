import { InputError } from '../../errors.ts';
import type { TracePlace, ValueFormat } from '../reading.ts';
import { timeOf } from '../times.ts';
import { at, listAt, numberAt, textAt } from '../values.ts';
import { messagesIn, turnOfMessages } from './modelTurn.ts';
import type { SpanPiece } from './piece.ts';
import { SpanCases } from './spanCases.ts';

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
    waiting.push(
      ...listAt(next.run, 'child_runs')
        .toReversed()
        .map(child => ({ run: child, trace, parent: id })),
    );
  }
}

function pieceOf(run: unknown, trace: string, parent: string): SpanPiece {
  const kind = KINDS[textAt(run, 'run_type') ?? ''];
  const metadata = at(run, 'extra', 'metadata');
  const name = textAt(run, 'name') ?? '';
  const error = textAt(run, 'error');
  const outputs = at(run, 'outputs');
  const usage = at(outputs, 'usage_metadata');
  return {
    ...{ trace, id: textAt(run, 'id') ?? '', parent, kind, name, error, verdict: null },
    start: timeOf(at(run, 'start_time')),
    end: timeOf(at(run, 'end_time')),
    conversation: textAt(metadata, 'session_id', 'conversation_id', 'thread_id'),
    state: textAt(metadata, 'langgraph_node'),
    failed: error !== null || at(run, 'status') === 'error',
    tokensIn: numberAt(run, 'prompt_tokens') ?? numberAt(usage, 'input_tokens'),
    tokensOut: numberAt(run, 'completion_tokens') ?? numberAt(usage, 'output_tokens'),
    usd: numberAt(run, 'total_cost'),
    call: kind === 'tool' ? { id: null, name, args: at(run, 'inputs', 'input') ?? at(run, 'inputs') } : null,
    result: kind === 'tool' ? (at(outputs, 'output') ?? outputs ?? null) : null,
    turn: kind === 'model' ? turnOfMessages(messagesIn(at(run, 'inputs')), messagesIn(outputs), null) : null,
    model: textAt(metadata, 'ls_model_name'),
    task: textAt(metadata, 'task_id') ?? textAt(run, 'reference_example_id'),
  };
}
