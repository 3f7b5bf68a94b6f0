import type { Tick } from '../../../core/indices.ts';
import { rowsOf } from '../../../events/rowsOf.ts';
import { modelRecord } from '../../../export/measurement.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { Memory } from '../memory/memory.ts';
import type { LibrarianState } from '../state.ts';
import type { Action, Step } from '../step/step.ts';
import { questionId } from '../task/task.ts';
import type { Move } from './detail.ts';
import { stepDetail } from './inspect.ts';

/** What happened to the librarians in a tick, and what moved in their memories. */
export function* eventsOf(state: LibrarianState, tick: Tick): Generator<ModelEvent> {
  const { steps, agents } = state.ledger;
  const [from, to] = rowsOf(steps.length, tick, row => steps[row].tick);
  for (let row = from; row < to; row++) {
    const step = steps[row];
    yield* eventsOfStep(state, step);
    const { memory } = agents[step.agent];
    const [first, end] = rowsOf(memory.moves.length, tick, move => memory.moves[move].tick);
    for (const move of memory.moves.slice(first, end))
      if (move.row === row)
        yield { kind: 'memory_move', agent: step.agent, fields: () => moveFields(memory, move) };
  }
}

function* eventsOfStep(state: LibrarianState, step: Step): Generator<ModelEvent> {
  const { agent, kind, error, action } = step;
  if (step.source !== null) yield* asked(state, step);
  if (error !== null)
    yield {
      kind: kind === 'unreadable' || kind === 'unanswered' ? 'fallback' : 'refused',
      agent,
      fields: () => ({
        ...{ warning: error, source: step.source, next_state: step.next },
        ...(action && { tool: action.type, arguments: argumentsOf(action) }),
      }),
    };
  else if (action !== null)
    yield {
      kind: 'tool_call',
      agent,
      fields: () => ({ tool: action.type, arguments: argumentsOf(action), result: step.result }),
    };
}

function* asked(state: LibrarianState, step: Step): Generator<ModelEvent> {
  const { agent, row, number, item } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ iteration: number, state: step.state },
      ...(item && { item: item.kind === 'question' ? questionId(item) : `passage_${item.number}` }),
      ...(withPrompts && promptOf(state, row)),
    }),
  };
  if (step.said !== null || state.ledger.evidence.get(row)?.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => answerOf(state, step) };
}

function promptOf(state: LibrarianState, row: number): EventFields {
  const prompt = stepDetail(state, row)?.prompt;
  return prompt ? { prompt } : {};
}

function answerOf({ ledger }: LibrarianState, step: Step): EventFields {
  const { source, said, claims, thought, mended } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(claims !== null && { claims }),
    ...(thought !== null && { thinking_log: thought }),
    ...(mended.length > 0 && { mended }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...modelRecord(said, ledger.evidence.get(step.row)),
  };
}

const argumentsOf = ({ tags, value }: Action): EventFields => ({ tags, ...(value !== null && { value }) });

function moveFields({ entries }: Memory, { from, to, cause }: Move): EventFields {
  const [left, came] = [entries[from], entries[to]];
  return {
    ...{ cause, from: left.place, to: came.place, tag: left.tag },
    ...(came.tag !== left.tag && { to_tag: came.tag }),
    tokens: left.tokens,
  };
}
