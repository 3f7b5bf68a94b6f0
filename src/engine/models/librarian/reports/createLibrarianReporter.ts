import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord } from '../../../export/measurement.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/stepReport.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import { readLibrarianAnswer } from '../answer/readLibrarianAnswer.ts';
import type { LibrarianState } from '../librarianState.ts';
import { LIBRARIAN_ACTIONS, PAGE_OUT } from '../librarianTerms.ts';
import type { Memory } from '../memory/memory.ts';
import type { Action, LibrarianStep } from '../step/librarianStep.ts';
import { formatQuestionId } from '../task/librarianTask.ts';
import { explainLibrarianCycle } from './explainLibrarianCycle.ts';
import { getStepDetail, inspectLibrarian } from './inspectLibrarian.ts';
import type { EntryPassage } from './librarianDetail.ts';
import { getLibrarianAttributes, listLibrarianSections } from './librarianSections.ts';

/** Reports on a run of this model in addition to its frames. */
export const createLibrarianReporter = (state: LibrarianState): ModelReports => ({
  attributes: agent => getLibrarianAttributes(state, agent),
  document: () => listLibrarianSections(state),
  detail: agent => inspectLibrarian(state, agent),
  whyMoment: (_, agent) => explainLibrarianCycle(state, agent),
  steps: (_, counted) => buildLibrarianStepReport(state, counted),
  events: tick => listLibrarianEvents(state, tick),
  would: (_, answer) => predictTextEffect(answer, text => describeLibrarianAnswer(readLibrarianAnswer(text))),
});

/** "it goes on to executing; action add, tags alice". */
function describeLibrarianAnswer(
  read: ReturnType<typeof readLibrarianAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { next, action, thought } = read;
  const parts = [
    next && `it goes on to ${formatQuotedText(next)}`,
    action &&
      `action ${formatQuotedText(action.type ?? 'without a name')}${action.tags ? `, tags ${formatQuotedText(action.tags)}` : ''}`,
    thought && `it thinks “${formatQuotedText(thought)}”`,
  ];
  return {
    words: parts.filter(part => part !== null && part !== '').join('; ') || 'it says nothing that is done',
  };
}

const [THOUGHT, UNREAD] = ['thought', 'no action'];
const LIBRARIAN_STEP_ROWS = [THOUGHT, ...LIBRARIAN_ACTIONS, PAGE_OUT, UNREAD];

/** Results of the answers by requested action. O(steps of the run). */
function buildLibrarianStepReport({ ledger }: LibrarianState, counted: Counted): StepReport {
  const tally = new StepTally(LIBRARIAN_STEP_ROWS.length);
  for (const step of ledger.steps) {
    const { agent, tick, source, said, error, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isAgentCounted(counted, agent))
      continue;
    tally.add(LIBRARIAN_STEP_ROWS.indexOf(getRequestedAction(step)), {
      ...step,
      isAnswered: said !== null,
      isFailed: error !== null || kind === 'unanswered',
      evidence: ledger.evidence.get(row),
    });
  }
  // Each answer leads on, to the next item or to be asked again.
  return buildStepReport(tally, {
    noun: 'action',
    names: LIBRARIAN_STEP_ROWS,
    statesOf: () => null,
    canStall: false,
  });
}

const getRequestedAction = ({ kind, action }: LibrarianStep): string =>
  action?.type ?? (kind === 'thought' ? THOUGHT : UNREAD);

/** Events of the librarians in a tick, and the moves in their memories. */
function* listLibrarianEvents(state: LibrarianState, tick: Tick): Generator<ModelEvent> {
  const { steps, agents } = state.ledger;
  const [from, to] = findTickRows(steps.length, tick, row => steps[row].tick);
  for (let row = from; row < to; row++) {
    const step = steps[row];
    yield* listLibrarianStepEvents(state, step);
    const { memory } = agents[step.agent];
    const [first, end] = findTickRows(memory.moves.length, tick, move => memory.moves[move].tick);
    for (const move of memory.moves.slice(first, end))
      if (move.row === row)
        yield { kind: 'memory_move', agent: step.agent, fields: () => buildMoveFields(memory, move) };
  }
}

function* listLibrarianStepEvents(state: LibrarianState, step: LibrarianStep): Generator<ModelEvent> {
  const { agent, kind, error, action } = step;
  if (step.source !== null) yield* listLibrarianAskEvents(state, step);
  if (error !== null)
    yield {
      kind: kind === 'unreadable' || kind === 'unanswered' ? 'fallback' : 'refused',
      agent,
      fields: () => ({
        ...{ warning: error, source: step.source, next_state: step.next },
        ...(action && { tool: action.type, arguments: buildArgumentFields(action) }),
      }),
    };
  else if (action !== null)
    yield {
      kind: 'tool_call',
      agent,
      fields: () => ({ tool: action.type, arguments: buildArgumentFields(action), result: step.result }),
    };
}

function* listLibrarianAskEvents(state: LibrarianState, step: LibrarianStep): Generator<ModelEvent> {
  const { agent, row, number, item } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ iteration: number, state: step.state },
      ...(item && { item: item.kind === 'question' ? formatQuestionId(item) : `passage_${item.number}` }),
      ...(withPrompts && buildLibrarianPromptField(state, row)),
    }),
  };
  if (step.said !== null || state.ledger.evidence.get(row)?.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => buildLibrarianAnswerFields(state, step) };
}

function buildLibrarianPromptField(state: LibrarianState, row: number): EventFields {
  const prompt = getStepDetail(state, row)?.prompt;
  return prompt ? { prompt } : {};
}

function buildLibrarianAnswerFields({ ledger }: LibrarianState, step: LibrarianStep): EventFields {
  const { source, said, claims, thought, mended } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(claims !== null && { claims }),
    ...(thought !== null && { thinking_log: thought }),
    ...(mended.length > 0 && { mended }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...toLanguageModelRecord(said, ledger.evidence.get(step.row)),
  };
}

const buildArgumentFields = ({ tags, value }: Action): EventFields => ({
  tags,
  ...(value !== null && { value }),
});

function buildMoveFields({ entries }: Memory, { from, to, cause }: EntryPassage): EventFields {
  const [left, came] = [entries[from], entries[to]];
  return {
    ...{ cause, from: left.place, to: came.place, tag: left.tag },
    ...(came.tag !== left.tag && { to_tag: came.tag }),
    tokens: left.tokens,
  };
}
